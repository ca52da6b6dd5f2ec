// Points and vectors. Vec3f is what files, records and
// the chip's registers hold; Vec3d is for set-up algebra.
#pragma once

namespace collisionchip {

template <typename T>
struct Vec3 {
  T x{}, y{}, z{};

  T& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  const T& operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  friend bool operator==(const Vec3& a, const Vec3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
  friend Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3 operator*(T s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
};

using Vec3f = Vec3<float>;
using Vec3d = Vec3<double>;

inline Vec3d to_double(const Vec3f& a) {
  return {a.x, a.y, a.z};
}
inline double dot(const Vec3d& a, const Vec3d& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3d cross(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace collisionchip

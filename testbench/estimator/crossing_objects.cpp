#include "collisionchip/testbench/estimator/crossing_objects.h"

#include <cmath>

namespace collisionchip {

namespace {

constexpr double kReach = 0.2;  // of a part, up and down

class MeshMaker {
 public:
  explicit MeshMaker(std::string name) { mesh_.name = std::move(name); }

  std::uint32_t vertex(double x, double y, double z) {
    mesh_.vertices.push_back({static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)});
    return static_cast<std::uint32_t>(mesh_.vertices.size() - 1);
  }
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) { mesh_.triangles.push_back({a, b, c}); }
  // Between opposite corners, in the plane z = 0.
  void rectangle(double left, double low, double right, double high) {
    const std::uint32_t a = vertex(left, low, 0), b = vertex(right, low, 0);
    const std::uint32_t c = vertex(right, high, 0), d = vertex(left, high, 0);
    triangle(a, b, c);
    triangle(a, c, d);
  }
  Mesh finish() { return std::move(mesh_); }

 private:
  Mesh mesh_;
};

void add_walls(MeshMaker& maker, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const double z = count == 1 ? 0 : kReach * (static_cast<double>(i) / (count - 1) - 0.5);
    maker.triangle(maker.vertex(-2, -1, z), maker.vertex(2, -1, z), maker.vertex(0, 2, z));
  }
}

void add_plate(MeshMaker& maker, std::uint32_t side) {
  const double field = 1.2 / side;
  for (std::uint32_t x = 0; x < side; ++x) {
    for (std::uint32_t y = 0; y < side; ++y)
      maker.rectangle(x * field - 0.6, y * field - 0.6, (x + 1) * field - 0.6, (y + 1) * field - 0.6);
  }
}

void add_comb(MeshMaker& maker, std::uint32_t strips) {
  const double pitch = 1.2 / strips;
  for (std::uint32_t i = 0; i < strips; ++i) maker.rectangle(-1, i * pitch - 0.6, 1, (i + 0.7) * pitch - 0.6);
}

void add_fan(MeshMaker& maker, std::uint32_t triangles) {
  const double turn = 2 * std::acos(-1.0) / triangles;
  const std::uint32_t centre = maker.vertex(0, 0, 0);
  const auto at = [&](std::uint32_t i) { return maker.vertex(std::cos(i * turn), std::sin(i * turn), 0); };
  for (std::uint32_t i = 0; i < triangles; ++i) maker.triangle(centre, at(i), at(i + 1));
}

// About (x, y), of so large a foot.
void add_blade(MeshMaker& maker, double x, double y, double foot) {
  maker.triangle(maker.vertex(x - foot, y - foot, -kReach), maker.vertex(x + foot, y - foot, -kReach),
                 maker.vertex(x, y, kReach));
}

void add_pin(MeshMaker& maker, double x, double y, double foot) {
  const std::uint32_t a = maker.vertex(x - foot, y - foot, -kReach);
  const std::uint32_t b = maker.vertex(x + foot, y - foot, -kReach);
  const std::uint32_t c = maker.vertex(x, y + foot, -kReach), tip = maker.vertex(x, y, kReach);
  maker.triangle(a, c, b);
  maker.triangle(a, b, tip);
  maker.triangle(b, c, tip);
  maker.triangle(c, a, tip);
}

void add_stud(MeshMaker& maker, double x, double y, double foot) {
  std::array<std::uint32_t, 8> corners{};
  for (std::uint32_t i = 0; i < 8; ++i)
    corners[i] = maker.vertex((i & 1) != 0 ? x + foot : x - foot, (i & 2) != 0 ? y + foot : y - foot,
                              (i & 4) != 0 ? kReach : -kReach);
  constexpr std::uint32_t sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& side : sides) {
    maker.triangle(corners[side[0]], corners[side[1]], corners[side[2]]);
    maker.triangle(corners[side[0]], corners[side[2]], corners[side[3]]);
  }
}

}  // namespace

const char* name_of(Crossing crossing) {
  constexpr const char* names[] = {"wall", "plate", "comb", "fan"};
  return names[static_cast<int>(crossing)];
}

const char* name_of(Part part) {
  constexpr const char* names[] = {"blade", "pin", "stud"};
  return names[static_cast<int>(part)];
}

std::uint32_t triangles_of(Part part) {
  constexpr std::uint32_t triangles[] = {1, 4, 12};
  return triangles[static_cast<int>(part)];
}

Mesh make_crossing(Crossing crossing, std::uint32_t count) {
  constexpr void (*add[])(MeshMaker&, std::uint32_t) = {add_walls, add_plate, add_comb, add_fan};
  MeshMaker maker(name_of(crossing));
  add[static_cast<int>(crossing)](maker, count);
  return maker.finish();
}

Mesh make_parts(Part part, std::uint32_t side, double scatter, RandomNumbers& random) {
  constexpr void (*add[])(MeshMaker&, double, double, double) = {add_blade, add_pin, add_stud};
  MeshMaker maker(name_of(part));
  const double distance = 1.0 / side;
  for (std::uint32_t i = 0; i < side * side; ++i) {
    const auto place = [&](std::uint32_t number) {
      return (number + 0.5 + random.uniform(-scatter, scatter)) * distance - 0.5;
    };
    const double x = place(i % side), y = place(i / side);
    add[static_cast<int>(part)](maker, x, y, distance / 5);
  }
  return maker.finish();
}

std::vector<Pose> crossing_poses(RandomNumbers& random, int count) {
  std::vector<Pose> poses = {Pose{}};
  while (static_cast<int>(poses.size()) < count) {
    std::array<double, 7> numbers{};
    for (int i = 0; i < 3; ++i) numbers[i] = random.uniform(-0.1, 0.1);
    for (const int i : {3, 6}) numbers[i] = random.uniform(-1, 1);
    for (const int i : {4, 5}) numbers[i] = random.uniform(-0.1, 0.1);
    poses.push_back(pose_from_quaternion(numbers));
  }
  return poses;
}

}  // namespace collisionchip

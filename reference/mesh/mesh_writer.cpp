// Writers for the four formats. Text uses the shortest digits that read back as the same float32.
#include <charconv>
#include <cstring>
#include <ostream>
#include <string>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/mesh/mesh_file.h"

namespace collisionchip {

namespace {

// What a mesh file is made of, gathered before it is written.
class MeshBytes {
 public:
  explicit MeshBytes(std::ostream& out) : out_(out) {}

  void put(char c) { buffer_ += c; }
  void put(const char* text) { put(text, std::strlen(text)); }
  void put(const char* bytes, std::size_t size) {
    buffer_.append(bytes, size);
    if (buffer_.size() >= flush_size) flush();
  }
  template <typename Number>
  void put_number(Number value) {
    char digits[32];
    const auto result = std::to_chars(digits, digits + sizeof digits, value);
    put(digits, static_cast<std::size_t>(result.ptr - digits));
  }
  void put_little_endian(std::uint32_t value) {
    const char bytes[4] = {static_cast<char>(value), static_cast<char>(value >> 8),
                           static_cast<char>(value >> 16), static_cast<char>(value >> 24)};
    put(bytes, sizeof bytes);
  }
  void put_little_endian(const Vec3f& v) {
    for (const float value : {v.x, v.y, v.z}) {
      std::uint32_t bits;
      std::memcpy(&bits, &value, sizeof bits);
      put_little_endian(bits);
    }
  }
  void put_text(const Vec3f& v) {
    put_number(v.x);
    put(' ');
    put_number(v.y);
    put(' ');
    put_number(v.z);
    put('\n');
  }
  void flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
  }

 private:
  static constexpr std::size_t flush_size = std::size_t{1} << 18;

  std::ostream& out_;
  std::string buffer_;
};

void write_obj(const Mesh& mesh, MeshBytes& out) {
  for (const Vec3f& v : mesh.vertices) {
    out.put("v ");
    out.put_text(v);
  }
  for (const auto& triangle : mesh.triangles) {
    out.put('f');
    for (const std::uint32_t vertex : triangle) {
      out.put(' ');
      out.put_number(std::uint64_t{vertex} + 1);
    }
    out.put('\n');
  }
}

void write_off(const Mesh& mesh, MeshBytes& out) {
  out.put("OFF\n");
  out.put_number(mesh.vertices.size());
  out.put(' ');
  out.put_number(mesh.triangles.size());
  out.put(" 0\n");
  for (const Vec3f& v : mesh.vertices) out.put_text(v);
  for (const auto& triangle : mesh.triangles) {
    out.put('3');
    for (const std::uint32_t vertex : triangle) {
      out.put(' ');
      out.put_number(vertex);
    }
    out.put('\n');
  }
}

void write_ply(const Mesh& mesh, MeshBytes& out) {
  out.put("ply\nformat binary_little_endian 1.0\nelement vertex ");
  out.put_number(mesh.vertices.size());
  out.put("\nproperty float x\nproperty float y\nproperty float z\nelement face ");
  out.put_number(mesh.triangles.size());
  out.put("\nproperty list uchar int vertex_indices\nend_header\n");
  for (const Vec3f& v : mesh.vertices) out.put_little_endian(v);
  for (const auto& triangle : mesh.triangles) {
    out.put('\3');
    for (const std::uint32_t vertex : triangle) out.put_little_endian(vertex);
  }
}

void write_stl(const Mesh& mesh, MeshBytes& out) {
  // Must not start with "solid", which some readers take for ASCII.
  char header[80] = "binary STL by CollisionChip";
  out.put(header, sizeof header);
  out.put_little_endian(mesh.triangle_count());
  for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) {
    out.put_little_endian(Vec3f{});  // readers compute the normal themselves when it is zero
    for (const Vec3f& corner : mesh.corners(i)) out.put_little_endian(corner);
    out.put("\0\0", 2);
  }
}

}  // namespace

void write_mesh(const Mesh& mesh, const std::string& path) {
  const MeshFormat format = mesh_format_of(path);
  OutputFile file(path);
  MeshBytes out(file.stream());
  switch (format) {
    case MeshFormat::obj:
      write_obj(mesh, out);
      break;
    case MeshFormat::stl:
      write_stl(mesh, out);
      break;
    case MeshFormat::ply:
      write_ply(mesh, out);
      break;
    case MeshFormat::off:
      write_off(mesh, out);
      break;
  }
  out.flush();
  file.close();
}

}  // namespace collisionchip

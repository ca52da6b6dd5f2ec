// Writers for the four formats. Text uses the shortest digits that read back as the same float32.
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

// A buffered file whose every failure, the last flush included, becomes an InputError.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
    if (file_ == nullptr) fail();
  }
  ~OutputFile() {
    if (file_ != nullptr) std::fclose(file_);
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

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
  void close() {
    flush();
    std::FILE* file = file_;
    file_ = nullptr;
    if (std::fclose(file) != 0) fail();
  }

 private:
  static constexpr std::size_t flush_size = std::size_t{1} << 18;

  void flush() {
    if (std::fwrite(buffer_.data(), 1, buffer_.size(), file_) != buffer_.size()) fail();
    buffer_.clear();
  }
  [[noreturn]] void fail() const {
    fail_at(printable_path(path_), "a file that can be written", std::generic_category().message(errno));
  }

  std::string path_;
  std::FILE* file_;
  std::string buffer_;
};

void write_obj(const Mesh& mesh, OutputFile& out) {
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

void write_off(const Mesh& mesh, OutputFile& out) {
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

void write_ply(const Mesh& mesh, OutputFile& out) {
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

void write_stl(const Mesh& mesh, OutputFile& out) {
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
  OutputFile out(path);
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
  out.close();
}

}  // namespace collisionchip

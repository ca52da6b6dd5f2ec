#include "collisionchip/reference/mesh/mesh_file.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

#include "collisionchip/reference/arithmetic/host_arithmetic.h"
#include "collisionchip/reference/mesh/mesh_builder.h"
#include "collisionchip/reference/mesh/mesh_readers.h"
#include "collisionchip/reference/text/file_kind.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

MeshFormat mesh_format_of(const std::string& path) {
  const std::string_view file = std::string_view(path).substr(path.find_last_of('/') + 1);
  const std::size_t dot = file.find_last_of('.');
  std::string extension(dot == std::string_view::npos ? std::string_view{} : file.substr(dot));
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (extension == ".obj") return MeshFormat::obj;
  if (extension == ".stl") return MeshFormat::stl;
  if (extension == ".ply") return MeshFormat::ply;
  if (extension == ".off") return MeshFormat::off;
  fail_at(Place::in(path), "a mesh file that ends in .obj, .stl, .ply or .off",
          extension.empty() ? "no extension" : quoted(extension));
}

void check_mesh_size(std::uint64_t vertices, std::uint64_t triangles, const std::string& name) {
  constexpr std::uint64_t most_vertices = std::uint64_t{1} << 31;
  constexpr std::uint64_t most_triangles = std::numeric_limits<std::uint32_t>::max();
  const Place place = Place::in(name);
  if (vertices > most_vertices) fail_at(place, "at most 2147483648 vertices", std::to_string(vertices));
  if (triangles > most_triangles) fail_at(place, "at most 4294967295 triangles", std::to_string(triangles));
  if (triangles == 0) fail_at(place, "at least one triangle", "none");
}

namespace {

struct FormatReader {
  MeshFormat format;
  const char* name;
  const char* kind;  // as kind_of_file() has it
  void (*parse)(const char* data, std::size_t size, MeshBuilder& mesh);
};

constexpr FormatReader kReaders[] = {
    {MeshFormat::obj, "OBJ", "an OBJ file", parse_obj},
    {MeshFormat::stl, "STL", "an STL file", parse_stl},
    {MeshFormat::ply, "PLY", "a PLY file", parse_ply},
    {MeshFormat::off, "OFF", "an OFF file", parse_off},
};

void refuse_another_kind(const FormatReader& reader, std::string_view bytes, const std::string& name) {
  const std::string kind = kind_of_file(bytes);
  if (!kind.empty() && kind != reader.kind) fail_at(Place::in(name), reader.name, kind);
}

}  // namespace

FileNumber to_file_number(const TextScanner& scanner, std::string_view text, const char* what,
                          const MeshBuilder& mesh) {
  FileNumber number;
  const NumberCheck check = parse_real(text, number.value, number.rounded);
  const bool too_large = !mesh.changes_numbers() && !std::isfinite(number.rounded);
  if (check == NumberCheck::not_finite || (check == NumberCheck::ok && too_large))
    scanner.fail("a finite float32 for " + std::string(what), text);
  if (check == NumberCheck::not_a_number) scanner.fail("a number for " + std::string(what), text);
  return number;
}

FilePoint read_point(TextScanner& scanner, const MeshBuilder& mesh) {
  return {to_file_number(scanner, scanner.token(), "x", mesh),
          to_file_number(scanner, scanner.token(), "y", mesh),
          to_file_number(scanner, scanner.token(), "z", mesh)};
}

bool is_written_as_number(std::string_view text) {
  double value = 0;
  if (parse_real(text, value) != NumberCheck::not_a_number) return true;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return text.substr(0, 3) == "1.#" && text.size() > 3;
}

void skip_numbers(TextScanner& scanner, std::size_t most) {
  for (std::string_view text = scanner.token(); !text.empty(); text = scanner.token(), --most) {
    if (!is_written_as_number(text)) scanner.fail("a number", text);
    if (most == 0) scanner.fail("the end of the line", text);
  }
}

Mesh parse_mesh(MeshFormat format, const char* data, std::size_t size, const std::string& name,
                const MeshReading& reading, MeshRemarks* remarks) {
  require_exact_arithmetic();
  const FormatReader& reader = *std::find_if(std::begin(kReaders), std::end(kReaders),
                                             [format](const FormatReader& r) { return r.format == format; });
  refuse_another_kind(reader, {data, size}, name);
  MeshBuilder builder(name, reading);
  reader.parse(data, size, builder);
  check_mesh_size(builder.vertex_count(), builder.triangle_count(), name);
  Mesh mesh = builder.finish();
  if (remarks != nullptr) *remarks = builder.remarks();
  return mesh;
}

Mesh read_mesh(const std::string& path, const MeshReading& reading, MeshRemarks* remarks) {
  const MeshFormat format = mesh_format_of(path);
  const std::string bytes = read_input_file(path);
  return parse_mesh(format, bytes.data(), bytes.size(), path, reading, remarks);
}

}  // namespace collisionchip

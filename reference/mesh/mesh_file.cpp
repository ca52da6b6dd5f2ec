#include "collisionchip/reference/mesh/mesh_file.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "collisionchip/reference/mesh/mesh_readers.h"
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
  fail_at(printable_path(path), "a mesh file that ends in .obj, .stl, .ply or .off",
          extension.empty() ? "no extension" : quoted(extension));
}

void check_mesh_size(std::uint64_t vertices, std::uint64_t triangles, const std::string& name) {
  constexpr std::uint64_t most_vertices = std::uint64_t{1} << 31;
  constexpr std::uint64_t most_triangles = std::numeric_limits<std::uint32_t>::max();
  const std::string place = printable_path(name);
  if (vertices > most_vertices) fail_at(place, "at most 2147483648 vertices", std::to_string(vertices));
  if (triangles > most_triangles) fail_at(place, "at most 4294967295 triangles", std::to_string(triangles));
  if (triangles == 0) fail_at(place, "at least one triangle", "none");
}

Mesh parse_mesh(MeshFormat format, const char* data, std::size_t size, const std::string& name) {
  Mesh mesh;
  switch (format) {
    case MeshFormat::obj:
      mesh = parse_obj(data, size, name);
      break;
    case MeshFormat::stl:
      mesh = parse_stl(data, size, name);
      break;
    case MeshFormat::ply:
      mesh = parse_ply(data, size, name);
      break;
    case MeshFormat::off:
      mesh = parse_off(data, size, name);
      break;
  }
  check_mesh_size(mesh.vertices.size(), mesh.triangles.size(), name);
  mesh.name = name;
  return mesh;
}

Mesh read_mesh(const std::string& path) {
  const MeshFormat format = mesh_format_of(path);
  const std::string bytes = read_input_file(path);
  return parse_mesh(format, bytes.data(), bytes.size(), path);
}

}  // namespace collisionchip

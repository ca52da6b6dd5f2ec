#include "collisionchip/testbench/sources/object_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/poses/tumbling_poses.h"
#include "collisionchip/testbench/sources/mesh_source.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/config/config_keys.h"

namespace collisionchip {

namespace {

constexpr std::uint64_t kMostTriangles = std::uint64_t{1} << 30;
constexpr const char* kSource = "a mesh file, or { kind = ..., triangles = ... }";

// Before it is made: that would take hours and all of this host's memory.
void refuse_what_fits_nowhere(TomlTable& table, std::uint64_t triangles) {
  const std::uint64_t most = find_key("sdram.capacity_mib")->max;
  const std::uint64_t needed = (image_bytes(*ChipConfig{}.node_format, triangles) + (1u << 20) - 1) >> 20;
  if (needed <= most) return;
  throw InputError(table.place_of(*table.take("triangles"), "triangles")
                       .part(fmt::format("{} triangles need {} MiB of SDRAM", triangles, needed)),
                   fmt::format("what fits into the largest sdram.capacity_mib = {}", most));
}

ObjectSource read_procedural(const std::string& file, const Toml& value, const std::string& path) {
  TomlTable table(file, value, path);
  ObjectSource source;
  const Toml& kind = table.required("kind", "the kind of a procedural object");
  source.kind = table.text("kind", "");
  const std::vector<ProceduralKind>& kinds = procedural_kinds();
  if (std::none_of(kinds.begin(), kinds.end(),
                   [&](const ProceduralKind& k) { return k.name == source.kind; }))
    table.expected(kind, "kind", "a procedural object (`collisionchip mesh --help`)");
  table.required("triangles", "a number of triangles");
  source.triangles = static_cast<std::uint32_t>(table.number("triangles", 1, kMostTriangles, 0));
  refuse_what_fits_nowhere(table, source.triangles);
  source.seed = table.number("seed", 0, std::uint64_t{1} << 62, 0);
  table.refuse_the_rest();
  return source;
}

}  // namespace

std::string ObjectSource::name() const {
  return file.empty() ? fmt::format("{} {}", kind, triangles) : given;
}

ObjectSource read_object_source(TomlTable& table, const std::string& member) {
  const Toml& value = table.required(member, kSource);
  if (value.is_table()) return read_procedural(table.file(), value, table.path_of(member));
  if (!value.is_string()) table.expected(value, member, kSource);
  ObjectSource source;
  source.given = value.as_string().str;
  source.file = beside(table.file(), source.given);
  try {
    mesh_format_of(source.file);
  } catch (const InputError& error) {
    throw InputError::at(table.place_of(value, member), error.what());
  }
  refuse_missing(table, value, member, source.file);
  return source;
}

std::string beside(const std::string& file, const std::string& path) {
  return (std::filesystem::path(file).parent_path() / path).lexically_normal().string();
}

void refuse_missing(const TomlTable& table, const Toml& value, const std::string& member,
                    const std::string& file) {
  errno = 0;
  if (std::ifstream(file)) return;
  table.refuse(value, member, "a readable file",
               fmt::format(", got {}: {}", printable(file), std::strerror(errno)));
}

std::shared_ptr<const Mesh> MeshLoader::load(const ObjectSource& source) {
  for (const auto& [known, mesh] : loaded_) {
    if (known == source) return mesh;
  }
  progress_.now_doing("reading " + source.name());
  Mesh read = source.file.empty() ? make_procedural_mesh(source.kind, source.triangles, source.seed)
                                  : load_mesh(source.file);
  auto mesh = std::make_shared<const Mesh>(source.unit_cube ? scaled_to_unit_cube(read) : std::move(read));
  loaded_.emplace_back(source, mesh);
  return mesh;
}

}  // namespace collisionchip

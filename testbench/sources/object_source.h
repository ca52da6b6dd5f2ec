// Where an object comes from, as a file says it: a mesh file, or a formula.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/config/toml_table.h"

namespace collisionchip {

struct ObjectSource {
  std::string file;   // as seen from here; empty: procedural
  std::string given;  // as the file names it
  std::string kind;
  std::uint32_t triangles = 0;
  std::uint64_t seed = 0;
  bool unit_cube = false;  // scaled and moved into [-1,1]^3

  std::string name() const;  // for people: "gear.obj", "gear 3000"
  friend bool operator==(const ObjectSource& a, const ObjectSource& b) {
    return a.file == b.file && a.kind == b.kind && a.triangles == b.triangles && a.seed == b.seed &&
           a.unit_cube == b.unit_cube;
  }
};

// The member of `table` that must say it: a path, or { kind = ..., triangles = ... }. InputError with file, line and key;
// the mesh file is looked for, not read.
ObjectSource read_object_source(TomlTable& table, const std::string& member);

// A path that `file` names, as seen from here: relative paths start at the file's folder.
std::string beside(const std::string& file, const std::string& path);
// InputError, which is about `value`, if the file cannot be opened.
void refuse_missing(const TomlTable& table, const Toml& value, const std::string& member,
                    const std::string& file);

// Reads or makes each source once; progress on stderr while it lives.
class MeshLoader {
 public:
  // The same source: the same mesh. InputError from the file.
  std::shared_ptr<const Mesh> load(const ObjectSource& source);

 private:
  Progress progress_{"reading objects"};
  std::vector<std::pair<ObjectSource, std::shared_ptr<const Mesh>>> loaded_;
};

}  // namespace collisionchip

#include "collisionchip/testbench/sources/mesh_source.h"

#include "collisionchip/testbench/terminal/standard_streams.h"

namespace collisionchip {

void print_note(const std::string& text) {
  print_error("collisionchip: note: " + text + "\n");
}

Mesh load_mesh(const std::string& path, const MeshReading& reading) {
  MeshRemarks remarks;
  Mesh mesh = read_mesh(path, reading, &remarks);
  for (const std::string& remark : remarks) print_note(remark);
  return mesh;
}

}  // namespace collisionchip

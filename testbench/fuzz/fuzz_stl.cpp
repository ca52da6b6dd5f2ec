#include "collisionchip/testbench/fuzz/fuzz_mesh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  collisionchip::fuzz_mesh(collisionchip::MeshFormat::stl, data, size);
  return 0;
}

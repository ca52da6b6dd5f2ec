#include <string>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/testbench/fuzz/fuzz_mesh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace collisionchip;
  try {
    const Pose pose = parse_pose(std::string(reinterpret_cast<const char*>(data), size), "input:1");
    for (const auto& row : pose.r) {
      for (const float value : row) fuzz_check(std::isfinite(value));
    }
    fuzz_check(std::isfinite(pose.t.x) && std::isfinite(pose.t.y) && std::isfinite(pose.t.z));
  } catch (const InputError& error) {
    fuzz_check_message(error);
  }
  return 0;
}

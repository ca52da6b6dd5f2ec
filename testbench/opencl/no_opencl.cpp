// This program has no OpenCL, and says so.
#include <stdexcept>

#include "collisionchip/testbench/opencl/device_choice.h"
#include "collisionchip/testbench/opencl/opencl_pairs.h"
#include "collisionchip/testbench/opencl/opencl_trees.h"

namespace collisionchip {

std::string opencl_lacks() {
  return "OpenCL";
}
bool opencl_device_present(const std::string&) {
  return false;
}
std::unique_ptr<PairTester> make_opencl_pairs(const std::string&, const OpenclPairsOptions&) {
  throw std::logic_error("this program was built without OpenCL");
}

std::unique_ptr<TreeBatch> make_opencl_trees(const std::string&, const OpenclTreesOptions&) {
  throw std::logic_error("this program was built without OpenCL");
}

}  // namespace collisionchip

// Trees built on a device of OpenCL, as in the CUDA slides (docs/opencl.md).
#pragma once

#include <memory>
#include <string>

#include "collisionchip/reference/parallel_trees/tree_maker.h"

namespace collisionchip {

// A name of device_choice.h, or "any". InputError if there is no such device, or one without float64.
std::unique_ptr<TreeMaker> make_opencl_tree_maker(const std::string& device);

}  // namespace collisionchip

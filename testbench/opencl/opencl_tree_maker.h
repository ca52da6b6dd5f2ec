// Builds trees on a device of OpenCL, as the CUDA slides do (docs/opencl.md).
#pragma once

#include <memory>
#include <string>

#include "collisionchip/reference/parallel_trees/tree_maker.h"

namespace collisionchip {

// `device` is a name of device_choice.h, or "any". InputError if there is no such device, or it has no float64.
std::unique_ptr<TreeMaker> make_opencl_tree_maker(const std::string& device);

}  // namespace collisionchip

// The device on which the kernels run. This header needs no OpenCL headers: its users only choose a device.
#pragma once

#include <string>

namespace collisionchip {

// pocl: the Portable Computing Language, on this host's cores. gpu: the first GPU of any other platform. oclgrind: the
// checker of races and bounds. any: a GPU where there is one, otherwise PoCL.
// Some device of that name is there. Loads the platforms, a tenth of a second.
bool opencl_device_present(const std::string& name);

}  // namespace collisionchip

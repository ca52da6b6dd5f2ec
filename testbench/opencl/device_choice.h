// The names of devices for kernels. This header does not include OpenCL, for code that only chooses a device.
#pragma once

#include <string>

namespace collisionchip {

// pocl: the Portable Computing Language, on this host's cores. gpu: the first GPU of any other platform. oclgrind: the checker of races and
// bounds. any: a GPU if there is one, otherwise PoCL.
// Whether this host has a device of that name. Loads the platforms, which takes a tenth of a second.
bool opencl_device_present(const std::string& name);

}  // namespace collisionchip

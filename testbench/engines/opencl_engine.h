// All triangles against all triangles on a device of OpenCL, as an engine: a GPU where there is one, otherwise PoCL.
#pragma once

#include <memory>

#include "collisionchip/testbench/engines/engine.h"

namespace collisionchip {

// InputError at its first objects if there is no device.
std::unique_ptr<Engine> make_opencl_engine(const EngineSetup& setup);

}  // namespace collisionchip

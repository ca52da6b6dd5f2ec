// FCL's hierarchies of OBBs in float32, its fastest on our objects. It knows the triangles and nothing of DOPs;
// its triangle test is not exact.
#pragma once

#include <memory>

#include "collisionchip/testbench/engines/engine.h"

namespace collisionchip {

std::unique_ptr<Engine> make_fcl_engine(const EngineSetup& setup);

}  // namespace collisionchip

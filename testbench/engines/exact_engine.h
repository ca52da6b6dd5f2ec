// Exact answers without trees and without our predicate: for `verify --oracle exact`.
#pragma once

#include <memory>

#include "collisionchip/testbench/engines/engine.h"

namespace collisionchip {

std::unique_ptr<Engine> make_exact_engine(const EngineSetup& setup);

}  // namespace collisionchip

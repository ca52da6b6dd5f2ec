// In the place of exact_engine.cpp in the first part of the program.
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/engines/exact_engine.h"

namespace collisionchip {

std::unique_ptr<Engine> make_exact_engine(const EngineSetup&) {
  throw InputError("exact: not in this first part of the program; ./demo builds the rest");
}

}  // namespace collisionchip

#include <stdexcept>

#include "collisionchip/testbench/engines/fcl_engine.h"

namespace collisionchip {

std::string fcl_version() {
  return "";
}

std::unique_ptr<Engine> make_fcl_engine(const EngineSetup&) {
  throw std::logic_error("this program was built without FCL");
}

}  // namespace collisionchip

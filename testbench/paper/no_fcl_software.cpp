// In place of fcl_software.cpp where FCL is not installed.
#include <stdexcept>

#include "collisionchip/testbench/paper/software.h"

namespace collisionchip {

std::string fcl_version() {
  return "";
}

Software fcl_software(const Mesh&) {
  throw std::logic_error("built without FCL");
}

}  // namespace collisionchip

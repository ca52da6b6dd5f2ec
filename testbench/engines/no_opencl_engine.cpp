#include <stdexcept>

#include "collisionchip/testbench/engines/opencl_engine.h"

namespace collisionchip {

std::unique_ptr<Engine> make_opencl_engine(const EngineSetup&) {
  throw std::logic_error("this program was built without OpenCL");
}

}  // namespace collisionchip

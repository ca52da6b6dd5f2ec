#include "collisionchip/testbench/run/model_version.h"

#include <fmt/format.h>

#include "collisionchip/testbench/model_digest.h"
#include "collisionchip/testbench/version.h"

namespace collisionchip {

std::string model_version() {
  return fmt::format("{}-{}", kVersion, kModelDigest);
}

}  // namespace collisionchip

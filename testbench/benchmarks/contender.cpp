#include "collisionchip/testbench/benchmarks/contender.h"

namespace collisionchip {

ContenderKind contender_kind(const std::string& name) {
  if (name == "answer") return answer_kind();
  if (name == "mirror") return mirror_kind();
  if (name == "fcl") return fcl_kind();
  if (name == "fcl-float") return fcl_float_kind();
#ifdef COLLISIONCHIP_HAS_COAL
  if (name == "coal") return coal_kind(name, std::nullopt);
  if (name == "coal-0") return coal_kind(name, 0);
#endif
  return format_kind(name);
}

std::vector<std::string> default_contenders() {
#ifdef COLLISIONCHIP_HAS_COAL
  return {"answer", "mirror", "fcl", "coal", "coal-0"};
#else
  return {"answer", "mirror", "fcl"};
#endif
}

}  // namespace collisionchip

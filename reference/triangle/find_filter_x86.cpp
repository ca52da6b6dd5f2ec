#include "collisionchip/reference/triangle/find_filter.h"

namespace collisionchip {

BatchFilter find_filter(FilterLevel level) {
  if (level == FilterLevel::four) return filter_four;
  if (level == FilterLevel::eight) return __builtin_cpu_supports("avx2") != 0 ? filter_eight : nullptr;
  const bool sixteen = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
                       __builtin_cpu_supports("avx512vl") != 0;
  return sixteen ? filter_sixteen : nullptr;
}

}  // namespace collisionchip

#include "collisionchip/reference/triangle/filter_kernel.h"
#include "collisionchip/reference/triangle/find_filter.h"

namespace collisionchip {

void filter_four(const FilterBatch& batch) {
  FilterKernel<4>(batch).run();
}

}  // namespace collisionchip

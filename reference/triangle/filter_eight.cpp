#include "collisionchip/reference/triangle/filter_kernel.h"
#include "collisionchip/reference/triangle/find_filter.h"

namespace collisionchip {

void filter_eight(const FilterBatch& batch) {
  FilterKernel<8>(batch).run();
}

}  // namespace collisionchip

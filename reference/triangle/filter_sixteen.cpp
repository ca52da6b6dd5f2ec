#include "collisionchip/reference/triangle/filter_kernel.h"
#include "collisionchip/reference/triangle/find_filter.h"

namespace collisionchip {

void filter_sixteen(const FilterBatch& batch) {
  FilterKernel<16>(batch).run();
}

}  // namespace collisionchip

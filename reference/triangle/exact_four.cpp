#include "collisionchip/reference/triangle/exact_batch.h"
#include "collisionchip/reference/triangle/exact_kernel.h"

namespace collisionchip {

void exact_four(const ExactBatch& batch) {
  ExactKernel<VectorMasks<2>>(batch).run();
}

}  // namespace collisionchip

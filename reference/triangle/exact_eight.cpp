#include "collisionchip/reference/triangle/exact_batch.h"
#include "collisionchip/reference/triangle/exact_kernel.h"

namespace collisionchip {

void exact_eight(const ExactBatch& batch) {
  ExactKernel<VectorMasks<4>>(batch).run();
}

}  // namespace collisionchip

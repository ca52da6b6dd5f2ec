#include "collisionchip/reference/triangle/exact_batch.h"
#include "collisionchip/reference/triangle/exact_kernel.h"

namespace collisionchip {

void exact_sixteen(const ExactBatch& batch) {
  ExactKernel<BitMasks>(batch).run();
}

}  // namespace collisionchip

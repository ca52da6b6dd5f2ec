#include "collisionchip/testbench/host/question_check.h"

#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/host/board_image.h"

namespace collisionchip {

void check_question(const ChipConfig& config, std::uint64_t triangles_a, std::uint64_t triangles_b) {
  check_rtl(config);
  check_capacity(config, triangles_a, triangles_b);
}

}  // namespace collisionchip

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

QueryOptions judged_options(const ChipConfig& config, bool first_witness) {
  QueryOptions options;
  options.leaf_test = config.leaf_test();
  options.first_witness = first_witness;
  options.answers = config.triangle_unit.filter ? Answers::exact : Answers::raw;
  return options;
}

QueryOptions query_options(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                           bool first_witness) {
  QueryOptions options = judged_options(config, first_witness);
  options.tumbled_side = tumbled_side(config.query.tumbled_side, a, b);
  return options;
}

}  // namespace collisionchip

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

QueryOptions query_options(const ChipConfig& config, bool first_witness) {
  QueryOptions options;
  options.tumbled_side = config.query.tumbled_side;
  options.leaf_test = config.leaf_test();
  options.first_witness = first_witness;
  options.answers = config.triangle_unit.filter ? Answers::exact : Answers::raw;
  return options;
}

}  // namespace collisionchip

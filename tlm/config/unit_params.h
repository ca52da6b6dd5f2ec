// What each unit of a machine is built with: params_of<DopUnitParams>(config).
#pragma once

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

namespace unit_params {

template <typename Params, typename Keys>
Params made(Params (*of)(const Keys& keys, const Derived& machine), const ChipConfig& config) {
  return of(config.section<Keys>(), config.derived());
}
template <typename Params>
Params made(Params (*of)(const Derived& machine), const ChipConfig& config) {
  return of(config.derived());
}

}  // namespace unit_params

template <typename Params>
Params params_of(const ChipConfig& config) {
  return unit_params::made(&Params::of, config);
}

}  // namespace collisionchip

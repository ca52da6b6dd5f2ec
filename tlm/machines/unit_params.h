// What each unit of a machine is built with: params_of<DopUnitParams>(config).
#pragma once

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace unit_params {

template <typename Params, typename Keys>
Params made(Params (*of)(const Keys& keys, const Derived& machine), const ChipConfig& config) {
  return of(config.section<Keys>(), derived_of(config));
}
template <typename Params>
Params made(Params (*of)(const Derived& machine), const ChipConfig& config) {
  return of(derived_of(config));
}

}  // namespace unit_params

template <typename Params>
Params params_of(const ChipConfig& config) {
  return unit_params::made(&Params::of, config);
}

}  // namespace collisionchip

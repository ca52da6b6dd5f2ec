// Which channel of a unit's Ports is at which port of its kind. U's own RTL is wired in the same way.
#pragma once

#include "collisionchip/tlm/chip/unit_maker.h"

namespace collisionchip {

// For every kind of unit; std::logic_error if a port has no channel, or one that carries something else.
template <typename U>
typename U::Ports wired(const UnitPorts& ports);

// A UnitMaker.
template <typename U, auto params>
std::unique_ptr<Unit> make_wired(const std::string& instance, const ChipConfig& config,
                                 const UnitPorts& ports) {
  return std::make_unique<U>(instance.c_str(), params(config), wired<U>(ports));
}

}  // namespace collisionchip

// Which channel of a unit's Ports is at which port of its kind. U's own RTL is wired in the same way.
#pragma once

#include "collisionchip/tlm/chip/channel_set.h"

namespace collisionchip {

// For every kind of unit; std::logic_error if a port has no channel, or one that carries something else.
template <typename U>
typename U::Ports wired(const UnitPorts& ports);

}  // namespace collisionchip

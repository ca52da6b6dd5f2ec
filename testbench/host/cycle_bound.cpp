#include "collisionchip/testbench/host/cycle_bound.h"

#include <algorithm>

#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

Cycle most_cycles(const ChipConfig& config, std::uint64_t triangles_a, std::uint64_t triangles_b,
                  Cycle drain_interval) {
  Cycle times = 512;  // beats, rows and coefficients of one pair of siblings, on the narrowest unit
  for (const ConfigKey& key : config_keys()) {
    if (key.unit == "cycles") times += key.get(config);
  }
  constexpr std::uint64_t kWords = 64;  // more than any transfer that a meeting can cause
  const double meeting = 32.0 * static_cast<double>(times + derived_of(config).link.read(kWords).seen()) +
                         8.0 * static_cast<double>(drain_interval);
  const auto pairs = [](std::uint64_t triangles) {
    return static_cast<double>(std::max<std::uint64_t>(triangles, 2) - 1);
  };
  const double most = meeting * (16 + 9 * pairs(triangles_a) * pairs(triangles_b));
  const double representable = 0x1p62 / config.chip.clock_period_ps;
  return static_cast<Cycle>(std::min(most, representable));
}

}  // namespace collisionchip

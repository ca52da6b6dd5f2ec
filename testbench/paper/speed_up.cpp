#include "collisionchip/testbench/paper/speed_up.h"

#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

double chip_microseconds(double cycles) {
  return 1e-6 * cycles * ChipConfig{}.chip.clock_period_ps;
}

SpeedUp speed_up(const Turn& chip, const Turn& host, const std::string& software) {
  const double set_up = host.mean("set_up");
  const double of_software = software == "fcl" ? 0 : set_up;  // FCL's cannot be told apart
  const double of_chip = set_up + chip_microseconds(chip.mean("pci_cycles"));
  const double mean = chip_microseconds(chip.mean("cycles")), worst = chip_microseconds(chip.max("cycles"));
  return {(host.mean(software) - of_software) / mean, (host.max(software) - of_software) / worst,
          host.mean(software) / (mean + of_chip), host.max(software) / (worst + of_chip)};
}

}  // namespace collisionchip

// The presets with what one chooses by: `config --list`.
#pragma once

#include <string>

namespace collisionchip {

std::string preset_list_text();
// With a header: preset,what,mm2,clock_mhz,clock_met_mhz,memory,gb_per_s,rtl.
std::string preset_list_csv();

}  // namespace collisionchip

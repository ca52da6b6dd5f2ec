// docs/configuration.md, from the table of keys and the presets.
#pragma once

#include <string>

namespace collisionchip {

std::string configuration_page();

}  // namespace collisionchip

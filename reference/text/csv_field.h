// A text in a line of a CSV file.
#pragma once

#include <string>

namespace collisionchip {

// The text itself, or in quotes if it has a comma, a quote or a line break.
std::string csv_field(const std::string& text);

}  // namespace collisionchip

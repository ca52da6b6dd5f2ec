// The order in which people number files: 2 comes before 10.
#pragma once

#include <string>

namespace collisionchip {

// Whole numbers in names count as numbers, of any length and whatever zeros lead them; all else goes byte by byte, digits in
// the place of '0'. Names that differ in leading zeros alone go byte by byte. A strict total order.
bool natural_less(const std::string& a, const std::string& b);

}  // namespace collisionchip

// Decimals as they are written, without a double between: 16.048 thousands are 16048.
#pragma once

#include <cstdint>
#include <string_view>

namespace collisionchip {

// The whole number below or at `decimal` times ten to the `places`; UINT64_MAX if it is larger. `decimal` has the form of
// a float or an integer of TOML, at least 0: digits with underscores between, a point, an exponent, a plus.
std::uint64_t shifted_decimal(std::string_view decimal, int places);

}  // namespace collisionchip

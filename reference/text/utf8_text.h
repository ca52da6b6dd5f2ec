// Text for files that must be UTF-8, of names that need not be.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace collisionchip {

// Bytes of the character that begins at byte `at`; 0: none does.
std::size_t utf8_length(std::string_view text, std::size_t at);
bool is_utf8(std::string_view text);
// The same with U+FFFD in the place of each byte that does not belong to a character.
std::string utf8_text(std::string_view text);

}  // namespace collisionchip

// What somebody may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace collisionchip {

// Levenshtein: the fewest insertions, deletions and replacements of one character.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The name with the least edit distance, the first of several; there is at least one.
const std::string& nearest_name(std::string_view meant, const std::vector<std::string>& names);

}  // namespace collisionchip

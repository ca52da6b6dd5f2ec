// What a user may have meant by a misspelt word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

// Levenshtein: the fewest insertions, deletions and replacements of one character.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The name with the least edit distance, the first of several; there is at least one.
const std::string& nearest_name(std::string_view meant, const std::vector<std::string>& names);

// "; nearest is NAME", of names that are near: of a name's letters one in three may be another one. Empty: none is near.
std::string nearest_hint(std::string_view meant, const std::vector<std::string>& names);

// "a", "a or b", "a, b or c".
std::string either_of(const std::vector<std::string>& names);

// For a word that is none of the names: "PLACE: expected a, b or c, got 'd'; nearest is a".
InputError no_choice(const Place& place, const std::vector<std::string>& names, std::string_view got);
// The same without a place, for a WrongWord: "expected a, b or c, got 'd'; nearest is a".
std::string choice_complaint(const std::vector<std::string>& names, std::string_view got);

}  // namespace collisionchip

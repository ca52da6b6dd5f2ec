// What the parser lets pass or names badly: verbs and options that do not exist, and empty words.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace collisionchip {

// WrongWord for a verb or an option that there is not, with the nearest one if it is near; for an empty word, or an
// empty element of a list, wherever it stands: a shell variable that is not set is no answer.
void check_words(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace collisionchip

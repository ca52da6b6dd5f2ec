// What the parser lets pass or names badly: verbs and options that do not exist, and empty words.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace collisionchip {

// WrongWord for a verb or an option that there is not, with the nearest one if it is near; for an empty word, or an
// empty element of a list, wherever it stands: a shell variable that is not set is no answer.
void check_words(const CLI::App& app, const std::vector<std::string>& words);

// InputError for the first of these options that was typed, with what it expects: it would have no effect.
void refuse_typed(const CLI::App& verb, const std::vector<std::string>& options, const std::string& expected);

}  // namespace collisionchip

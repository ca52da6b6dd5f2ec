// The words of a command before the parser sees them: it lets some mistakes pass, and names others in a voice of its own.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace collisionchip {

// WrongWord for a verb or an option that there is not, with the nearest one if it is near; for an operand or a value too few or too
// many; for an empty word, or an empty element of a list, wherever it stands: a shell variable that is not set is no answer.
// Returns the words as the parser needs them: behind an option whose value may be missing, "--" twice, for the parser takes one as
// the value's end.
std::vector<std::string> check_words(const CLI::App& app, const std::vector<std::string>& words);

// "help VERB" as "VERB --help". WrongWord for what is no verb.
std::vector<std::string> without_help(const CLI::App& app, const std::vector<std::string>& words);

// InputError for the first of these options that was typed, with what it expects: it would have no effect.
void refuse_typed(const CLI::App& verb, const std::vector<std::string>& options, const std::string& expected);

}  // namespace collisionchip

#include "collisionchip/testbench/cli/word_checks.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

// The parser would read a number that begins with 0 as an octal one.
bool is_whole_number(const std::string& text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const std::from_chars_result read = std::from_chars(text.data(), end, value);
  const bool is_decimal =
      read.ec == std::errc() && read.ptr == end && (text.front() != '0' || text.size() == 1);
  return is_decimal && value >= least && value <= most;
}

// In a message and, as HelpFormatter has it, in the help.
CLI::Validator in_words(const std::string& words, const std::function<bool(const std::string&)>& is_right) {
  return CLI::Validator(
      [=](const std::string& text) {
        return is_right(text) ? std::string()
                              : fmt::format("expected {}, got {}", words, collisionchip::quoted(text));
      },
      " " + words);
}

CLI::Validator one_of(const std::vector<std::string>& names, const std::string& help) {
  return CLI::Validator(
      [=](const std::string& text) {
        const bool known = std::find(names.begin(), names.end(), text) != names.end();
        return known ? std::string() : choice_complaint(names, text);
      },
      help);
}

}  // namespace

CLI::Validator whole_number() {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return in_words("a whole number", [=](const std::string& text) { return is_whole_number(text, 0, most); });
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return in_words(fmt::format("a whole number from {} to {}", least, most),
                  [=](const std::string& text) { return is_whole_number(text, least, most); });
}

CLI::Validator real_number(double least, double most) {
  return in_words(fmt::format("a number from {} to {}", least, most), [=](const std::string& text) {
    double value = 0;
    return parse_real(text, value) == NumberCheck::ok && value >= least && value <= most;
  });
}

CLI::Validator number_but_0() {
  return in_words("a finite number other than 0", [](const std::string& text) {
    double value = 0;
    return parse_real(text, value) == NumberCheck::ok && value != 0;
  });
}

CLI::Validator one_of(const std::vector<std::string>& names) {
  return one_of(names, " one of " + either_of(names));
}

CLI::Validator one_of_choices(const std::vector<Choice>& choices) {
  std::vector<std::string> names;
  std::string help = " one of";
  for (const Choice& choice : choices) {
    names.push_back(choice.name);
    help += fmt::format("\n  {}: {}", choice.name, choice.what);
  }
  return one_of(names, help);
}

CLI::Validator one_of_numbers(const std::vector<std::uint32_t>& numbers) {
  std::vector<std::string> names;
  names.reserve(numbers.size());
  for (const std::uint32_t number : numbers) names.push_back(std::to_string(number));
  const std::string words = either_of(names);
  CLI::Validator check = in_words(words, [=](const std::string& text) {
    return std::find(names.begin(), names.end(), text) != names.end();
  });
  return check.description(" one of " + words);
}

}  // namespace collisionchip

#include "collisionchip/testbench/cli/word_checks.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

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

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most, const std::string& range) {
  return CLI::Validator(
      [=](const std::string& text) {
        if (is_whole_number(text, least, most)) return std::string();
        return fmt::format("expected a whole number{}{}, got {}", range.empty() ? "" : " in ", range,
                           collisionchip::quoted(text));
      },
      range);
}

}  // namespace

CLI::Validator whole_number() {
  return whole_number(0, std::numeric_limits<std::uint64_t>::max(), "");
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
  return whole_number(least, most, fmt::format("{}..{}", least, most));
}

CLI::Validator real_number(double least, double most) {
  const std::string range = fmt::format("{}..{}", least, most);
  return CLI::Validator(
      [=](const std::string& text) {
        double value = 0;
        const bool fits = parse_real(text, value) == NumberCheck::ok && value >= least && value <= most;
        return fits ? std::string()
                    : fmt::format("expected a number in {}, got {}", range, collisionchip::quoted(text));
      },
      range);
}

CLI::Validator one_of(const std::vector<std::string>& names) {
  return CLI::Validator(
      [=](const std::string& text) {
        const bool known = std::find(names.begin(), names.end(), text) != names.end();
        return known ? std::string() : choice_complaint(names, text);
      },
      fmt::format("{{{}}}", fmt::join(names, ",")));
}

CLI::Validator one_of_numbers(const std::vector<std::uint32_t>& numbers) {
  std::vector<std::string> names;
  names.reserve(numbers.size());
  for (const std::uint32_t number : numbers) names.push_back(std::to_string(number));
  return CLI::Validator(
      [=](const std::string& text) {
        const bool known = std::find(names.begin(), names.end(), text) != names.end();
        return known ? std::string()
                     : fmt::format("expected {}, got {}", either_of(names), collisionchip::quoted(text));
      },
      fmt::format("{{{}}}", fmt::join(names, ",")));
}

}  // namespace collisionchip

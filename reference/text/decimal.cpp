#include "collisionchip/reference/text/decimal.h"

#include <algorithm>
#include <string>

namespace collisionchip {

namespace {

constexpr std::uint64_t kMostWhole = UINT64_MAX;

// An exponent beyond this moves all digits of any file out of sight.
constexpr std::int64_t kFar = 1'000'000;

std::int64_t exponent_of(std::string_view digits) {
  const bool negative = !digits.empty() && digits.front() == '-';
  std::int64_t exponent = 0;
  for (const char c : digits) {
    if (c >= '0' && c <= '9') exponent = std::min(kFar, 10 * exponent + (c - '0'));
  }
  return negative ? -exponent : exponent;
}

}  // namespace

std::uint64_t shifted_decimal(std::string_view decimal, int places) {
  const std::size_t e = std::min(decimal.find_first_of("eE"), decimal.size());
  std::string digits;
  std::int64_t before_point = -1;
  for (const char c : decimal.substr(0, e)) {
    if (c >= '0' && c <= '9') digits += c;
    if (c == '.') before_point = static_cast<std::int64_t>(digits.size());
  }
  if (before_point < 0) before_point = static_cast<std::int64_t>(digits.size());
  std::int64_t left = before_point + places + exponent_of(decimal.substr(std::min(e + 1, decimal.size())));
  std::uint64_t whole = 0;
  for (auto digit = digits.begin(); left > 0; --left) {
    const auto next = static_cast<std::uint64_t>(digit == digits.end() ? 0 : *digit++ - '0');
    if (whole > (kMostWhole - next) / 10) return kMostWhole;
    whole = 10 * whole + next;
    if (whole == 0 && digit == digits.end()) break;
  }
  return whole;
}

}  // namespace collisionchip

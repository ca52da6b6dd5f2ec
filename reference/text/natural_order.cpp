#include "collisionchip/reference/text/natural_order.h"

#include <string_view>

namespace collisionchip {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The digits at the begin of a text, which they leave; without the zeros that lead them.
std::string_view take_number(std::string_view& text) {
  std::size_t zeros = 0;
  while (zeros < text.size() && text[zeros] == '0') ++zeros;
  std::size_t end = zeros;
  while (end < text.size() && is_digit(text[end])) ++end;
  const std::string_view number = text.substr(zeros, end - zeros);
  text.remove_prefix(end);
  return number;
}

// Below 0, 0 or above.
int compare_numbers(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return a.compare(b);
}

unsigned char rank(char c) {
  return static_cast<unsigned char>(is_digit(c) ? '0' : c);
}

}  // namespace

bool natural_less(const std::string& a, const std::string& b) {
  std::string_view left = a, right = b;
  while (!left.empty() && !right.empty()) {
    if (is_digit(left.front()) && is_digit(right.front())) {
      const int order = compare_numbers(take_number(left), take_number(right));
      if (order != 0) return order < 0;
      continue;
    }
    if (rank(left.front()) != rank(right.front())) return rank(left.front()) < rank(right.front());
    left.remove_prefix(1);
    right.remove_prefix(1);
  }
  if (left.empty() != right.empty()) return left.empty();
  return a < b;
}

}  // namespace collisionchip

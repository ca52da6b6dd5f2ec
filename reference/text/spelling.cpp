#include "collisionchip/reference/text/spelling.h"

#include <algorithm>
#include <numeric>

#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

const std::string& nearest_name(std::string_view meant, const std::vector<std::string>& names) {
  return *std::min_element(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return edit_distance(meant, a) < edit_distance(meant, b);
  });
}

std::string nearest_hint(std::string_view meant, const std::vector<std::string>& names) {
  if (names.empty()) return "";
  const std::string& name = nearest_name(meant, names);
  const std::size_t letters = name.size() - name.find_first_not_of('-');
  return 3 * edit_distance(meant, name) <= letters + 2 ? "; nearest is " + name : "";
}

std::string either_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + names[i];
  return text;
}

InputError no_choice(const Place& place, const std::vector<std::string>& names, std::string_view got) {
  return {place, either_of(names), ", got " + quoted(got) + nearest_hint(got, names)};
}

std::string choice_complaint(const std::vector<std::string>& names, std::string_view got) {
  return "expected " + either_of(names) + ", got " + quoted(got) + nearest_hint(got, names);
}

}  // namespace collisionchip

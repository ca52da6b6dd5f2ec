#include "collisionchip/tlm/config/config_keys.h"

#include <algorithm>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"

namespace collisionchip {

namespace {

bool obeys(IntegerRule rule, std::uint32_t value) {
  switch (rule) {
    case IntegerRule::any:
      return true;
    case IntegerRule::power_of_two:
      return value != 0 && (value & (value - 1)) == 0;
    case IntegerRule::one_or_even:
      return value == 1 || value % 2 == 0;
  }
  return false;
}

std::string interval(const ConfigKey& key) {
  return std::to_string(key.min) + ".." + std::to_string(key.max);
}

// "a, b or c", each between the given quotes.
std::string list(const std::vector<std::string>& items, const std::string& quote, const std::string& last) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) text += i + 1 == items.size() ? last : ", ";
    text += quote + items[i] + quote;
  }
  return text;
}

std::vector<std::string> texts(const std::vector<std::uint32_t>& numbers) {
  std::vector<std::string> out;
  out.reserve(numbers.size());
  for (const std::uint32_t number : numbers) out.push_back(std::to_string(number));
  return out;
}

}  // namespace

const std::vector<std::string>& config_sections() {
  static const std::vector<std::string> sections = [] {
    std::vector<std::string> all;
    for (const ConfigKey& key : config_keys()) {
      if (all.empty() || all.back() != key.section()) all.push_back(key.section());
    }
    return all;
  }();
  return sections;
}

const ConfigKey* find_key(std::string_view name) {
  for (const ConfigKey& key : config_keys()) {
    if (key.name == name) return &key;
  }
  return nullptr;
}

const std::string& nearest_key(std::string_view name) {
  const bool dotted = name.find('.') != std::string_view::npos;
  const auto distance = [&](const ConfigKey& key) {
    return edit_distance(name, dotted ? key.name : key.leaf());
  };
  const std::vector<ConfigKey>& keys = config_keys();
  return std::min_element(keys.begin(), keys.end(),
                          [&](const ConfigKey& a, const ConfigKey& b) { return distance(a) < distance(b); })
      ->name;
}

const std::string& nearest_section(std::string_view name) {
  return nearest_name(name, config_sections());
}

bool accepts(const ConfigKey& key, std::uint32_t value) {
  if (!key.allowed.empty()) return std::count(key.allowed.begin(), key.allowed.end(), value) != 0;
  return value >= key.min && value <= key.max && obeys(key.rule, value);
}

std::string expectation(const ConfigKey& key, std::optional<std::int64_t> refused) {
  if (key.kind == KeyKind::boolean) return "true or false";
  if (key.kind == KeyKind::word) return list(key.words, "'", " or ");
  if (!key.allowed.empty()) return "one of " + list(texts(key.allowed), "", ", ");
  if (refused && *refused >= key.min && *refused <= key.max) return range_text(key);
  return "an integer in " + interval(key);
}

std::string range_text(const ConfigKey& key) {
  if (key.kind != KeyKind::integer) return list(key.words, "`", " or ");
  if (!key.allowed.empty()) return list(texts(key.allowed), "", " or ");
  switch (key.rule) {
    case IntegerRule::any:
      break;
    case IntegerRule::power_of_two:
      return "a power of two in " + interval(key);
    case IntegerRule::one_or_even:
      return "1 or an even number in " + interval(key);
  }
  return interval(key);
}

std::string value_text(const ConfigKey& key, std::uint32_t value) {
  switch (key.kind) {
    case KeyKind::integer:
      break;
    case KeyKind::boolean:
      return key.words.at(value);
    case KeyKind::word:
      return '"' + key.words.at(value) + '"';
  }
  return std::to_string(value);
}

std::string shown(const ChipConfig& config, const std::string& key) {
  const ConfigKey* row = find_key(key);
  return row->name + " = " + value_text(*row, row->get(config));
}

}  // namespace collisionchip

// How a row of the table of keys is written: a member of a section of ChipConfig, as a number, a word or a boolean.
#pragma once

#include <type_traits>
#include <utility>

#include "collisionchip/tlm/machine/config_keys.h"

namespace collisionchip::config_rows {

using C = ChipConfig;

struct Range {
  std::uint32_t min;
  std::uint32_t max;
  IntegerRule rule = IntegerRule::any;
};

template <auto section, auto member>
std::uint32_t get_member(const ChipConfig& config) {
  return static_cast<std::uint32_t>(config.*section.*member);
}

template <auto section, auto member>
void set_member(ChipConfig& config, std::uint32_t value) {
  auto& field = config.*section.*member;
  field = static_cast<std::remove_reference_t<decltype(field)>>(value);
}

template <auto section, auto member>
ConfigKey integer(const char* name, const char* unit, Range range, const char* paper, const char* meaning) {
  return {name,
          KeyKind::integer,
          unit,
          range.min,
          range.max,
          range.rule,
          {},
          {},
          paper,
          meaning,
          get_member<section, member>,
          set_member<section, member>};
}

template <auto section, auto member>
ConfigKey one_of(const char* name, const char* unit, std::vector<std::uint32_t> allowed, const char* paper,
                 const char* meaning) {
  ConfigKey key = integer<section, member>(name, unit, {allowed.front(), allowed.back()}, paper, meaning);
  key.allowed = std::move(allowed);
  return key;
}

template <auto section, auto member>
ConfigKey word(const char* name, std::vector<std::string> words, const char* paper, const char* meaning) {
  const auto last = static_cast<std::uint32_t>(words.size() - 1);
  ConfigKey key = integer<section, member>(name, "-", {0, last}, paper, meaning);
  key.kind = KeyKind::word;
  key.words = std::move(words);
  return key;
}

template <auto section, auto member>
ConfigKey boolean(const char* name, const char* paper, const char* meaning) {
  ConfigKey key = word<section, member>(name, {"false", "true"}, paper, meaning);
  key.kind = KeyKind::boolean;
  return key;
}

// The memory behind the chip.
void add_memory(std::vector<ConfigKey>& keys);
// What operations, memories and silicon cost: no key of these changes a cycle.
void add_costs(std::vector<ConfigKey>& keys);

}  // namespace collisionchip::config_rows

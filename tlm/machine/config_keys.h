// The one table of configuration keys: what each is called, what it may be, and where the paper speaks of it.
// Reading files, `--set`, the effective configuration and docs/configuration.md all follow this table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

enum class KeyKind { integer, boolean, word };
enum class IntegerRule { any, power_of_two, one_or_even };

// What a key is to the RTL of a unit (rtl_model/rtl): a parameter of its module; or, without a name,
// something that it was written for, in one value or a few.
struct RtlUse {
  std::string unit;
  std::string parameter;
  bool (ChipConfig::*told)() const = nullptr;  // what the parameter is, if not the key's own value
  std::uint32_t min = 0, max = 0;              // of the key, both included, where there is no parameter
};

struct ConfigKey {
  // A value of any kind travels as one unsigned number: the integer itself, 0 or 1, or the index of the word.
  using Get = std::uint32_t (*)(const ChipConfig&);
  using Set = void (*)(ChipConfig&, std::uint32_t);

  std::string name;  // "sdram.t_rp": a section and a leaf, always exactly one dot
  KeyKind kind;
  std::string unit;  // "-" where there is none
  std::uint32_t min;
  std::uint32_t max;
  IntegerRule rule;
  std::vector<std::uint32_t> allowed;  // if not empty, the only integers accepted
  std::vector<std::string> words;      // of a boolean or an enumeration, by value
  std::string paper;                   // "§4.5"; "ours" where the paper is silent
  std::string meaning;
  Get get;
  Set set;
  std::vector<RtlUse> rtl{};
  // Of a key that came when hashes were in use: with this value the machine is the one there was without the
  // key, and so is its hash.
  std::optional<std::uint32_t> neutral{};

  // The same key, with one more use, or that came later.
  ConfigKey parameter(std::string of_unit, std::string parameter_name,
                      bool (ChipConfig::*told)() const = nullptr) const;
  ConfigKey added_with(std::uint32_t neutral_value) const;
  ConfigKey only(std::string of_unit) const;  // preset paper41's value
  ConfigKey only(std::string of_unit, std::uint32_t least, std::uint32_t most) const;

  std::string section() const { return name.substr(0, name.find('.')); }
  std::string leaf() const { return name.substr(name.find('.') + 1); }
};

// In the order of ChipConfig's members. A key that sets others stands before them: who has several keys at once sets
// them in this order.
const std::vector<ConfigKey>& config_keys();
const std::vector<std::string>& config_sections();

const ConfigKey* find_key(std::string_view name);
// The key, or the section, with the least edit distance; the first in the table if several have it. A name
// without a dot is compared with the leaves.
const std::string& nearest_key(std::string_view name);
const std::string& nearest_section(std::string_view name);

bool accepts(const ConfigKey& key, std::uint32_t value);
// "an integer in 1..64", "one of 6, 14, 18", "'closed' or 'open'". For an integer that is in the range and
// still refused, what the range did not say: "a power of two in 1..64".
std::string expectation(const ConfigKey& key, std::optional<std::int64_t> refused);
// As it stands in the documentation and after the `=` of a file.
std::string range_text(const ConfigKey& key);
std::string value_text(const ConfigKey& key, std::uint32_t value);

}  // namespace collisionchip

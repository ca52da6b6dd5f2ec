// The one table of configuration keys: each key's name, its allowed values, and its place in the paper.
// Reading files, `--set`, the effective configuration and docs/configuration.md all follow this table.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collisionchip/tlm/machine/key_row.h"

namespace collisionchip {

struct ConfigKey : KeyRow {
  // A value of any kind travels as one unsigned number: the integer itself, 0 or 1, or the index of the word.
  using Get = std::function<std::uint32_t(const ChipConfig&)>;
  using Set = std::function<void(ChipConfig&, std::uint32_t)>;

  Get get;
  Set set;

  std::string section() const { return name.substr(0, name.find('.')); }
  std::string leaf() const { return name.substr(name.find('.') + 1); }
};

// In the order of ChipConfig's members. A key that sets other keys comes before them: several keys at once are set in
// this order.
const std::vector<ConfigKey>& config_keys();
const std::vector<std::string>& config_sections();

const ConfigKey* find_key(std::string_view name);
// The key, or the section, with the least edit distance; the first in the table if several have it. A name
// without a dot is compared with the leaves.
const std::string& nearest_key(std::string_view name);
const std::string& nearest_section(std::string_view name);

bool accepts(const ConfigKey& key, std::uint32_t value);
// "an integer in 1..64", "one of 6, 14, 18", "'closed' or 'open'". An integer in the range can still be refused; then the
// text names the missing condition: "a power of two in 1..64".
std::string expectation(const ConfigKey& key, std::optional<std::int64_t> refused);
// The form in the documentation and after the `=` in a file.
std::string range_text(const ConfigKey& key);
std::string value_text(const ConfigKey& key, std::uint32_t value);
// "sdram.t_rc = 8": a key as a message shows it.
std::string shown(const ChipConfig& config, const std::string& key);

}  // namespace collisionchip

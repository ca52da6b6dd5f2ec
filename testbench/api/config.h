// A machine as its keys: a preset or a chip file, with keys changed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "collisionchip/testbench/api/error.h"

namespace collisionchip {
struct ChosenChip;
}

namespace collisionchip::api {

// A handle like Shape: copies share its data, which never change. Two machines with the same hash are the same machine.
class Config {
 public:
  // The machine of a preset or of a file of keys (*.toml), changed by `keys`: texts such as "sdram.banks=8" (docs/configuration.md). If a
  // key is given twice, the last value counts. Error if a name or value is unknown, out of range, or contradicts another key.
  explicit Config(const std::string& machine = "paper41", const std::vector<std::string>& keys = {});

  // This machine with keys changed. If `memory.kind` changes, the keys of set_singly() keep their values.
  Config replace(const std::vector<std::string>& keys) const;

  std::string toml() const;  // all keys, as the text of a chip file
  std::string json() const;  // all keys, as a JSON object by section
  std::string hash() const;  // 16 hexadecimal digits; the same as in every result of the machine
  std::string facts()
      const;  // a JSON object: memory, bandwidth, area and clock, as "machine" in the file of `--stats`

  std::vector<std::string> settings() const;    // all keys, as "sdram.banks=8"
  std::vector<std::string> set_singly() const;  // names of the keys that a chip file or `keys` set
  // The machine from what settings() and set_singly() gave, in any process or program.
  static Config of(const std::vector<std::string>& settings, const std::vector<std::string>& set_singly);

  // Private to the library.
  const ChosenChip& chip() const { return *chip_; }

 private:
  explicit Config(std::shared_ptr<const ChosenChip> chip) : chip_(std::move(chip)) {}

  std::shared_ptr<const ChosenChip> chip_;
};

// The facts about a key.
struct ConfigKeyText {
  std::string name;                  // "sdram.banks"
  std::string unit;                  // "ns"; empty if there is none
  std::string range;                 // its values in words: "a power of two in 1..64"
  std::vector<std::string> choices;  // all values if they are few: words, truth values or integers
  bool is_integer = false;           // false: the values are the choices
  std::uint32_t least = 0;           // the least value of an integer
  std::uint32_t most = 0;            // the largest value of an integer
  std::string default_value;         // the value in paper41
  std::string meaning;               // a line
  std::string source;                // the section of the paper, or "ours"
};

// All keys, in the order of files.
const std::vector<ConfigKeyText>& config_key_texts();

// The presets' names, each with a line about it.
std::vector<std::pair<std::string, std::string>> preset_texts();

}  // namespace collisionchip::api

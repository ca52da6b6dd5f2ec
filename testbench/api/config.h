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

// A handle, as Shape: copies share it, and nothing of it changes. Machines with the same hash are the same machine.
class Config {
 public:
  // A preset, or a file of keys (*.toml); `keys` are "sdram.banks=8" and the like (docs/configuration.md), of two values for one
  // key the last counts. Error for what is unknown, out of range, or contradicts another key.
  explicit Config(const std::string& machine = "paper41", const std::vector<std::string>& keys = {});

  // This one with keys changed. A key that was set by itself keeps its value if `memory.kind` changes.
  Config replace(const std::vector<std::string>& keys) const;

  std::string toml() const;  // all keys, as the text of a chip file
  std::string json() const;  // all keys, as a JSON object by section
  std::string hash() const;  // 16 hexadecimal digits; the same as in every result of the machine
  std::string facts()
      const;  // a JSON object: memory, bandwidth, area and clock, as "machine" in the file of `--stats`

  std::vector<std::string> settings() const;    // all keys, as "sdram.banks=8"
  std::vector<std::string> set_singly() const;  // the keys that were set by themselves
  // The same again, of these two, wherever that is.
  static Config of(const std::vector<std::string>& settings, const std::vector<std::string>& set_singly);

  // Private to the library.
  const ChosenChip& chip() const { return *chip_; }

 private:
  explicit Config(std::shared_ptr<const ChosenChip> chip) : chip_(std::move(chip)) {}

  std::shared_ptr<const ChosenChip> chip_;
};

// What there is to know about a key.
struct ConfigKeyText {
  std::string name;                  // "sdram.banks"
  std::string unit;                  // "ns"; empty: none
  std::string range;                 // its values in words: "a power of two in 1..64"
  std::vector<std::string> choices;  // each of them where they are few: words, truth values or integers
  bool is_integer = false;           // if not, its values are its choices
  std::uint32_t least = 0;           // of an integer
  std::uint32_t most = 0;            // of an integer, included
  std::string default_value;         // of paper41
  std::string meaning;               // a line
  std::string source;                // the section of the paper, or "ours"
};

// All keys, in the order of files.
const std::vector<ConfigKeyText>& config_key_texts();

// The presets' names, each with a line about it.
std::vector<std::pair<std::string, std::string>> preset_texts();

}  // namespace collisionchip::api

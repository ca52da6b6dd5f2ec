// A key's value as a user wrote it, in a file, on a command line or in a message: checked once, in one place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/config/config_keys.h"

namespace collisionchip {

// What was written for a value.
struct GivenValue {
  enum class Type { integer, boolean, text, other } type;
  std::int64_t number;  // of an integer; 0 or 1 of a boolean
  std::string text;     // as written

  // As messages show it: text in quotes, long values cut short.
  std::string shown() const;
};

GivenValue given_on_command_line(const ConfigKey& key, const std::string& text);

// The value as the key stores it. InputError "WHERE: expected ..., got ..." if the key does not accept it;
// `where` is what the message begins with: "my.toml:7: sdram.banks" or "--set sdram.banks=four".
std::uint32_t checked_value(const ConfigKey& key, const GivenValue& given, const Place& where);

// A key of the configuration as a file sets it.
struct PlacedKey {
  const ConfigKey* key;
  std::uint32_t value;
  Place where;  // "my.toml:7"
};

// The user's text on one line: control characters become \x09.
std::string printable(std::string_view text);
// The text's beginning. Values may have any length; their beginning is enough to tell them apart.
std::string excerpt(std::string_view text);

}  // namespace collisionchip

// TOML files with one-line complaints: file, line, what was expected.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <toml.hpp>

#include "collisionchip/tlm/config/config_value.h"

namespace collisionchip {

// An ordered map: which of two mistakes is reported must not depend on a hash.
using Toml = toml::basic_value<toml::discard_comments, std::map, std::vector>;

// The file's root table. `what` names the kind of file ("a chip configuration") in the message about a file that is too
// long. InputError if the file cannot be read or is not TOML.
Toml parse_toml(const std::string& path, const std::string& what);

// "my.toml:7"
Place at_line(const std::string& path, const Toml& value);

GivenValue given_in_file(const Toml& value);

// Every key set in `table`, whose members are the sections, in the order of the file. InputError for the
// first that is no key or has a value it does not accept.
std::vector<PlacedKey> read_keys(const std::string& path, const Toml& table);

}  // namespace collisionchip

// JSON as text, for every file and line that this program writes. Names of files need not be UTF-8: bytes that are none
// become U+FFFD.
#pragma once

#include <string>

namespace collisionchip {

// Any type of nlohmann's. `indent` below 0: one line.
template <typename Json>
std::string json_text(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace collisionchip

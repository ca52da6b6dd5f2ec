// A line of input for `collisionchip evaluate`: one JSON object with keys, and an id that the answer repeats.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace collisionchip {

class AskedLine {
 public:
  // InputError if the text is no JSON object or nests too deep; the message begins with `where`.
  AskedLine(const std::string& text, const std::string& where);

  // The text of the value of "id", byte for byte, so that a number may have any size. Empty if the line has no id, or two.
  const std::string& id() const { return id_; }
  // The other members, as the line has them: {"sdram.banks": 8}, or by section {"sdram": {"banks": 8}}. InputError names a key that the
  // line has twice, in the same form or in both.
  const nlohmann::ordered_json& keys() const;

 private:
  std::string where_, id_, twice_;
  nlohmann::ordered_json keys_;
};

}  // namespace collisionchip

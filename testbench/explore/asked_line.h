// A line that `collisionchip evaluate` is asked: one JSON object of keys, and an id that comes back.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace collisionchip {

class AskedLine {
 public:
  // InputError, which begins with `where`, if the text is no JSON object or nests too deep.
  AskedLine(const std::string& text, const std::string& where);

  // The value of "id", byte for byte: no number of it is too large or too long. Empty if there is none, or two.
  const std::string& id() const { return id_; }
  // The other members, as they stand there: {"sdram.banks": 8}, or by section {"sdram": {"banks": 8}}. InputError names a key that
  // the line has twice, in one way or in both.
  const nlohmann::ordered_json& keys() const;

 private:
  std::string where_, id_, twice_;
  nlohmann::ordered_json keys_;
};

}  // namespace collisionchip

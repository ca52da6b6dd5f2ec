#include "collisionchip/reference/text/csv_field.h"

namespace collisionchip {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted_text = "\"";
  for (const char c : text) quoted_text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted_text + '"';
}

}  // namespace collisionchip

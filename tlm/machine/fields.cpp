#include "collisionchip/tlm/machine/fields.h"

#include <cstdio>

namespace collisionchip {

namespace {

std::string hexadecimal(const std::uint32_t* words, std::size_t count) {
  std::string text = "0x";
  for (std::size_t i = count; i > 0; --i) {
    char digits[9];
    std::snprintf(digits, sizeof digits, "%08x", words[i - 1]);
    text += digits;
  }
  return text;
}

}  // namespace

std::string text_of(const MessageFields& fields, const std::uint32_t* words) {
  std::string text;
  for (const MessageField& field : fields) {
    text += (text.empty() ? "" : ", ") + field.name + " ";
    text += field.words() == 1 ? std::to_string(*words) : hexadecimal(words, field.words());
    words += field.words();
  }
  return text;
}

}  // namespace collisionchip

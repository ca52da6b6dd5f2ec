#include "collisionchip/tlm/config/config_value.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

std::optional<std::uint32_t> value_of(const ConfigKey& key, const GivenValue& given) {
  std::optional<std::uint32_t> value;
  if (key.kind == KeyKind::integer && given.type == GivenValue::Type::integer && given.number >= 0 &&
      given.number <= std::int64_t{UINT32_MAX}) {
    value = static_cast<std::uint32_t>(given.number);
  }
  if (key.kind == KeyKind::boolean && given.type == GivenValue::Type::boolean) {
    value = static_cast<std::uint32_t>(given.number);
  }
  if (key.kind == KeyKind::word && given.type == GivenValue::Type::text) {
    const auto found = std::find(key.words.begin(), key.words.end(), given.text);
    if (found != key.words.end()) value = static_cast<std::uint32_t>(found - key.words.begin());
  }
  return value && accepts(key, *value) ? value : std::nullopt;
}

}  // namespace

GivenValue given_on_command_line(const ConfigKey& key, const std::string& text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const bool all_read = stop == end && !text.empty();
  if (key.kind == KeyKind::integer && all_read && error == std::errc()) {
    return {GivenValue::Type::integer, number, text};
  }
  // More than 64 bits is still an integer to the user: out of range, not misspelt.
  if (all_read && error == std::errc::result_out_of_range) return {GivenValue::Type::other, 0, text};
  if (key.kind == KeyKind::boolean && (text == "true" || text == "false")) {
    return {GivenValue::Type::boolean, text == "true", text};
  }
  return {GivenValue::Type::text, 0, text};
}

std::string GivenValue::shown() const {
  return type == Type::text ? "'" + excerpt(text) + "'" : excerpt(text);
}

std::uint32_t checked_value(const ConfigKey& key, const GivenValue& given, const Place& where) {
  const std::optional<std::uint32_t> value = value_of(key, given);
  if (value) return *value;
  const bool is_integer = given.type == GivenValue::Type::integer;
  throw InputError(where, expectation(key, is_integer ? std::optional(given.number) : std::nullopt),
                   ", got " + given.shown());
}

std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      out += c;
    } else {
      out += {'\\', 'x', "0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
    }
  }
  return out;
}

std::string excerpt(std::string_view text) {
  std::size_t length = 60;
  if (text.size() <= length) return printable(text);
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80)
    --length;  // inside a UTF-8 character
  return printable(text.substr(0, length)) + "...";
}

}  // namespace collisionchip

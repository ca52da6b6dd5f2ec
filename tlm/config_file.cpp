#include "tlm/config_file.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <toml.hpp>

#include "reference/input_error.h"
#include "tlm/config_keys.h"

namespace collisionchip {

namespace {

// An ordered map: which of two mistakes is reported must not depend on a hash.
using Toml = toml::basic_value<toml::discard_comments, std::map, std::vector>;

// Whatever the user typed stays on one line.
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

// Values may be of any length; their beginning tells them apart.
std::string excerpt(std::string_view text) {
  std::size_t length = 60;
  if (text.size() <= length) return printable(text);
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0) == 0x80)
    --length;  // inside a UTF-8 character
  return printable(text.substr(0, length)) + "...";
}

// What the user wrote for a value, from a file or from the command line.
struct Given {
  enum class Type { integer, boolean, text, other } type;
  std::int64_t number;  // of an integer; 0 or 1 of a boolean
  std::string text;     // as written

  std::string shown() const { return type == Type::text ? "'" + excerpt(text) + "'" : excerpt(text); }
};

std::optional<std::uint32_t> value_of(const ConfigKey& key, const Given& given) {
  std::optional<std::uint32_t> value;
  if (key.kind == KeyKind::integer && given.type == Given::Type::integer && given.number >= 0 &&
      given.number <= std::int64_t{UINT32_MAX}) {
    value = static_cast<std::uint32_t>(given.number);
  }
  if (key.kind == KeyKind::boolean && given.type == Given::Type::boolean) {
    value = static_cast<std::uint32_t>(given.number);
  }
  if (key.kind == KeyKind::word && given.type == Given::Type::text) {
    const auto found = std::find(key.words.begin(), key.words.end(), given.text);
    if (found != key.words.end()) value = static_cast<std::uint32_t>(found - key.words.begin());
  }
  return value && accepts(key, *value) ? value : std::nullopt;
}

// `where` is what the message begins with: "my.toml:7: sdram.banks" or "--set sdram.banks=four".
void store(ChipConfig& config, const ConfigKey& key, const Given& given, const std::string& where) {
  const std::optional<std::uint32_t> value = value_of(key, given);
  if (!value) {
    const bool is_integer = given.type == Given::Type::integer;
    throw InputError(where + ": expected " +
                     expectation(key, is_integer ? std::optional(given.number) : std::nullopt) + ", got " +
                     given.shown());
  }
  key.set(config, *value);
}

// --- files ---

constexpr std::size_t kLongestFile = 65536;
constexpr std::ptrdiff_t kMostNesting = 1000;

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(printable(path) + ": cannot open: " + std::strerror(errno));
  std::string text(kLongestFile + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) throw InputError(printable(path) + ": cannot read");
  text.resize(static_cast<std::size_t>(in.gcount()));
  // The parser recurses into brackets and dots; a file made of nothing else would overflow the stack.
  const auto nests = [](char c) { return c == '[' || c == '{' || c == '.'; };
  if (text.size() > kLongestFile || std::count_if(text.begin(), text.end(), nests) > kMostNesting) {
    throw InputError(printable(path) + ": too long for a chip configuration (at most " +
                     std::to_string(kLongestFile) + " bytes, " + std::to_string(kMostNesting) +
                     " brackets and dots)");
  }
  return text;
}

std::string at_line(const std::string& path, const toml::source_location& location) {
  return printable(path) + ":" + std::to_string(location.line());
}

// "[error] toml::parse_x: reason", a drawing of the place, hints: of these lines only the reason.
std::string reason_of(const std::string& what) {
  std::string reason = what.substr(0, what.find('\n'));
  for (const char* const prefix : {"[error] ", "toml::"}) {
    if (reason.rfind(prefix, 0) == 0) reason.erase(0, std::strlen(prefix));
  }
  while (!reason.empty() && std::strchr(".: ", reason.back()) != nullptr) reason.pop_back();
  const std::size_t colon = reason.find(':');
  const std::string rule = reason.substr(0, colon);
  if (rule == "parse_boolean" || rule == "parse_floating" || rule == "bad format") {
    return "a value must be a number, true, false or a word in quotes";
  }
  const bool has_rule = colon != std::string::npos && rule.find(' ') == std::string::npos;
  return has_rule ? reason.substr(reason.find_first_not_of(": ", colon)) : reason;
}

// The line that a syntax error is about. For a date or a time the parser counts from the beginning of the
// value: its line is then found by what is written there.
std::size_t line_of(const std::string& text, const toml::source_location& location) {
  std::istringstream lines(text);
  std::size_t first_match = 0;
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    const bool holds = line.find(location.line_str()) != std::string::npos;
    if (holds && number == location.line()) return number;
    if (holds && first_match == 0) first_match = number;
  }
  return first_match != 0 ? first_match : location.line();
}

Toml parse(const std::string& path) {
  const std::string text = read_text(path);
  std::istringstream stream(text);
  try {
    return toml::parse<toml::discard_comments, std::map, std::vector>(stream, path);
  } catch (const toml::exception& error) {
    std::string place = error.location().line_str();
    if (!place.empty() && place.back() == '\r') place.pop_back();
    throw InputError(printable(path) + ":" + std::to_string(line_of(text, error.location())) +
                     ": not valid TOML: " + printable(reason_of(error.what())) + ", at '" + excerpt(place) +
                     "'");
  } catch (const std::exception& error) {  // numbers that the standard library refuses
    throw InputError(printable(path) + ": not valid TOML: " + printable(error.what()));
  }
}

Given given_in_file(const Toml& value) {
  if (value.is_string()) return {Given::Type::text, 0, value.as_string().str};
  if (value.is_boolean())
    return {Given::Type::boolean, value.as_boolean(), value.as_boolean() ? "true" : "false"};
  if (value.is_table()) return {Given::Type::other, 0, "a table"};
  if (value.is_array()) return {Given::Type::other, 0, "an array"};
  // As it was written: an integer too large for 64 bits must not be shown as some other one.
  const toml::source_location place = value.location();
  const std::string literal = place.line_str().substr(place.column() - 1, place.region());
  if (value.is_integer()) return {Given::Type::integer, value.as_integer(), literal};
  return {Given::Type::other, 0, literal};
}

struct Entry {
  std::vector<std::string> path;
  const Toml* value;
  toml::source_location place;

  // As in the file; a part that is no bare key keeps its quotes, so that "sdram.banks" is not sdram.banks.
  std::string name() const {
    std::string text;
    for (const std::string& part : path) {
      const bool bare = !part.empty() && std::all_of(part.begin(), part.end(), [](unsigned char c) {
        return std::isalnum(c) || c == '_' || c == '-';
      });
      text += (text.empty() ? "" : ".") + (bare ? part : '"' + part + '"');
    }
    return text;
  }
  const ConfigKey* key() const { return path.size() == 2 ? find_key(name()) : nullptr; }
  bool is_section() const {
    const std::vector<std::string>& all = config_sections();
    return path.size() == 1 && std::count(all.begin(), all.end(), path.front()) != 0;
  }
};

// Everything below `table` that must be a key: all that is no table, and tables where none belongs.
void collect(const Toml& table, const std::vector<std::string>& path, std::vector<Entry>& entries) {
  for (const auto& [name, value] : table.as_table()) {
    Entry entry{path, &value, value.location()};
    entry.path.push_back(name);
    const bool is_base = path.empty() && name == "base";
    const bool may_hold_keys = value.is_table() && (entry.is_section() || !value.as_table().empty());
    if (may_hold_keys && !is_base && entry.key() == nullptr) {
      collect(value, entry.path, entries);
    } else {
      entries.push_back(std::move(entry));
    }
  }
}

[[noreturn]] void refuse(const std::string& path, const Entry& entry) {
  const std::string where = at_line(path, entry.place) + ": " + printable(entry.name());
  if (entry.is_section()) {
    throw InputError(where + ": expected a table, got " + given_in_file(*entry.value).shown());
  }
  if (entry.value->is_table() && entry.path.size() == 1) {
    throw InputError(where + ": unknown table; nearest is " + nearest_section(entry.path.front()));
  }
  const std::string plain = entry.path.size() == 1 ? entry.path.front() : entry.name();
  throw InputError(where + ": unknown key; nearest is " + nearest_key(plain));
}

ChipConfig base_of(const std::string& path, const Entry& entry) {
  const Given given = given_in_file(*entry.value);
  const std::vector<std::string>& names = preset_names();
  if (given.type == Given::Type::text && std::count(names.begin(), names.end(), given.text) != 0) {
    return preset(given.text);
  }
  std::string expected;
  for (const std::string& name : names) expected += (expected.empty() ? "" : ", ") + ("'" + name + "'");
  throw InputError(at_line(path, entry.place) + ": base: expected one of " + expected + ", got " +
                   given.shown());
}

ChipConfig load_file(const std::string& path) {
  const Toml root = parse(path);
  std::vector<Entry> entries;
  collect(root, {}, entries);
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.place.line(), a.place.column()) < std::pair(b.place.line(), b.place.column());
  });
  const auto is_base = [](const Entry& entry) { return entry.path == std::vector<std::string>{"base"}; };
  ChipConfig config;
  for (const Entry& entry : entries) {
    if (is_base(entry)) config = base_of(path, entry);
  }
  std::map<std::string, std::string> place_of;
  for (const Entry& entry : entries) {
    if (is_base(entry)) continue;
    const ConfigKey* key = entry.key();
    if (key == nullptr) refuse(path, entry);
    store(config, *key, given_in_file(*entry.value), at_line(path, entry.place) + ": " + key->name);
    place_of[key->name] = at_line(path, entry.place);
  }
  if (const auto conflict = find_conflict(config)) {
    // The conflict belongs to the first of its keys that this file sets; the presets have none.
    for (const std::string& name : conflict->keys) {
      if (place_of.count(name) != 0) throw InputError(place_of[name] + ": " + conflict->text);
    }
    throw InputError(printable(path) + ": " + conflict->text);
  }
  return config;
}

// --- the command line ---

Given given_on_command_line(const ConfigKey& key, const std::string& text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  const bool all_read = stop == end && !text.empty();
  if (key.kind == KeyKind::integer && all_read && error == std::errc()) {
    return {Given::Type::integer, number, text};
  }
  // More than 64 bits is still an integer to the user: out of range, not misspelt.
  if (all_read && error == std::errc::result_out_of_range) return {Given::Type::other, 0, text};
  if (key.kind == KeyKind::boolean && (text == "true" || text == "false")) {
    return {Given::Type::boolean, text == "true", text};
  }
  return {Given::Type::text, 0, text};
}

}  // namespace

ChipConfig load_chip(const std::string& preset_or_file) {
  const std::string extension = ".toml";
  const bool is_file =
      preset_or_file.size() >= extension.size() &&
      preset_or_file.compare(preset_or_file.size() - extension.size(), extension.size(), extension) == 0;
  return is_file ? load_file(preset_or_file) : preset(preset_or_file);
}

void apply_set(ChipConfig& config, const std::string& key_equals_value) {
  const std::string where = "--set " + printable(key_equals_value);
  const std::size_t equals = key_equals_value.find('=');
  if (equals == std::string::npos) throw InputError(where + ": expected KEY=VALUE");
  const std::string name = key_equals_value.substr(0, equals);
  const ConfigKey* key = find_key(name);
  if (key == nullptr) throw InputError(where + ": unknown key; nearest is " + nearest_key(name));
  store(config, *key, given_on_command_line(*key, key_equals_value.substr(equals + 1)), where);
}

std::string effective_toml(const ChipConfig& config) {
  std::string text;
  std::string section;
  for (const ConfigKey& key : config_keys()) {
    if (key.section() != section) {
      section = key.section();
      text += (text.empty() ? "[" : "\n[") + section + "]\n";
    }
    text += key.leaf() + " = " + value_text(key, key.get(config)) + "\n";
  }
  return text;
}

std::string config_hash(const ChipConfig& config) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : effective_toml(config)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0; hash >>= 4) digits[i] = "0123456789abcdef"[hash & 15];
  return digits;
}

nlohmann::ordered_json effective_json(const ChipConfig& config) {
  nlohmann::ordered_json json;
  for (const ConfigKey& key : config_keys()) {
    const std::uint32_t value = key.get(config);
    nlohmann::ordered_json& slot = json[key.section()][key.leaf()];
    switch (key.kind) {
      case KeyKind::integer:
        slot = value;
        break;
      case KeyKind::boolean:
        slot = value != 0;
        break;
      case KeyKind::word:
        slot = key.words.at(value);
        break;
    }
  }
  return json;
}

}  // namespace collisionchip

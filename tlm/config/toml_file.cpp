#include "collisionchip/tlm/config/toml_file.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "collisionchip/reference/text/file_kind.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

constexpr std::size_t kLongestFile = 1 << 20;
constexpr std::size_t kMostNesting = 200;

bool is_key_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("_-. \t", c) != nullptr;
}

// The parser recurses into brackets and into the parts of a dotted key, so a file full of these would overflow the stack.
// Texts and comments are skipped to their ends.
class NestingCount {
 public:
  explicit NestingCount(const std::string& text) : text_(text) {
    while (at_ < text_.size()) take();
  }
  // The most brackets that are open at a place, and the most dots of a key.
  std::size_t deepest() const { return deepest_; }

 private:
  void take() {
    const char c = text_[at_];
    if (c == '"' || c == '\'') return skip_text(c);
    if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    if (c == '[' || c == '{') ++open_;
    if ((c == ']' || c == '}') && open_ > 0) --open_;
    if (!is_key_character(c)) dots_ = 0;
    if (c == '.') ++dots_;
    deepest_ = std::max(deepest_, open_ + dots_);
    ++at_;
  }

  // A text in three quotes may have several lines.
  void skip_text(char quote) {
    const bool is_long = text_.compare(at_, 3, std::string(3, quote)) == 0;
    const std::string end(is_long ? 3 : 1, quote);
    at_ += end.size();
    while (at_ < text_.size() && text_.compare(at_, end.size(), end) != 0) {
      if (!is_long && text_[at_] == '\n') return;  // not TOML, as the parser will say
      at_ += quote == '"' && text_[at_] == '\\' ? 2 : 1;
    }
    at_ = std::min(at_ + end.size(), text_.size());
  }

  const std::string& text_;
  std::size_t at_ = 0, open_ = 0, dots_ = 0, deepest_ = 0;
};

std::string read_text(const std::string& path, const std::string& what) {
  const Place place = Place::in(path);
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(place, "a readable file", std::string(", got ") + std::strerror(errno));
  std::string text(kLongestFile + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) throw InputError::at(place, "cannot read");
  text.resize(static_cast<std::size_t>(in.gcount()));
  refuse_known_kind(path, what, text);
  if (text.size() > kLongestFile)
    throw InputError(place, what + " of at most " + std::to_string(kLongestFile) + " bytes", ", got more");
  const std::size_t deepest = NestingCount(text).deepest();
  if (deepest > kMostNesting)
    throw InputError(place, "brackets and keys that nest at most " + std::to_string(kMostNesting) + " deep",
                     ", got " + std::to_string(deepest));
  return text;
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
    const bool may_hold_keys = value.is_table() && (entry.is_section() || !value.as_table().empty());
    if (may_hold_keys && entry.key() == nullptr) {
      collect(value, entry.path, entries);
    } else {
      entries.push_back(std::move(entry));
    }
  }
}

[[noreturn]] void refuse(const std::string& path, const Entry& entry) {
  const Place where = at_line(path, *entry.value).part(printable(entry.name()));
  if (entry.is_section()) {
    throw InputError(where, "a table", ", got " + given_in_file(*entry.value).shown());
  }
  if (entry.value->is_table() && entry.path.size() == 1) {
    throw InputError::at(where, "unknown table; nearest is " + nearest_section(entry.path.front()));
  }
  const std::string plain = entry.path.size() == 1 ? entry.path.front() : entry.name();
  throw InputError::at(where, "unknown key; nearest is " + nearest_key(plain));
}

}  // namespace

Toml parse_toml(const std::string& path, const std::string& what) {
  const std::string text = read_text(path, what);
  std::istringstream stream(text);
  try {
    return toml::parse<toml::discard_comments, std::map, std::vector>(stream, path);
  } catch (const toml::exception& error) {
    std::string line = error.location().line_str();
    if (!line.empty() && line.back() == '\r') line.pop_back();
    throw InputError::at(
        Place::in(path, line_of(text, error.location())),
        "not valid TOML: " + printable(reason_of(error.what())) + ", at '" + excerpt(line) + "'");
  } catch (const std::exception& error) {  // numbers that the standard library refuses
    throw InputError::at(Place::in(path), "not valid TOML: " + printable(error.what()));
  }
}

Place at_line(const std::string& path, const Toml& value) {
  return Place::in(path, value.location().line());
}

GivenValue given_in_file(const Toml& value) {
  if (value.is_string()) return {GivenValue::Type::text, 0, value.as_string().str};
  if (value.is_boolean())
    return {GivenValue::Type::boolean, value.as_boolean(), value.as_boolean() ? "true" : "false"};
  if (value.is_table()) return {GivenValue::Type::other, 0, "a table"};
  if (value.is_array()) return {GivenValue::Type::other, 0, "an array"};
  // As it was written: an integer too large for 64 bits must not be shown as some other one.
  const toml::source_location place = value.location();
  const std::string literal = place.line_str().substr(place.column() - 1, place.region());
  if (value.is_integer()) return {GivenValue::Type::integer, value.as_integer(), literal};
  return {GivenValue::Type::other, 0, literal};
}

std::vector<PlacedKey> read_keys(const std::string& path, const Toml& table) {
  std::vector<Entry> entries;
  collect(table, {}, entries);
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.place.line(), a.place.column()) < std::pair(b.place.line(), b.place.column());
  });
  std::vector<PlacedKey> keys;
  for (const Entry& entry : entries) {
    const ConfigKey* key = entry.key();
    if (key == nullptr) refuse(path, entry);
    const Place where = at_line(path, *entry.value);
    keys.push_back({key, checked_value(*key, given_in_file(*entry.value), where.part(key->name)), where});
  }
  return keys;
}

}  // namespace collisionchip

#include "collisionchip/testbench/explore/asked_line.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/config/config_value.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

// Reading is no danger, but writing and freeing go as deep as the value.
constexpr int kDeepest = 100;
constexpr const char* kSpace = " \t\r\n";

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// Behind the text that begins with a quote; the end of the line if it has no other one.
std::size_t behind_text(const std::string& line, std::size_t at) {
  for (++at; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\') ++at;
  }
  return std::min(at + 1, line.size());
}

std::size_t behind_digits(const std::string& line, std::size_t at) {
  while (at < line.size() && is_digit(line[at])) ++at;
  return at;
}

// Behind the number of JSON that begins there; `at` if none does.
std::size_t behind_number(const std::string& line, std::size_t at) {
  const std::size_t begin = at + (line[at] == '-' ? 1 : 0);
  std::size_t end = begin < line.size() && line[begin] == '0' ? begin + 1 : behind_digits(line, begin);
  if (end == begin) return at;
  if (end + 1 < line.size() && line[end] == '.' && is_digit(line[end + 1]))
    end = behind_digits(line, end + 1);
  if (end < line.size() && (line[end] == 'e' || line[end] == 'E')) {
    const bool is_signed = end + 1 < line.size() && (line[end + 1] == '+' || line[end + 1] == '-');
    const std::size_t power = behind_digits(line, end + (is_signed ? 2 : 1));
    if (power > end + (is_signed ? 2 : 1)) end = power;
  }
  return end;
}

// The line with other texts in the place of its numbers.
template <typename Replace>
std::string with_numbers(const std::string& line, const Replace& replace) {
  std::string result;
  for (std::size_t at = 0, end = 0; at < line.size(); at = end) {
    const bool is_text = line[at] == '"';
    const std::size_t number = line[at] == '-' || is_digit(line[at]) ? behind_number(line, at) : at;
    end = is_text ? behind_text(line, at) : std::max(number, at + 1);
    const std::string part = line.substr(at, end - at);
    result += number > at ? replace(part) : part;
  }
  return result;
}

// The JSON library refuses numbers beyond the range of double, which are JSON. As long as the number was, so that all stands where
// it stood.
std::string zero_for(const std::string& number) {
  return "0" + std::string(number.size() - 1, ' ');
}
std::string text_for_infinite(const std::string& number) {
  return std::isinf(std::strtod(number.c_str(), nullptr)) ? '"' + number + '"' : number;
}

// How deep values nest.
int depth_of(const std::string& line) {
  int depth = 0, deepest = 0;
  for (std::size_t at = 0; at < line.size(); at = line[at] == '"' ? behind_text(line, at) : at + 1) {
    if (line[at] == '[' || line[at] == '{') deepest = std::max(deepest, ++depth);
    if (line[at] == ']' || line[at] == '}') --depth;
  }
  return deepest;
}

struct Member {
  std::string name;
  std::size_t begin, end;  // of its value
};

// The members of the JSON object that begins at `begin`. The line must be correct JSON.
std::vector<Member> members_of(const std::string& line, std::size_t begin) {
  std::vector<Member> members;
  std::size_t at = line.find_first_not_of(kSpace, begin + 1);
  while (line[at] == '"') {
    const std::size_t behind_name = behind_text(line, at);
    Member member{Json::parse(line.substr(at, behind_name - at)).get<std::string>(), 0, 0};
    member.begin = line.find_first_not_of(kSpace, line.find(':', behind_name) + 1);
    at = member.begin;
    for (int depth = 0; depth > 0 || (line[at] != ',' && line[at] != '}');) {
      depth += line[at] == '[' || line[at] == '{' ? 1 : line[at] == ']' || line[at] == '}' ? -1 : 0;
      at = line[at] == '"' ? behind_text(line, at) : at + 1;
    }
    member.end = line.find_last_not_of(kSpace, at - 1) + 1;
    members.push_back(std::move(member));
    if (line[at] == ',') at = line.find_first_not_of(kSpace, at + 1);
  }
  return members;
}

// The first name that the line has twice; empty if there is none. A name in a section has the section's name before it.
std::string named_twice(const std::string& line, const std::vector<Member>& members) {
  std::set<std::string> names;
  for (const Member& member : members) {
    if (!names.insert(member.name).second) return member.name;
    if (member.name == "id" || line[member.begin] != '{') continue;
    for (const Member& key : members_of(line, member.begin)) {
      std::string name = member.name + "." + key.name;
      if (!names.insert(name).second) return name;
    }
  }
  return "";
}

}  // namespace

AskedLine::AskedLine(const std::string& text, const std::string& where) : where_(where) {
  if (depth_of(text) > kDeepest)
    throw InputError(where, fmt::format("a JSON object with at most {} levels", kDeepest));
  const std::size_t begin = std::min(text.find_first_not_of(kSpace), text.size());
  std::string keys = text;
  if (text[begin] == '{' && Json::accept(with_numbers(text, zero_for))) {
    const std::vector<Member> members = members_of(text, begin);
    twice_ = named_twice(text, members);
    std::size_t ids = 0;
    for (const Member& member : members) {
      if (member.name != "id") continue;
      id_ = ids++ == 0 ? text.substr(member.begin, member.end - member.begin) : "";
      std::fill(keys.begin() + static_cast<std::ptrdiff_t>(member.begin),
                keys.begin() + static_cast<std::ptrdiff_t>(member.end), ' ');
      keys[member.begin] = '0';
    }
  }
  keys_ = Json::parse(with_numbers(keys, text_for_infinite), nullptr, false);
  if (!keys_.is_object()) throw InputError(where, "a JSON object of keys", ", got " + excerpt(text));
  keys_.erase("id");
}

const Json& AskedLine::keys() const {
  if (!twice_.empty())
    throw InputError(fmt::format("{}: {}", where_, excerpt(twice_)), "each key once", ", got it twice");
  return keys_;
}

}  // namespace collisionchip

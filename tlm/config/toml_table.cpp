#include "collisionchip/tlm/config/toml_table.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

}  // namespace

TomlTable::TomlTable(std::string file, const Toml& table, std::string name)
    : file_(std::move(file)), table_(table), name_(std::move(name)) {
  if (!table_.is_table()) {
    throw InputError(where().part(name_), "a table", ", got " + given_in_file(table_).shown());
  }
}

const Toml* TomlTable::take(const std::string& member) {
  if (std::count(known_.begin(), known_.end(), member) == 0) known_.push_back(member);
  const auto found = table_.as_table().find(member);
  return found == table_.as_table().end() ? nullptr : &found->second;
}

std::string TomlTable::text(const std::string& member, const std::string& missing) {
  const Toml* value = take(member);
  if (value == nullptr) return missing;
  if (!value->is_string()) expected(*value, member, "text in quotes");
  return value->as_string().str;
}

bool TomlTable::boolean(const std::string& member, bool missing) {
  const Toml* value = take(member);
  if (value == nullptr) return missing;
  if (!value->is_boolean()) expected(*value, member, "true or false");
  return value->as_boolean();
}

std::uint64_t TomlTable::number(const std::string& member, std::uint64_t least, std::uint64_t most,
                                std::uint64_t missing) {
  const Toml* value = take(member);
  if (value == nullptr) return missing;
  const bool fits = value->is_integer() && value->as_integer() >= 0 &&
                    static_cast<std::uint64_t>(value->as_integer()) >= least &&
                    static_cast<std::uint64_t>(value->as_integer()) <= most;
  if (!fits) expected(*value, member, "an integer in " + std::to_string(least) + ".." + std::to_string(most));
  return static_cast<std::uint64_t>(value->as_integer());
}

double TomlTable::finite(const Toml& value, const std::string& member, const std::string& what) const {
  const double number = value.is_integer()    ? static_cast<double>(value.as_integer())
                        : value.is_floating() ? value.as_floating()
                                              : NAN;
  if (!std::isfinite(number)) expected(value, member, what);
  return number;
}

double TomlTable::real(const std::string& member, double least, double most, double missing) {
  const Toml* value = take(member);
  if (value == nullptr) return missing;
  std::ostringstream what;
  what << "a number in " << least << ".." << most;
  const double number = finite(*value, member, what.str());
  if (number < least || number > most) expected(*value, member, what.str());
  return number;
}

std::array<double, 3> TomlTable::triple(const std::string& member) {
  const Toml* value = take(member);
  std::array<double, 3> numbers{};
  if (value == nullptr) return numbers;
  if (!value->is_array() || value->as_array().size() != numbers.size())
    expected(*value, member, "three numbers");
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = finite(value->as_array()[i], member, "three numbers");
  return numbers;
}

const Toml& TomlTable::required(const std::string& member, const std::string& expected) {
  const Toml* value = take(member);
  if (value != nullptr) return *value;
  throw InputError(where().part(path_of(member)), expected, ", got nothing");
}

void TomlTable::refuse_the_rest() const {
  const Toml* first = nullptr;
  std::string name;
  for (const auto& [member, value] : table_.as_table()) {
    if (std::count(known_.begin(), known_.end(), member) != 0) continue;
    if (first != nullptr && first->location().line() <= value.location().line()) continue;
    first = &value;
    name = member;
  }
  if (first != nullptr)
    throw InputError::at(place_of(*first, printable(name)), "unknown; expected one of " + list_of(known_));
}

Place TomlTable::place_of(const Toml& value, const std::string& member) const {
  return at_line(file_, value).part(path_of(member));
}

void TomlTable::refuse(const Toml& value, const std::string& member, const std::string& expectation,
                       const std::string& rest) const {
  throw InputError(place_of(value, member), expectation, rest);
}

void TomlTable::expected(const Toml& value, const std::string& member, const std::string& what) const {
  refuse(value, member, what, ", got " + given_in_file(value).shown());
}

}  // namespace collisionchip

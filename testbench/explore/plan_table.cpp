#include "collisionchip/testbench/explore/plan_table.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

}  // namespace

PlanTable::PlanTable(std::string file, const Toml& table, std::string name)
    : file_(std::move(file)), table_(table), name_(std::move(name)) {
  if (!table_.is_table()) {
    throw InputError(
        fmt::format("{}: {}: expected a table, got {}", where(), name_, given_in_file(table_).shown()));
  }
}

const Toml* PlanTable::take(const std::string& member) {
  if (std::count(known_.begin(), known_.end(), member) == 0) known_.push_back(member);
  const auto found = table_.as_table().find(member);
  return found == table_.as_table().end() ? nullptr : &found->second;
}

std::string PlanTable::text(const std::string& member, const std::string& missing) {
  const Toml* value = take(member);
  if (value == nullptr) return missing;
  if (!value->is_string()) expected(*value, member, "text in quotes");
  return value->as_string().str;
}

bool PlanTable::boolean(const std::string& member, bool missing) {
  const Toml* value = take(member);
  if (value == nullptr) return missing;
  if (!value->is_boolean()) expected(*value, member, "true or false");
  return value->as_boolean();
}

std::uint64_t PlanTable::number(const std::string& member, std::uint64_t least, std::uint64_t most,
                                std::uint64_t missing) {
  const Toml* value = take(member);
  if (value == nullptr) return missing;
  const bool fits = value->is_integer() && value->as_integer() >= 0 &&
                    static_cast<std::uint64_t>(value->as_integer()) >= least &&
                    static_cast<std::uint64_t>(value->as_integer()) <= most;
  if (!fits) expected(*value, member, fmt::format("an integer in {}..{}", least, most));
  return static_cast<std::uint64_t>(value->as_integer());
}

const Toml& PlanTable::required(const std::string& member, const std::string& expected) {
  const Toml* value = take(member);
  if (value != nullptr) return *value;
  throw InputError(fmt::format("{}: {}: expected {}, got nothing", where(), path_of(member), expected));
}

void PlanTable::refuse_the_rest() const {
  const Toml* first = nullptr;
  std::string name;
  for (const auto& [member, value] : table_.as_table()) {
    if (std::count(known_.begin(), known_.end(), member) != 0) continue;
    if (first != nullptr && first->location().line() <= value.location().line()) continue;
    first = &value;
    name = member;
  }
  if (first != nullptr) refuse(*first, printable(name), "unknown; expected one of " + list_of(known_));
}

void PlanTable::refuse(const Toml& place, const std::string& member, const std::string& complaint) const {
  throw InputError(fmt::format("{}: {}: {}", at_line(file_, place), path_of(member), complaint));
}

void PlanTable::expected(const Toml& value, const std::string& member, const std::string& what) const {
  refuse(value, member, fmt::format("expected {}, got {}", what, given_in_file(value).shown()));
}

}  // namespace collisionchip

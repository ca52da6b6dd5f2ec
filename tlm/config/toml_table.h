// A table of a user's file. The reader takes its members one by one; a member that was not taken is unknown.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/tlm/config/toml_file.h"

namespace collisionchip {

class TomlTable {
 public:
  // `name` of the table as messages show it ("axis"); empty for the file itself.
  TomlTable(std::string file, const Toml& table, std::string name);

  bool has(const std::string& member) const { return table_.as_table().count(member) != 0; }
  // nullptr if it is not there.
  const Toml* take(const std::string& member);
  // InputError if it is there and of another type; the default if it is not.
  std::string text(const std::string& member, const std::string& missing);
  bool boolean(const std::string& member, bool missing);
  std::uint64_t number(const std::string& member, std::uint64_t least, std::uint64_t most,
                       std::uint64_t missing);
  double real(const std::string& member, double least, double most, double missing);
  // Finite; zeros if it is not there.
  std::array<double, 3> triple(const std::string& member);
  // InputError if it is not there.
  const Toml& required(const std::string& member, const std::string& expected);

  // InputError for the first member, in the order of the file, that was not taken.
  void refuse_the_rest() const;
  // "expected EXPECTATION" and the rest of the line.
  [[noreturn]] void refuse(const Toml& value, const std::string& member, const std::string& expectation,
                           const std::string& rest = "") const;
  // "expected WHAT, got 'x'"
  [[noreturn]] void expected(const Toml& value, const std::string& member, const std::string& what) const;

  const std::string& file() const { return file_; }
  Place where() const { return at_line(file_, table_); }
  Place place_of(const Toml& value, const std::string& member) const;
  // As messages show it: "workload.poses".
  std::string path_of(const std::string& member) const {
    return name_.empty() ? member : name_ + "." + member;
  }

 private:
  double finite(const Toml& value, const std::string& member, const std::string& what) const;

  std::string file_;
  const Toml& table_;
  std::string name_;
  std::vector<std::string> known_;
};

}  // namespace collisionchip

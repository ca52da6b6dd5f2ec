// Every complaint about something the user gave: one line that names the file, the line, record or key, and
// what was expected there. The command line prints it and exits with status 3; the library's Error has its parts.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace collisionchip {

// Where the thing is that a complaint is about.
struct Place {
  std::string name;  // as the line names it: "bolt.obj:12", "sdram.banks", "--jobs"
  std::string file;  // the path as the user gave it; empty: it is in no file

  Place(std::string name_) : name(std::move(name_)) {}
  Place(const char* name_) : name(name_) {}
  // The name is the path as terminals can show it, and the line's number behind it.
  static Place in(const std::string& path);
  static Place in(const std::string& path, std::uint64_t line);
  // "NAME: MEMBER" in the same file.
  Place part(const std::string& member) const;
};

class InputError : public std::runtime_error {
 public:
  // A sentence without such parts.
  explicit InputError(const std::string& what) : std::runtime_error(what) {}
  // "PLACE: expected EXPECTATION" and `rest`, which begins with what it follows by: ", got 3" or ": Permission denied".
  InputError(Place place, std::string expectation, const std::string& rest = "");
  // "PLACE: SENTENCE", of which nothing is an expectation.
  static InputError at(Place place, const std::string& sentence);

  const Place& place() const { return place_; }
  // Empty where the line has none.
  const std::string& expectation() const { return expectation_; }

 private:
  Place place_{""};
  std::string expectation_;
};

}  // namespace collisionchip

// Every complaint about something the user gave: one line that names the file, the line, record or key, and
// what was expected there. The command line prints it and exits with status 3.
#pragma once

#include <stdexcept>
#include <string>

namespace collisionchip {

class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& what) : std::runtime_error(what) {}
};

}  // namespace collisionchip

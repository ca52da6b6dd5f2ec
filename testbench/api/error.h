// The library's one exception, for all failures. Its text is the line that the command line would print.
#pragma once

#include <stdexcept>
#include <string>

namespace collisionchip::api {

// what() is the line.
class Error : public std::runtime_error {
 public:
  // The numbers are the program's exit statuses.
  enum class Kind {
    disagreement = 1,  // two engines, or an engine and a rule of the models
    // A wrong file, array, key or combination of them; or there is no answer, or no memory for one.
    input = 3,
    fault = 70,        // a fault of this library: please report it
    interrupted = 130  // BatchOptions::stop returned true
  };

  // `what` is one line without a line break at its end.
  Error(Kind kind, const std::string& what) : std::runtime_error(what), kind_(kind) {}
  // The same with the parts of the line: file(), place() and expectation().
  Error(Kind kind, const std::string& what, std::string file, std::string place, std::string expectation);

  Kind kind() const { return kind_; }  // what sort of thing went wrong
  // The file that the error is about. For "bolt.obj:12: expected 3 numbers, got 2", file(), place() and expectation() give "bolt.obj",
  // "bolt.obj:12" and "3 numbers". Each is empty if the line has no such part.
  const std::string& file() const { return file_; }
  const std::string& place() const { return place_; }              // file and line, key or argument
  const std::string& expectation() const { return expectation_; }  // what was expected there

 private:
  Kind kind_;
  std::string file_, place_, expectation_;
};

}  // namespace collisionchip::api

// What goes wrong in the library: one exception for all of it, with the line that the command line would print.
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
    input =
        3,  // a file, an array, a key or a combination of them; or there is no answer, or no memory for one
    fault = 70,        // of this library: please report it
    interrupted = 130  // BatchOptions::stop said so
  };

  // `what` is one line without an end.
  Error(Kind kind, const std::string& what) : std::runtime_error(what), kind_(kind) {}
  // With the parts of the line, which are below.
  Error(Kind kind, const std::string& what, std::string file, std::string place, std::string expectation);

  Kind kind() const { return kind_; }  // what sort of thing went wrong
  // The file that it is about. This and the next two are empty where the line has none; of
  // "bolt.obj:12: expected 3 numbers, got 2" they are "bolt.obj", "bolt.obj:12" and "3 numbers".
  const std::string& file() const { return file_; }
  const std::string& place() const { return place_; }              // file and line, key or argument
  const std::string& expectation() const { return expectation_; }  // what was expected there

 private:
  Kind kind_;
  std::string file_, place_, expectation_;
};

}  // namespace collisionchip::api

// The exit statuses of the program, and which of them an exception has: the one place that says so.
//   2  a word typed wrong: an unknown verb or option, a value that is none, an operand that is missing
//   3  a file, a key, or a combination: of options, or of an option and a machine
//   1  two answers disagree, or a rule of the models is broken, and nothing else
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

constexpr int kExitDone = 0, kExitDisagree = 1, kExitUsage = 2, kExitBadInput = 3;
constexpr int kExitFault = 70;         // of the program itself; EX_SOFTWARE of <sysexits.h>
constexpr int kExitInterrupted = 130;  // as a shell has it for a program that SIGINT ended

// A word of the command line that is typed wrong: status 2. What is right alone and goes with nothing else is an
// InputError.
struct WrongWord : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Two answers, or an answer and a rule of the models: status 1.
struct Disagreement : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Who was asked has no answer, and says why: status 3.
struct NoAnswer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What another process of this program threw, with its status.
struct WorkerFailure : std::runtime_error {
  WorkerFailure(int status_, const std::string& what) : std::runtime_error(what), status(status_) {}
  int status;
};

// The exit status of any exception; kExitFault for an exception that is not the program's own.
int exit_status_of(const std::exception& error);
// The message of an exception: its own text; for a fault of the program with words that say so.
std::string complaint_of(const std::exception& error);

// The result of `parse`, which reads a text from the command line: its InputError is a WrongWord then.
template <typename Parse>
auto typed(const Parse& parse) {
  try {
    return parse();
  } catch (const InputError& error) {
    throw WrongWord(error.what());
  }
}

}  // namespace collisionchip

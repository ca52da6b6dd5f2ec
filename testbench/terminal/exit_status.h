// The exit statuses of the program, and the exit status of each exception. Only this file defines them.
//   2  a wrong word: an unknown verb or option, a wrong value, a missing operand
//   3  a wrong file, key or combination: of options, or of an option and a machine
//   1  two answers disagree, or a rule of the models is broken; no other failure has this status
#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

constexpr int kExitDone = 0, kExitDisagree = 1, kExitUsage = 2, kExitBadInput = 3;
constexpr int kExitFault = 70;         // a fault of the program itself; EX_SOFTWARE of <sysexits.h>
constexpr int kExitInterrupted = 130;  // the status that a shell gives for a program that SIGINT ended

// A word of the command line is wrong: status 2. A word that is right but does not fit the other words is an InputError.
struct WrongWord : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Two answers disagree, or an answer and a rule of the models: status 1.
struct Disagreement : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An engine or a program has no answer, for the given reason: status 3.
struct NoAnswer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An exception that another process of this program threw, with its status.
struct WorkerFailure : std::runtime_error {
  WorkerFailure(int status_, const std::string& what) : std::runtime_error(what), status(status_) {}
  int status;
};

// The exit status of any exception; kExitFault for an exception that is not the program's own.
int exit_status_of(const std::exception& error);
// The message of an exception: its own text; for a fault of the program with words that say so.
std::string complaint_of(const std::exception& error);

// The result of `parse`, which reads a text from the command line. An InputError becomes a WrongWord.
template <typename Parse>
auto typed(const Parse& parse) {
  try {
    return parse();
  } catch (const InputError& error) {
    throw WrongWord(error.what());
  }
}

}  // namespace collisionchip

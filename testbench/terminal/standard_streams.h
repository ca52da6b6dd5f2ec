// Standard input, output and error, which may be closed or full.
#pragma once

#include <string>

namespace collisionchip {

// Called before any file is opened, so that no file gets the number of a closed stream. Then a closed stream and its other
// names (/dev/stdout) cannot be read or written.
void hold_standard_streams();

// Writes to standard error. Text that cannot be written is lost without an error.
void print_error(const std::string& text) noexcept;

// The state of standard output: "" if all text so far was written, otherwise the reason.
std::string output_failure();

}  // namespace collisionchip

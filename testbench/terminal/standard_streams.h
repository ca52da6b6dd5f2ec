// Standard input, output and error, which may be closed or full.
#pragma once

#include <string>

namespace collisionchip {

// Before any file is opened: a file that is opened later must not get the number of a stream that is closed. A closed
// stream cannot be read or written after it, nor can its other names (/dev/stdout).
void hold_standard_streams();

// To standard error. Text that cannot be written is lost, and nothing else happens.
void print_error(const std::string& text) noexcept;

// Of standard output, as far as it is written: "" or the reason why not all of it is.
std::string output_failure();

}  // namespace collisionchip

#include "collisionchip/testbench/terminal/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace collisionchip {

void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    // The stream's number is the lowest free one, so open() returns it. A folder cannot be read or written, under any name.
    if (open("/", O_RDONLY | O_DIRECTORY) != stream) return;
  }
}

void print_error(const std::string& text) noexcept {
  std::fputs(text.c_str(), stderr);
  std::clearerr(stderr);
}

std::string output_failure() {
  errno = 0;
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_written) return "";
  return errno != 0 ? std::strerror(errno) : "an earlier part could not be written";
}

}  // namespace collisionchip

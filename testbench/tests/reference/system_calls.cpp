#include "collisionchip/testbench/tests/reference/system_calls.h"

#include <cerrno>
#include <cstdarg>
#include <utility>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace collisionchip {

SystemCalls system_calls;

}  // namespace collisionchip

extern "C" int open(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const unsigned mode = va_arg(more, unsigned);
  va_end(more);
  if ((flags & O_TMPFILE) == O_TMPFILE && !collisionchip::system_calls.has_nameless_files) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

extern "C" int fcntl(int file, int command, ...) {
  va_list more;
  va_start(more, command);
  void* const argument = va_arg(more, void*);
  va_end(more);
  if (command == F_SETLK) {
    if (const auto hook = std::exchange(collisionchip::system_calls.before_lock, nullptr)) hook();
  }
  return static_cast<int>(syscall(SYS_fcntl, file, command, argument));
}

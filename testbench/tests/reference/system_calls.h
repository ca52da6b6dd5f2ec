// This program's own open() and fcntl(), in the place of the library's: they do the same, unless a test wants otherwise.
#pragma once

#include <functional>

namespace collisionchip {

struct SystemCalls {
  bool has_nameless_files = true;     // false: as file systems that refuse O_TMPFILE
  std::function<void()> before_lock;  // called once, between opening a lock and locking it
};

extern SystemCalls system_calls;

}  // namespace collisionchip

#include "testbench/progress.h"

#include <unistd.h>
#include <cstdio>

#include <fmt/format.h>

namespace collisionchip {

namespace {
using namespace std::chrono_literals;
}

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what)),
      total_(total),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(std::chrono::steady_clock::now()),
      next_(start_ + 2s) {}

Progress::~Progress() {
  if (shown_ && terminal_) std::fputs("\r\x1b[K", stderr);
}

void Progress::advance(std::uint64_t done) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + (terminal_ ? 200ms : 10000ms);
  shown_ = true;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double left = done > 0 ? elapsed / static_cast<double>(done) * static_cast<double>(total_ - done) : 0;
  fmt::print(stderr, "{}{}: {} of {}, {:.0f} s, about {:.0f} s left{}", terminal_ ? "\r\x1b[K" : "", what_,
             done, total_, elapsed, left, terminal_ ? "" : "\n");
}

}  // namespace collisionchip

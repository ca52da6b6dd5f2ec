#include "collisionchip/testbench/terminal/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>

#include "collisionchip/testbench/terminal/standard_streams.h"

namespace collisionchip {

namespace {

using namespace std::chrono_literals;

std::atomic<int> silent_ones{0};

}  // namespace

SilentProgress::SilentProgress() {
  ++silent_ones;
}

SilentProgress::~SilentProgress() {
  --silent_ones;
}

bool SilentProgress::is_wanted() {
  return silent_ones > 0;
}

Progress::Progress(std::string what, std::uint64_t total)
    : what_(std::move(what)),
      total_(total),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(std::chrono::steady_clock::now()),
      thread_([this] { run(); }) {}

Progress::~Progress() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    over_ = true;
  }
  finished_.notify_one();
  thread_.join();
  if (shown_ && terminal_) print_error("\r\x1b[K");
}

void Progress::advance(std::uint64_t done) {
  const std::lock_guard<std::mutex> lock(mutex_);
  done_ = done;
}

void Progress::now_doing(std::string what) {
  const std::lock_guard<std::mutex> lock(mutex_);
  what_ = std::move(what);
}

void Progress::run() {
  std::unique_lock<std::mutex> lock(mutex_);
  std::chrono::milliseconds pause = 2s;
  while (!finished_.wait_for(lock, pause, [this] { return over_; })) {
    print();
    pause = terminal_ ? 500ms : 10s;
  }
}

void Progress::print() {
  if (SilentProgress::is_wanted()) return;
  shown_ = true;
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  std::string line = fmt::format("{}: {:.0f} s", what_, elapsed);
  if (total_ > 0 && done_ > 0) {
    const double left = elapsed / static_cast<double>(done_) * static_cast<double>(total_ - done_);
    line = fmt::format("{}: {} of {}, {:.0f} s, about {:.0f} s left", what_, done_, total_, elapsed, left);
  }
  print_error(terminal_ ? "\r\x1b[K" + line : line + "\n");
}

}  // namespace collisionchip

#include "collisionchip/testbench/terminal/rate_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/testbench/terminal/standard_streams.h"

namespace collisionchip {

using namespace std::chrono_literals;

RateProgress::RateProgress(std::string what, std::uint64_t total, std::string unit)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      total_(total),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(Clock::now()),
      next_(start_ + 2s) {}

RateProgress::~RateProgress() {
  if (shown_ && terminal_) print_error("\r\x1b[K");
}

void RateProgress::show(std::uint64_t done, std::uint64_t computed, std::uint64_t failed) {
  const auto now = Clock::now();
  if (!computing_) {
    first_computed_ = now;
    done_before_ = done;
    computing_ = computed > 0;
  }
  if (now < next_ || SilentProgress::is_wanted()) return;
  next_ = now + (terminal_ ? 500ms : std::chrono::milliseconds(10s));
  shown_ = true;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double computing = std::chrono::duration<double>(now - first_computed_).count();
  std::string line = fmt::format("{}: {} of {} {}, {:.0f} s", what_, done, total_, unit_, elapsed);
  if (computing_ && computing > 0 && done > done_before_) {
    const double per_point = computing / static_cast<double>(done - done_before_);
    line +=
        fmt::format(", {:.1f} results per s, about {:.0f} s left", static_cast<double>(computed) / computing,
                    per_point * static_cast<double>(total_ - done));
  }
  if (failed > 0) line += fmt::format(", {} failed", failed);
  print_error(terminal_ ? "\r\x1b[K" + line : line + "\n");
}

}  // namespace collisionchip

// Progress of anything that may take longer than two seconds: silent before that, then one line on stderr
// that is rewritten on a terminal and repeated every ten seconds elsewhere. A thread of its own prints it, so
// that one long step shows as well.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace collisionchip {

// No progress is shown, of whatever thread, while one of these lives: in a library.
class SilentProgress {
 public:
  SilentProgress();
  ~SilentProgress();
  SilentProgress(const SilentProgress&) = delete;
  SilentProgress& operator=(const SilentProgress&) = delete;

  static bool is_wanted();
};

class Progress {
 public:
  // `total` 0: it is not known how much there is to do.
  explicit Progress(std::string what, std::uint64_t total = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(std::uint64_t done);
  void now_doing(std::string what);

 private:
  void run();
  void print();

  std::mutex mutex_;
  std::condition_variable finished_;
  std::string what_;
  std::uint64_t total_, done_ = 0;
  bool over_ = false, shown_ = false;
  const bool terminal_;
  const std::chrono::steady_clock::time_point start_;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace collisionchip

// Progress of anything that may take longer than two seconds: silent before that, then one line on stderr
// that is rewritten on a terminal and repeated every ten seconds elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace collisionchip {

class Progress {
 public:
  Progress(std::string what, std::uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(std::uint64_t done);

 private:
  std::string what_;
  std::uint64_t total_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_, next_;
};

}  // namespace collisionchip

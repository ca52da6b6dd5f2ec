// SIGINT and SIGTERM as a request to stop, for as long as this lives; a second one ends the process at once.
#pragma once

#include <csignal>

namespace collisionchip {

class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  bool requested() const;

 private:
  struct sigaction interrupt_, terminate_;  // as they were
};

}  // namespace collisionchip

// Records a board's queries into a trace file (docs/vectors.md): taps on the channels and accounts of the chip,
// on the wires to the memory and on the SDRAM's command port. The model does not know and takes no other
// cycle for it.
//
//   BoardOptions options;
//   options.memory_monitor = true;
//   ...
//   Recorder recorder(board, config, {"run.sqlite", run});
//   driver.on_query_end.push_back([&] { recorder.end_query(); });
//   for each pose: recorder.begin_pose(pose), driver.query(...)
//   recorder.finish();
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collisionchip/tlm/chip/board.h"
#include "collisionchip/traces/file/trace_events.h"

namespace collisionchip {

// What to record; by default everything.
struct RecorderWindow {
  TraceCycle from_cycle = kTraceBegin, to_cycle = kTraceEnd;  // of each query
  std::uint64_t from_pose = 0, to_pose = ~std::uint64_t{0};
  std::vector<std::string> units;  // with their channels; empty: all

  std::string text() const;  // "all", or the limits
};

struct RecorderOptions {
  std::string path;
  TraceRun run;  // clock, configuration and window are filled in by the recorder
  RecorderWindow window;
};

// What may be named in RecorderWindow::units: the units of Figure 4, and sdram for commands and reads.
const std::vector<std::string>& recordable_units();

class Recorder final : private QueryListener {
 public:
  // InputError when the file cannot be written (here and below), or a unit is not known.
  Recorder(Board& board, const ChipConfig& config, const RecorderOptions& options);
  // Without finish() the file stays without its completeness mark.
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // The next queries belong to this pose. A query that has not ended stays in the trace as it is.
  void begin_pose(std::uint64_t pose);
  // The query has ended, its accounts can be closed, and the chip is not yet reset.
  void end_query();
  void finish();

 private:
  struct MemoryTaps;
  struct Taps;

  void on_start(Cycle origin) override;
  void begin_gathering();

  Board& board_;
  RecorderWindow window_;
  std::unique_ptr<Taps> taps_;
  TraceQuery query_;
  std::uint32_t next_query_ = 0;
  bool attached_ = false;
};

}  // namespace collisionchip

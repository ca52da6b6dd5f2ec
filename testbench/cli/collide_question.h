// The question of `collide`. The words are checked first, then the chip is configured, then objects and poses are read. The resulting job
// no longer depends on the words.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <CLI/CLI.hpp>

#include "collisionchip/testbench/cli/chip_options.h"
#include "collisionchip/testbench/cli/frame_options.h"
#include "collisionchip/testbench/cli/object_options.h"
#include "collisionchip/testbench/cli/pose_options.h"
#include "collisionchip/testbench/cli/trace_options.h"
#include "collisionchip/testbench/results/result_files.h"
#include "collisionchip/testbench/run/asker.h"
#include "collisionchip/testbench/run/time_of_contact.h"
#include "collisionchip/testbench/run/unfinished_run.h"

namespace collisionchip {

// Where the answers go, and which of them are printed.
struct AnswerOptions {
  std::string pairs, stats, out;
  TraceOptions trace;
  std::string account = "short";
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
};

struct CollideOptions {
  ObjectOptions objects;
  PoseOptions poses;
  FrameOptions frames;
  ChipOptions chip;
  std::string model = "tlm";
  Cycle max_cycles = 0;
  std::uint64_t batch = 0;
  bool first = false, no_check = false, raw = false, eq5 = false;
  AnswerOptions answers;
};

struct CollideJob : PoseQuestion {
  std::string chip;        // as the user named it
  bool eq5 = false;        // the difference from Eq. 5 is itemised
  bool is_haptic = false;  // answers later than 1 ms are late
  RunSummary summary;      // what is known before the run
  TraceOptions trace;
  RecorderWindow window;                // the trace's window
  bool is_trace_unasked = false;        // the trace is the result folder's own and ends early
  std::unique_ptr<UnfinishedRun> out;   // with --out
  std::optional<ContactSearch> search;  // with --toc
};

// The cycles of a result folder's trace if the user did not ask for one: about 40 MB.
constexpr Cycle kTracedInFolder = 2'000'000;

// WrongWord or InputError for words without effect, words that exclude each other, and files with two roles.
void check_words(const CLI::App& verb, const CollideOptions& options, const std::vector<std::string>& frames);
// Called after check_words(). The result folder is begun after all input has been read.
CollideJob prepare(const CollideOptions& options, const std::vector<std::string>& frames);

}  // namespace collisionchip

// What `collide` asks: the words are checked in one step, then the chip is configured, then objects and poses are read. What
// results does not know the words.
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

// Where the answers go, and what is printed of them.
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
  bool eq5 = false;        // the difference to Eq. 5 is itemised
  bool is_haptic = false;  // its answers are wanted within 1 ms
  RunSummary summary;      // what is known before the run
  TraceOptions trace;
  RecorderWindow window;                // of the trace
  bool is_trace_unasked = false;        // it is the folder's own, and ends early
  std::unique_ptr<UnfinishedRun> out;   // of --out
  std::optional<ContactSearch> search;  // of --toc
};

// Cycles of a trace that nobody asked for: some 40 MB.
constexpr Cycle kTracedInFolder = 2'000'000;

// WrongWord or InputError for what was typed and has no effect, for words that do not go together, and for files with two roles.
void check_words(const CLI::App& verb, const CollideOptions& options, const std::vector<std::string>& frames);
// After check_words(). The result folder is begun when all input has been read.
CollideJob prepare(const CollideOptions& options, const std::vector<std::string>& frames);

}  // namespace collisionchip

// The answers to consecutive poses, judged: what one worker brings, and what a run that was broken off leaves
// for the next one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/account/answer_sum.h"
#include "collisionchip/testbench/account/deadline.h"
#include "collisionchip/testbench/judge/verdict.h"
#include "collisionchip/testbench/results/result_files.h"

namespace collisionchip {

// What can be added up, batch after batch in the order of the poses.
struct AnswerTotals {
  std::uint64_t queries = 0, pairs = 0;  // that the judges agreed with
  double query_seconds = 0;              // of this host's processors, inside the engine
  Cycle upload_cycles = 0;               // of a chip: both objects over PCI, once
  FrameCost frames;                      // of a B that changes its shape
  AnswerVerdict verdict;
  ParityVerdict parity;
  AnswerSum sum;               // of a chip
  TraversalCounters counters;  // of any engine that counts
  DeadlineCount deadline;      // by the chip's time, of other engines by this host's
  std::vector<std::string> violations;

  void add(const AnswerTotals& later);
  // An answer was wrong: the poses behind it have not been asked.
  bool is_wrong() const { return verdict.is_wrong() || !parity.first_difference.empty(); }
};

struct AnswerBatch {
  AnswerTotals totals;
  std::string query_lines, pair_lines, run_lines;  // as the files of a run have them (results/result_files.h)

  void add_query(const std::string& line) { query_lines += (query_lines.empty() ? "" : ",\n") + line; }

  // A file that is there when it is complete, with the digest of its question. InputError if it cannot be written, or is none
  // that this version of the program has written as an answer to it.
  void save(const std::string& path, const std::string& question) const;
  static AnswerBatch load(const std::string& path, const std::string& question);
};

}  // namespace collisionchip

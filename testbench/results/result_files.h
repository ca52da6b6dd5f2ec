// The files that a run writes: pairs (CSV) and statistics (JSON). Byte-identical for the same input,
// configuration and seed, except for the member "host".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/account/eq5_account.h"
#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/testbench/account/roofs.h"
#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

// The host's cost of a new shape of B before a query.
struct FrameCost {
  std::uint64_t upload_words = 0, upload_cycles = 0;  // over PCI, for a chip
  std::uint64_t refitted_boxes = 0;                   // boxes of B's tree

  void add(const FrameCost& other) {
    upload_words += other.upload_words;
    upload_cycles += other.upload_cycles;
    refitted_boxes += other.refitted_boxes;
  }
};

// The lines of one pose, sorted.
std::string pair_lines(std::uint64_t pose, const std::vector<TrianglePair>& pairs);

// Lines of the statistics file, without their ends. They have accounts, counters and histograms only for the machine's units.
class StatisticsLines {
 public:
  StatisticsLines(const ChipConfig& config, const Capabilities& can);

  // The numbers of a query; with `frame` also the cost of B's new shape.
  std::string query(std::uint64_t number, const Pose& pose, const Answer& answer, double seconds,
                    const FrameCost* frame = nullptr, bool together = false) const;
  // The numbers that the queries of poses `first` up to `end`, excluded, share if they are asked together; their own lines do
  // not have these numbers.
  std::string run(std::uint64_t first, std::uint64_t end, const ChipAnswer& whole) const;

 private:
  const ChipConfig config_;
  const Capabilities can_;
  const MachineFacts machine_;
  std::vector<bool> has_;  // by the place in the table of statistics
};

// Header `pose,triangle_a,triangle_b`, then the lines as they are added. An empty path writes nothing.
// InputError when it cannot be written.
class PairsFile {
 public:
  explicit PairsFile(const std::string& path);
  void add(const std::string& lines);
  void close();

 private:
  std::optional<OutputFile> file_;
};

// The facts about a run that has ended.
struct RunSummary {
  std::string model;               // the engine's name
  std::string command;             // asks the same question again; without output files
  std::string object_a, object_b;  // as named by the user
  std::uint32_t triangles_a = 0, triangles_b = 0;
  std::optional<Vec3d> offset;  // subtracted from both objects, with --recentre
  bool first_witness = false;
  bool checked = false;
  std::uint64_t queries = 0, pairs = 0, differences = 0, uncertain = 0;
  std::vector<std::pair<std::string, std::size_t>> channels;  // the chip's channels with their capacity
  Cycle cycles = 0;                                           // of all queries
  Cycle upload_cycles = 0;                                    // both objects over PCI
  std::optional<MachineFacts> machine;                        // only for a chip, as times and roofs
  QueryTimes times;                                           // of all queries; overlapping time counts once
  std::vector<Roof> roofs;                                    // of all queries
  double wall_seconds = 0;
  double query_seconds = 0;       // inside the model
  std::optional<Eq5Account> eq5;  // of the first pose, if asked for
};

// A JSON object.
std::string run_json(const RunSummary& run, const ChipConfig& config);

// {"queries": [one object per line, ...], "run": {...}}, with "batches" between them if there are any. The file is written during the run,
// so a long run needs no memory for it.
class StatisticsFile {
 public:
  explicit StatisticsFile(const std::string& path);
  // One query's line, or several with a comma and a line's end between two.
  void add(const std::string& lines);
  void add_run(const std::string& line);
  void close(const RunSummary& run, const ChipConfig& config);

 private:
  std::optional<OutputFile> file_;
  bool first_ = true;
  std::string runs_;
};

// Largest resident size of this process so far, in MiB.
double peak_memory_mib();

}  // namespace collisionchip

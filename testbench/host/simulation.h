// One elaborated board with its host, in a SystemC context
// of its own: build it once, query it thousands of times.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/testbench/host/probe.h"
#include "collisionchip/testbench/host/simulation_scope.h"
#include "collisionchip/tlm/chip/board.h"

namespace collisionchip {

class Simulation {
 public:
  // Units are TLM or RTL as `units.*` says, unless the options bring a factory.
  explicit Simulation(const ChipConfig& config, const BoardOptions& options = {});

  // The image's objects are put into the board's own SDRAM from behind, and the driver uses two of them: no time passes
  // and nothing is copied. Returns the chip cycles that an upload would have taken. For runs of many boards on
  // the same objects.
  Cycle attach(const BoardImage& image, std::size_t a = 0, std::size_t b = 1);

  // Driver::query, and what the board counted meanwhile.
  ChipAnswer query(const Pose& pose, bool first_witness = false);

  // Driver::query_batch, and what the board counted meanwhile.
  ChipBatch query_batch(const std::vector<Pose>& poses, bool first_witness = false);
  ChipBatch query_batch(const BoardImage& image, const std::vector<ImageQuery>& queries,
                        bool first_witness = false);

  // Told what the board counted in a query and in each of its sub-queries.
  std::function<void(const BoardReading&)> on_reading = [](const BoardReading&) {};

  // Told of each answer and, of queries that are asked together, of all of them as one.
  enum class AnswerOf { one_of_several, all };
  std::function<void(const HostAnswer&, AnswerOf)> on_answer = [](const HostAnswer&, AnswerOf) {};

  Driver& driver() { return *driver_; }
  Board& board() { return *board_; }

 private:
  SimulationScope scope_;  // first: the modules live in its context
  std::unique_ptr<Board> board_;
  std::unique_ptr<Driver> driver_;
  void count_query(std::size_t entry, std::size_t pose);
  void time_queries(Cycle before);
  bool counts_queries() const;
  void begin_queries(std::size_t count);
  ChipBatch batch_of(HostBatch host);

  std::unique_ptr<sc_core::sc_signal<bool>> interrupt_;
  BoardReading reading_;                    // of the query under way
  std::vector<BoardReading> queries_;       // of each of those that are asked together
  std::vector<std::optional<Cycle>> came_;  // of each, when it started, in cycles since the first of them did
};

}  // namespace collisionchip

// Pair Sequencer: in the Stack Engine's place where there is no tree. Every tumbled triangle meets every aligned one,
// a tile of tumbled triangles at a time.
//
// Timing contract (docs/pair_sequencer.md):
// - In each cycle at most one record is asked for, together with the command that says what it is for: both go out
//   in one cycle, or neither. So commands and records reach the Tile Unit in the same order, and the room in
//   the channel of commands bounds the records under way.
// - Tile after tile, in the order of the triangle numbers: its tumbled triangles, then all aligned ones, each with
//   as many tests as the tile has triangles.
// - The first command goes out in the cycle in which the start is seen. The end goes out when all commands have
//   gone, or none is wanted any more, no two commands in a cycle.
// - A stop, of the Tile Unit or of the host, lets no more commands go out, from the cycle on in which it is seen;
//   the end follows in that cycle, if there is room. Without a query a stop is taken and is nothing.
// Stalls: memory (it takes no request), triangle_unit (it takes no command), drain (all is sent, results are on
// their way). Reset forgets the query; the numbers of triangles stay.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/units/pair_sequencer/pair_sequencer_params.h"

namespace collisionchip {

class UnitPorts;

class PairSequencer : public Unit {
 public:
  using Params = PairSequencerParams;

  struct Ports {
    Channel<StartCommand>& start;         // from the PCI Interface
    Channel<MatrixWrite>& counts;         // from the PCI Interface: words 0, 1: tumbled, aligned triangles
    Channel<StopRequest>& stop;           // from the Tile Unit
    Channel<StopRequest>& host_stop;      // from the PCI Interface
    Channel<ReadRequest>& requests;       // to the Memory Controller
    Channel<TileCommand>& tile_commands;  // to the Tile Unit

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t tiles = 0;                                     // begun
    std::uint64_t tumbled_triangles = 0, aligned_triangles = 0;  // asked for
    std::uint64_t pairs = 0;                                     // that the commands order to be tested
    std::uint64_t stops = 0;
  };

  PairSequencer(const sc_core::sc_module_name& name, const PairSequencerParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {false, false, false, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const PairSequencer* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 private:
  enum class Phase { off, streaming, ended };
  static constexpr int kMemory = CycleAccount::kFirstCause, kTriangleUnit = kMemory + 1, kDrain = kMemory + 2;

  Cycle step(Cycle now) override;
  void reset_state() override;
  void take_counts(Cycle now);
  void take_start(Cycle now);
  void take_stops(Cycle now);
  bool is_done() const { return stopped_ || first_ >= triangles_[0] || triangles_[1] == 0; }
  std::uint32_t tile_size() const;
  bool send(Cycle now);
  bool send_command(Cycle now);
  TileCommand next_command();
  bool send_end(Cycle now);

  const PairSequencerParams params_;
  Ports ports_;
  std::array<std::uint32_t, 2> triangles_{};  // tumbled, aligned
  Phase phase_ = Phase::off;
  StartCommand query_;
  bool stopped_ = false;
  std::uint32_t first_ = 0;    // the tile's lowest tumbled triangle
  std::uint32_t loaded_ = 0;   // tumbled triangles requested for this tile
  std::uint32_t aligned_ = 0;  // aligned triangles requested for this tile
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;  // what the time until the next step is spent on
};

}  // namespace collisionchip

// Engine Switch: connects several engines with groups to the host, the Pointer FIFO and the memories.
//
// Timing contract (docs/group_machine.md):
// - Query q of the command queue belongs to engine q modulo the number of engines. Its start, its registers and its stop
//   go to that engine, one of each kind in a cycle, in the order in which they come. A start waits until all writes of
//   registers that came before it have left.
// - One burst goes to each memory in a cycle. The switch looks at each engine's first burst. A burst goes first if its row
//   is left open by the bursts before it. If there are several such bursts, or none, the engine whose turn it is goes: the
//   next one after the engine that was last served in its turn. A burst that was passed by kPatience times goes at once.
// - The data of a burst go to the engine that asked, in the order of the requests, one in a cycle from each memory.
// - Findings go to the Pointer FIFO, one in a cycle, the engines in turn.
// - A message that finds room leaves in the cycle in which it is seen. A message without room waits. It holds up only
//   messages of its own kind to its own target.
// Stalls: memory (bursts wait for a memory's queue), pointer_fifo (findings wait). Reset forgets turns, starts and the
// engines that wait for data.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/group_messages.h"
#include "collisionchip/tlm/memory/sdram_timing.h"
#include "collisionchip/tlm/units/engine_switch/engine_switch_params.h"

namespace collisionchip {

class UnitPorts;

class EngineSwitch : public Unit {
 public:
  using Params = EngineSwitchParams;

  // Towards an engine's Record Cache, or a Memory Controller.
  struct Lane {
    Channel<BurstRequest>& requests;
    Channel<BurstData>& data;
  };
  struct Engine {
    Channel<QueryStart>& start;             // to its Group Engine
    Channel<QueryStop>& stop;               // to its Group Engine
    Channel<MatrixWrite>& group_registers;  // to its Group Unit
    Channel<MatrixWrite>& leaf_registers;   // to its Leaf Unit
    Channel<Finding>& findings;             // from its Small Triangle Unit
    std::vector<Lane> lanes;                // one for each memory
  };
  struct Ports {
    Channel<StartCommand>* start;           // from the PCI Interface; nullptr: from a Pose Unit, below
    Channel<QueryStop>& stop;               // from the PCI Interface
    Channel<MatrixWrite>& group_registers;  // from the PCI Interface or the Pose Unit
    Channel<MatrixWrite>& leaf_registers;   // from the PCI Interface or the Pose Unit
    Channel<Finding>& findings;             // to the Pointer FIFO
    std::vector<Lane> lanes;                // to and from each Memory Controller
    std::vector<Engine> engines;
    Channel<QueryStart>* query_start = nullptr;

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t starts = 0, findings = 0, bursts = 0;
    std::uint64_t waits = 0;  // of engines with a burst, for another engine's
  };

  EngineSwitch(const sc_core::sc_module_name& name, const EngineSwitchParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums() { return {}; }
  static constexpr CostKinds kCosts = {false, false, false, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const EngineSwitch* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 private:
  static constexpr int kMemory = CycleAccount::kFirstCause, kPointerFifo = kMemory + 1;
  static constexpr std::uint32_t kPatience = 16;
  struct Memory {
    std::size_t turn = 0;  // the engine that is looked at first
    std::uint32_t patience = kPatience;
    std::vector<std::uint32_t> open;  // row that the last burst of each bank leaves open
    std::deque<std::size_t> asked;    // which engine's bursts are on their way
  };

  Cycle step(Cycle now) override;
  void reset_state() override;
  void reset_memories();
  std::size_t engine_of(std::uint32_t query) const { return query % ports_.engines.size(); }
  bool pass_start(Cycle now);
  bool give_start(Cycle now, const QueryStart& start);
  bool pass_stop(Cycle now);
  bool pass_registers(Cycle now, Channel<MatrixWrite>& from, Channel<MatrixWrite>& (*to)(Engine&));
  bool pass_finding(Cycle now, bool& waits);
  SdramLocation location_of(const BurstRequest& request) const;
  std::size_t best_engine(const Memory& side, const std::vector<std::size_t>& asking, Cycle now,
                          std::size_t memory);
  bool pass_burst(Cycle now, std::size_t memory, bool& waits);
  bool pass_data(Cycle now, std::size_t memory);

  const EngineSwitchParams params_;
  Ports ports_;
  SdramTiming rows_;           // for its map of addresses
  std::uint32_t started_ = 0;  // queries of the command queue, in their order
  std::size_t finding_turn_ = 0;
  std::vector<Memory> memories_;
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;  // what the time until the next step is spent on
};

}  // namespace collisionchip

// What the engines that walk pairs of nodes have in common for others: channels, counters, accounts. How they walk is in
// pair_walk.h; the engines are the Stack Engine (stack_engine.h), the Ancestor Engine (ancestor_engine.h) and the
// Pair Stack Engine (pair_stack_engine.h).
#pragma once

#include <array>
#include <vector>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/stack_messages.h"

namespace collisionchip {

class UnitPorts;

class PairEngine : public Unit {
 public:
  struct Ports {
    Channel<StartCommand>& start;               // from the PCI Interface
    Channel<PairAuxiliary>& tumbled_auxiliary;  // from the Memory Controller
    Channel<PairAuxiliary>& aligned_auxiliary;
    Channel<OverlapFlags>& flags;                          // from the DOP Unit
    Channel<StopRequest>& stop;                            // from the Triangle Unit
    Channel<StopRequest>& host_stop;                       // from the PCI Interface
    std::array<Channel<SramResponse>*, 2> sram_responses;  // left, right
    std::array<Channel<SramRequest>*, 2> sram_requests;
    Channel<ReadRequest>& requests;       // to the Memory Controller
    Channel<ListCommand>& list_commands;  // to the DOP Unit
    Channel<LeafTests>& leaf_tests;       // to the Triangle Unit
    // To and from the DOP Unit where transformed pairs lie on the stack; otherwise nullptr.
    Channel<StackCommand>* stack_commands = nullptr;
    Channel<TransformedPair>* to_dop_unit = nullptr;
    Channel<TransformedPair>* from_dop_unit = nullptr;

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t lists = 0, lists_kept = 0, aligned_pairs = 0, triangle_tests = 0, unfinished = 0;
    std::uint64_t stops = 0;
    std::uint64_t flags = 0;                  // evaluated; a witness leaves the rest of a list without
    Histogram alpha;                          // lists by the aligned pairs they met
    std::array<Histogram, 2> length_of_side;  // lists in each SRAM by their entries
    Histogram levels;                         // lists by the lists that waited when it was taken
    std::uint64_t prefetches = 0, prefetches_used = 0;
    std::uint64_t longest_list = 0;
    std::uint64_t corrected_words = 0;                           // of the lists, by stack_sram.ecc
    std::array<std::uint64_t, 2> heads_written{}, heads_read{};  // of lists, each SRAM
    std::array<std::uint32_t, 2> high_water{};                   // words in each SRAM
    std::uint32_t deepest_level = 0;
    // The transforms that a stack of pairs kept, and their words in each SRAM.
    std::uint64_t transforms_stored = 0, transforms_loaded = 0;
    std::uint64_t transform_words_reserved = 0, transform_words_written = 0;
    std::array<std::uint64_t, 2> transform_words_read{};

    // Eq. 5 with the alpha of every list.
    std::uint64_t eq5_cycles() const { return 80 * lists + 10 * aligned_pairs; }
  };

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {false, false, false, true};
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 protected:
  // What it waits for.
  enum Cause {
    kTumbledRead = CycleAccount::kFirstCause,
    kTransform,
    kAlignedPairs,
    kStackSram,
    kTriangleUnit,
    kDrain,
  };

  PairEngine(const sc_core::sc_module_name& name, std::uint32_t clock_period_ps, const Ports& ports);

  Ports ports_;
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;
};

}  // namespace collisionchip

// Leaf Unit: moves tumbled leaves corner by corner and decides, by three filters, which pairs of triangles are worth a
// test. The arithmetic is reference/groups, bit by bit.
//
// Timing contract (docs/group_machine.md):
// - Orders are taken in order, one in a cycle. A leaf to be moved is asked for at once; when its block has come its
//   triangles go through the DOTADDs, move_cycles each, blocks in the order in which they come, and its volume leaves
//   move_latency cycles after the last of them.
// - A pair of leaves passes the first two filters, `filtered` triangles of its tumbled leaf in a cycle, in the cycles from
//   the one on in which it is taken; no order is taken before they are over. If no triangle is left the pair is done;
//   otherwise its aligned block is asked for and it waits for it, one of `waiting`: both with the last of these cycles.
//   A pair waits until its tumbled leaf is moved, and the orders behind it wait, too.
// - Aligned blocks are worked off in the order in which they come, one triangle in a cycle through the third filter:
//   block_latency cycles after the block its first test leaves, up to `tests` in a cycle. The pair is done with its last
//   test, in the same cycle, and its waiting place is free in the next one.
// - One block is taken in a cycle, one request leaves, and one pair is done: one whose tests are sent before one that the filters
//   part.
// - Each query in flight has a transform of corners of its own; an order says whose it is.
// Stalls: memory (a block is on its way), triangle_unit (it takes no test). Reset forgets leaves; the registers stay.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/group_messages.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/units/leaf_unit/leaf_unit_params.h"

namespace collisionchip {

class UnitPorts;

class LeafUnit : public Unit {
 public:
  using Params = LeafUnitParams;

  struct Ports {
    Channel<LeafOrder>& orders;            // from the Group Unit
    Channel<RecordData>& blocks;           // from the Record Cache
    Channel<MatrixWrite>& registers;       // from the PCI Interface
    Channel<RecordRequest>& requests;      // to the Record Cache
    Channel<LeafVolume>& volumes;          // to the Group Unit
    Channel<LeafDone>& done;               // to the Group Engine
    Channel<TriangleTest>& tests;          // to the Small Triangle Unit
    Channel<MatrixWrite>& test_registers;  // to the Small Triangle Unit

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t moved_leaves = 0, leaf_pairs = 0, slab_tests = 0, aligned_blocks = 0, triangle_tests = 0;
  };

  LeafUnit(const sc_core::sc_module_name& name, const LeafUnitParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums() { return {}; }
  static constexpr CostKinds kCosts = {true, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const LeafUnit* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 private:
  // A tumbled leaf in its place.
  struct Place {
    bool moved = false;
    std::uint32_t query = 0;
    Cycle ready_at = 0;
    std::uint32_t unit = 0;  // where its block lies
    LeafBlock block;
    TumbledLeaf leaf;
    ReadError error;
  };
  // A pair of leaves that waits for its aligned block.
  struct Pair {
    bool used = false;
    Cycle free_from = 0;
    std::uint32_t place = 0, passed = 0;  // tumbled triangles
    std::uint32_t aligned = 0;            // where the aligned block lies
  };
  // An aligned block that has come.
  struct Arrived {
    std::uint32_t pair = 0;
    LeafBlock block;
    ReadError error;
    Cycle ready_at = 0;  // its first test may leave
  };
  static constexpr std::uint32_t kAlignedTag = 1u << 31;
  static constexpr int kMemory = CycleAccount::kFirstCause, kTriangleUnit = kMemory + 1;

  Cycle step(Cycle now) override;
  void reset_state() override;
  void take_registers(Cycle now);
  void pass_on(Cycle now, const MatrixWrite& write);
  bool take_block(Cycle now);
  void move(Cycle now, std::uint32_t place, const RecordData& data);
  bool take_order(Cycle now);
  bool filter(Cycle now, const Place& place);
  bool take_pair(Cycle now, const LeafOrder& order);
  bool ask(Cycle now, std::uint32_t unit, std::uint32_t tag);
  void begin_block(const Arrived& arrived);
  bool send_tests(Cycle now);
  void finish(Cycle now, std::uint32_t place, std::uint32_t tests, const ReadError& error);

  const LeafUnitParams params_;
  Ports ports_;
  struct QueryRegisters {
    std::array<std::uint32_t, group_words::kCornerWords> words{};  // as written
    GroupRegisters decoded;
  };
  std::vector<QueryRegisters> registers_;  // by entry of the command queue
  std::vector<Place> places_;              // by context, list and member
  std::vector<Pair> pairs_;
  std::deque<Arrived> arrived_;
  bool block_begun_ = false;
  std::uint32_t block_tests_ = 0;   // of that block
  std::deque<TriangleTest> tests_;  // of the block that is worked off
  Cycle dotadds_free_ = 0, filter_free_ = 0;
  bool filtering_ = false;  // the oldest order is in the first two filters
  Cycle filtered_at_ = 0;   // and through them then
  Statistics statistics_;
  CycleAccount account_;
  int under_way_ = 0;      // blocks
  bool blocked_ = false;   // by the Small Triangle Unit
  bool reported_ = false;  // a pair is done in this cycle
  int state_ = CycleAccount::kIdle;
};

}  // namespace collisionchip

// Group Unit: decodes groups, brings tumbled members into the aligned object's grid and compares aligned ones with
// them. The arithmetic is reference/groups/group_steps.h, bit by bit.
//
// Timing contract (docs/group_machine.md):
// - One record and one leaf volume are taken in a cycle. The members of a tumbled group that take part go through the rows
//   of the transform together, `dotadds` rows in a cycle, groups in the order in which they come. The coordinates are
//   there dotadd_stages cycles after the last row.
// - With any filter a leaf is ordered from the Leaf Unit instead. It is there when its volume comes. If the volume cannot
//   be used, the leaf's rows follow then.
// - An aligned group waits until all members of its list are there. The oldest group that can be compared is next:
//   `compares` tests in a cycle, at least one cycle. Without filters a leaf is moved when it first meets an aligned leaf.
// - Pairs of leaves wait as a mask next to their aligned group, in `met_groups` places. They leave after the group's
//   comparison, one in a cycle. A group takes a place at the begin of its comparison if its own leaves and tumbled leaves
//   of its list take part. The place is free with the last pair; if no pair leaves, from the cycle on in which the first
//   would leave. While all places are taken no group is compared.
// - With group.leaf_plane an aligned member that overlaps a tumbled leaf is tested against the slabs of the leaf's
//   triangles, one after the other until one cuts the member. `planes` of these tests run in a cycle, at the same time as
//   those of volumes. The group takes as long as the longer of both. Its pairs of leaves and its result leave
//   dotadd_stages later.
// - The result leaves result_latency cycles after the last test. A tumbled group's result leaves a cycle after the group
//   has come. One result leaves in a cycle, in this order.
// - Each query in flight has its own rows. Each list, and each message for a list, has the number of its query.
// Stalls, transform: none. Compare: transform (groups wait for tumbled members), leaf_unit (its queue is full). Reset
// forgets groups; the registers stay.
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
#include "collisionchip/tlm/units/group_unit/group_unit_params.h"

namespace collisionchip {

class UnitPorts;

class GroupUnit : public Unit {
 public:
  using Params = GroupUnitParams;

  struct Ports {
    Channel<RecordData>& groups;      // from the Record Cache
    Channel<LeafVolume>& volumes;     // from the Leaf Unit
    Channel<MatrixWrite>& registers;  // from the PCI Interface
    Channel<GroupAnswer>& results;    // to the Group Engine
    Channel<LeafOrder>& leaf_orders;  // to the Leaf Unit

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t tumbled_groups = 0, aligned_groups = 0;
    std::uint64_t transforms = 0;  // members that went through the rows
    std::uint64_t node_tests = 0;
    std::uint64_t plane_tests = 0;            // of slabs of tumbled leaves
    std::uint64_t moves = 0, leaf_pairs = 0;  // ordered from the Leaf Unit
    std::uint64_t most_waiting = 0;           // aligned groups
  };

  GroupUnit(const sc_core::sc_module_name& name, const GroupUnitParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums() { return {}; }
  static constexpr CostKinds kCosts = {true, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const GroupUnit* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 private:
  // The tumbled side of a list.
  struct Tumbled {
    bool known = false;
    std::uint32_t set = 0;    // which of the context's two lists
    std::uint32_t query = 0;  // whose it is
    Group group;
    TumbledMembers members;
    std::uint32_t moved = 0;  // leaves ordered from the Leaf Unit
    int missing = 0;          // leaves that have not come
    Cycle ready_at = 0;       // its coordinates so far are there
  };
  struct Waiting {
    std::uint32_t list = 0, mask = 0, address = 0;
    Group group;
    ReadError error;
  };
  // For the Leaf Unit, from a cycle on: tumbled leaves to be moved, and the aligned leaves that each meets.
  struct Orders {
    Cycle from = 0;
    std::uint32_t list = 0, query = 0;
    Group tumbled, aligned;
    std::uint32_t moves = 0;
    std::array<std::uint32_t, 4> met{};
    bool is_done() const { return (moves | met[0] | met[1] | met[2] | met[3]) == 0; }
  };
  static constexpr int kTransformWait = CycleAccount::kFirstCause, kLeafUnit = kTransformWait + 1;

  Cycle step(Cycle now) override;
  void reset_state() override;
  void take_registers(Cycle now);
  bool take_group(Cycle now);
  void take_tumbled(Cycle now, const RecordData& data);
  bool take_volume(Cycle now);
  void transform(Cycle now, Tumbled& tumbled, int members);
  void decode_rows(std::uint32_t query);
  Group decoded(const RecordData& data) const;
  void order_move(Tumbled& tumbled, int member, Orders& orders);
  LeafOrder next_order(Orders& orders) const;
  bool is_ready(Cycle now, const Waiting& waiting) const;
  void compare(Cycle now);
  void meet(Cycle now, const Waiting& aligned);
  void answer(Cycle now, const GroupAnswer& result, Cycle extra);
  bool send_orders(Cycle now);
  Cycle next_ready(Cycle now) const;

  const GroupUnitParams params_;
  Ports ports_;
  struct QueryRegisters {
    std::array<std::uint32_t, 2 + 4 * kMaxK> words{};  // as written
    GroupRegisters decoded;
    std::array<std::uint32_t, 2> bases{};  // tumbled, aligned
  };
  std::vector<QueryRegisters> registers_;  // by entry of the command queue
  std::vector<Tumbled> tumbled_;           // by context
  std::deque<Waiting> waiting_;
  std::deque<Orders> moves_, pairs_;  // to go to the Leaf Unit: of tumbled groups, of aligned ones
  Cycle rows_free_ = 0, compare_free_ = 0;
  Cycle answers_free_ = 0;  // the next result may leave
  Statistics statistics_;
  CycleAccount transform_account_, compare_account_;
  int compare_state_ = CycleAccount::kIdle;
};

}  // namespace collisionchip

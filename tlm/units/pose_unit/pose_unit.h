// Pose Unit: makes a query's registers of a pose and of the records of two objects, and starts the query. The arithmetic is
// reference/groups/pose_registers.h, bit by bit.
//
// Timing contract (docs/group_machine.md):
// - One command is calculated at a time, in the order in which they come. Taken in cycle t, its registers are there in t + T,
//   T = products / multipliers rounded up + 8 + stages x 2, or x 15 with A tumbled; products: 6 for each direction and 30,
//   66 more with A tumbled (24 directions of a DOP are 12: 102 and 168).
// - From then on they go to Group Unit and Leaf Unit, kWriteWords words in a cycle to each: the first in t + T. The start goes in
//   the cycle behind the last of them; it names the command's entry. With a root word of 0 an object's own root is
//   taken.
// - In the cycle in which registers begin to go out the next command is taken; its own go out behind the start, if they are there.
// - A command without an entry or without an object of this machine is refused in the cycle in which it would be taken: that
//   takes a cycle, and the next one is looked at in the next.
// - Of the object table one write is taken in a cycle, before a command of the same cycle; a command reads both records when it
//   is taken. Words beyond the table are not there.
// Stalls: group_unit, leaf_unit (their register queue is full), group_engine (it takes no start), result_unit (it takes no
// refusal). Reset forgets commands; the table stays.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "collisionchip/reference/groups/pose_registers.h"
#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/group_messages.h"
#include "collisionchip/tlm/machine/host_messages.h"
#include "collisionchip/tlm/units/pose_unit/pose_unit_params.h"

namespace collisionchip {

class UnitPorts;

class PoseUnit : public Unit {
 public:
  using Params = PoseUnitParams;

  struct Ports {
    Channel<PoseCommand>& commands;         // from the PCI Interface
    Channel<ObjectWrite>& objects;          // from the PCI Interface
    Channel<MatrixWrite>& group_registers;  // to the Group Unit
    Channel<MatrixWrite>& leaf_registers;   // to the Leaf Unit
    Channel<QueryStart>& starts;            // to the Group Engine
    Channel<PoseRefusal>& refusals;         // to the Result Unit

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t commands = 0, refused = 0, starts = 0;
    std::uint64_t a_tumbled = 0;  // commands with an inverse
    std::uint64_t products = 0;
    std::uint64_t object_words = 0;    // written to the table
    std::uint64_t register_words = 0;  // sent
  };
  static constexpr std::uint32_t kWriteWords = 8;

  PoseUnit(const sc_core::sc_module_name& name, const PoseUnitParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {true, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const PoseUnit* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 private:
  // Registers of one unit that go out.
  struct Outgoing {
    std::vector<std::uint32_t> words;
    std::size_t sent = 0;
    bool done() const { return sent == words.size(); }
  };
  // A command with all that it makes.
  struct Made {
    Cycle ready_at = 0;
    Outgoing group, leaf;
    QueryStart start;
  };
  static constexpr int kGroupUnit = CycleAccount::kFirstCause, kLeafUnit = kGroupUnit + 1,
                       kGroupEngine = kGroupUnit + 2, kResultUnit = kGroupUnit + 3;

  Cycle step(Cycle now) override;
  void reset_state() override;
  bool take_object(Cycle now);
  bool take_command(Cycle now);
  std::optional<PoseRefusal> refusal_of(const PoseCommand& command) const;
  bool holds_object(std::uint32_t slot) const;
  Made made_of(Cycle now, const PoseCommand& command) const;
  bool send(Cycle now);
  bool send_words(Cycle now, Outgoing& outgoing, Channel<MatrixWrite>& channel);

  const PoseUnitParams params_;
  Ports ports_;
  std::vector<ObjectRecord> table_;
  std::optional<Made> calculated_, sending_;
  int blocked_ = CycleAccount::kIdle;  // what cannot go on in this cycle waits for
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;
};

}  // namespace collisionchip

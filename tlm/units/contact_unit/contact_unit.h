// Contact Unit: decides pairs of triangles that the determinants of the Small Triangle Unit leave undecided, where parts touch.
// reference/contact/contact_test.h, bit by bit.
//
// Timing contract (docs/group_machine.md):
// - A pair is taken in a cycle, if fewer than queue_depth are in the unit. Its first step moves B's corners: 27 products, or none if
//   B's triangle is that of the pair taken before it. The steps of its passes follow.
// - Steps go through the multipliers in the order in which they are ready; of several in one cycle that of the pair taken first is
//   first. `multipliers` products go through in a cycle, without a gap between steps.
// - What a step says is known `stages` cycles after the cycle of its last product; of a step without products, after it was ready. In
//   that cycle the next step is ready, or the verdict.
// - One verdict leaves in a cycle, that of the pair taken first. Its place can be taken in the same cycle.
// Stalls: small_triangle_unit (it takes no verdict). Reset forgets pairs; the registers stay.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "collisionchip/reference/contact/contact_test.h"
#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/group_messages.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/units/contact_unit/contact_unit_params.h"

namespace collisionchip {

class UnitPorts;

class ContactUnit : public Unit {
 public:
  using Params = ContactUnitParams;

  struct Ports {
    Channel<ContactTest>& tests;        // from the Small Triangle Unit
    Channel<MatrixWrite>& registers;    // from the Small Triangle Unit
    Channel<ContactVerdict>& verdicts;  // to the Small Triangle Unit

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t tests = 0, hits = 0, misses = 0, uncertain = 0;
    std::uint64_t corners = 0;                                  // hits by a corner in common
    std::uint64_t moved = 0;                                    // triangles of B
    std::uint64_t one_limb = 0, two_limbs = 0, four_limbs = 0;  // pairs by the width of their last pass
    std::uint64_t products = 0;
  };

  ContactUnit(const sc_core::sc_module_name& name, const ContactUnitParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {true, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const ContactUnit* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 private:
  struct Pair {
    std::uint32_t place = 0;
    ContactOutcome outcome;
    std::size_t begun = 0;  // steps of the passes
    Cycle known_at = 0;     // what the last step says
    bool done = false;
  };
  static constexpr int kSmallTriangleUnit = CycleAccount::kFirstCause;

  Cycle step(Cycle now) override;
  void reset_state() override;
  void take_registers(Cycle now);
  void go_on(Cycle now);
  bool send(Cycle now);
  bool take(Cycle now);
  bool is_moved(const ContactTest& test);
  void begin_step(Cycle now, Pair& pair, std::uint32_t products);
  void count(const ContactOutcome& outcome);

  const ContactUnitParams params_;
  Ports ports_;
  std::vector<PoseWords> poses_;  // by entry of the command queue
  std::deque<Pair> pairs_;        // the oldest first
  std::optional<std::pair<std::uint32_t, std::uint32_t>>
      moved_;  // query and triangle of B that was moved last
  std::uint64_t multiplied_ =
      0;  // products that went through by then, or could have: n go through in cycle n / multipliers
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;
};

}  // namespace collisionchip

// Refit Unit: gives the nodes of an object that has changed its shape their new DOPs, where they lie in the SDRAM, before a query
// is searched. The host has written the triangle records alone. The arithmetic is that of reference/tree/refit.h, bit by bit.
//
// It goes through the pairs from the last to the first. Pairs are numbered depth first, so the children of a pair are refitted
// before it, and what encloses them waits on a stack: the left child's on top.
//
// Timing contract (docs/deformable.md):
// - A start without a command goes on to the Stack Engine in the cycle in which it is visible. With one the first request goes out
//   in that cycle, and the start goes on in the cycle of the last write.
// - One request goes out per cycle, if the Memory Controller takes it: a write, else a triangle record, else the next pair.
//   At most pairs_ahead pairs are asked for and not refitted. A record is asked for from the cycle in which its pair is
//   visible on, in the order of the pairs, left before right.
// - Pairs are refitted one after the other. A leaf takes k/2 / directions cycles from when its record is visible and the member
//   before it is done, an inner member one, and what encloses both k/2 / directions more; the next pair's first member begins in
//   the cycle behind. The pair may be written from then on.
// - Writes wait until writes_together are there, or both members of the last pair are done, and go out together.
// - After a read that brings no data nothing more is asked for or written, and the start goes on: the query's first read ends it.
// Stalls: sdram (the pair's or the record's data are not here), memory_controller (it takes no request). Reset forgets a
// command and the stack.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "collisionchip/reference/dop/dop.h"
#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/refit_messages.h"
#include "collisionchip/tlm/units/refit_unit/refit_unit_params.h"

namespace collisionchip {

class UnitPorts;

class RefitUnit : public Unit {
 public:
  using Params = RefitUnitParams;

  struct Ports {
    Channel<RefitCommand>& commands;  // from the PCI Interface
    Channel<StartCommand>& start;     // from the PCI Interface
    Channel<StartCommand>& started;   // to the Stack Engine
    Channel<RefitRequest>& requests;  // to the Memory Controller
    Channel<RefitData>& data;         // from the Memory Controller

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t pairs = 0;      // refitted
    std::uint64_t triangles = 0;  // leaves made of their records
    std::uint64_t writes = 0;     // pairs written
    std::uint64_t cycles = 0;     // from the start until it went on
    std::uint64_t most_stacked = 0;
  };

  RefitUnit(const sc_core::sc_module_name& name, const RefitUnitParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {true, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const RefitUnit* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 private:
  // A pair that was asked for.
  struct Pair {
    std::uint32_t address = 0;
    std::uint32_t mask = 3;  // its members
    bool here = false;
    NodePair nodes;
    std::array<std::optional<RefitWords>, 2> records;  // of leaves
    bool is_leaf(std::size_t side) const { return (mask >> side & 1u) != 0 && nodes.links[side].leaf; }
  };
  struct Record {
    std::uint32_t address;
    std::size_t side;
    std::uint64_t pair;  // in the order in which pairs are asked for
  };
  struct Write {
    std::uint32_t address;
    RefitWords words;
    Cycle ready_at;
  };
  static constexpr int kSdram = CycleAccount::kFirstCause, kMemoryController = kSdram + 1;

  Cycle step(Cycle now) override;
  void reset_state() override;
  void begin(Cycle now);
  bool take_data(Cycle now);
  void take_pair(const RefitData& data);
  void take_record(const RefitData& data);
  bool refit(Cycle now);
  bool refit_member(Pair& pair);
  void finish_pair(Cycle now, Pair& pair);
  bool request(Cycle now);
  std::optional<RefitRequest> next_request(Cycle now);
  void sent(const RefitRequest& request);
  bool may_write(Cycle now) const;
  bool is_done() const;
  bool pass_start(Cycle now);

  const RefitUnitParams params_;
  Ports ports_;
  std::optional<RefitCommand> command_;
  bool running_ = false, failed_ = false;
  Cycle begun_at_ = 0;
  std::uint32_t left_ = 0;   // pairs that are not asked for yet
  std::uint64_t first_ = 0;  // the number of pairs_.front(), in the order of asking
  std::deque<Pair> pairs_;
  std::deque<Record> to_ask_, asked_;  // records
  std::deque<Write> writes_;
  std::size_t together_ = 0;  // of these, still to go out one behind the other
  std::size_t side_ = 0;      // the member that is refitted next
  Cycle free_at_ = 0;         // from when on the next one may be
  std::vector<DopNode> stack_;
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;
};

}  // namespace collisionchip

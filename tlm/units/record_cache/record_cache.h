// Record Cache: groups and blocks on their way from the memory, two direct-mapped caches and who waits for what.
//
// Timing contract (docs/group_machine.md):
// - One request for a group and one for a block are looked at in each cycle, unless `window` bursts of earlier ones wait to
//   go to the Memory Controller, or all of the `records` places of its kind are taken. A hit leaves hit_latency cycles later.
// - What misses takes a place until its record leaves to it.
// - A miss goes to the Memory Controllers as one burst for each block of the SDRAM, and for each channel's piece, in which
//   the record lies; blocks first. A record that is on its way is not asked for again: whoever wants it meanwhile waits for it, too.
// - One burst goes to each channel in a cycle: of those that wait the oldest whose row the bursts before it leave open in its bank; if
//   there is none, the oldest of a bank that the last burst did not use; if there is none, the oldest. When the oldest has
//   been passed by kPatience times it goes.
// - The lines of each kind lie in two banks, by their lowest bit; each is read and filled once in a cycle. A record is in its line
//   from the cycle on in which its last burst is seen; of those of one bank whose last bursts are seen together the first channel's
//   is, and the others follow one in a cycle, on their way until then. A record without a line waits for nothing. The line had
//   been given up when the record was asked for. From that cycle on it leaves to those who wait for it, in the order in which they
//   came, behind records that were there before. One record of each kind leaves in a cycle, a hit before others; it is visible a
//   cycle later.
// Stalls: memory (bursts wait). Reset empties caches and forgets what is on its way.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <list>
#include <vector>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/group_messages.h"
#include "collisionchip/tlm/memory/sdram_timing.h"
#include "collisionchip/tlm/units/record_cache/record_cache_params.h"

namespace collisionchip {

class UnitPorts;

class RecordCache : public Unit {
 public:
  using Params = RecordCacheParams;

  struct Ports {
    Channel<RecordRequest>& group_requests;  // from the Group Engine
    Channel<RecordRequest>& block_requests;  // from the Leaf Unit
    // From and to the Memory Controller of each channel.
    struct Lane {
      Channel<BurstData>& data;
      Channel<BurstRequest>& requests;
    };
    std::vector<Lane> lanes;
    Channel<RecordData>& groups;  // to the Group Unit
    Channel<RecordData>& blocks;  // to the Leaf Unit

    static Ports of(const UnitPorts& ports);
  };

  // Groups and blocks are counted apart.
  struct Counts {
    std::uint64_t requests = 0, hits = 0, shared = 0, reads = 0;
  };
  struct Statistics {
    Counts groups, blocks;
    std::uint64_t tumbled_bursts = 0, aligned_bursts = 0, block_bursts = 0;
    std::uint64_t most_pending = 0;            // records on their way
    std::uint64_t row_bursts = 0, passed = 0;  // bursts that stay in a row; that went before older ones
  };

  RecordCache(const sc_core::sc_module_name& name, const RecordCacheParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {false, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const RecordCache* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 private:
  struct Line {
    bool valid = false;
    std::uint32_t address = 0;
    std::array<std::uint32_t, kMostRecordWords> words{};
  };
  // A record on its way.
  struct Pending {
    std::uint32_t address = 0, bytes = 0;
    bool block = false;
    int bursts = 0;  // that have not come
    std::array<std::uint32_t, kMostRecordWords> words{};
    ReadError error;
    std::vector<RecordRequest> waiting;
  };
  using Pendings = std::list<Pending>;
  struct Burst {
    BurstRequest request;
    Pendings::iterator record;
    SdramLocation at;
  };
  // Records of a kind that leave.
  struct Hit {
    Cycle from = 0;
    RecordData data;
  };
  struct Side {
    std::deque<Hit> hits;
    std::deque<RecordData> there;  // from the memory
    std::uint32_t places = 0;      // taken
  };
  static constexpr std::uint32_t kPatience = 16, kBanks = 2;
  // The bursts of one channel.
  struct Lane {
    std::deque<Burst> bursts;             // to go
    std::deque<Pendings::iterator> sent;  // whose bursts are on their way, in order
    std::vector<std::uint32_t> open;      // row that the last burst of each bank leaves open
    std::uint32_t last_bank = 0, patience = kPatience;
  };
  static constexpr int kMemory = CycleAccount::kFirstCause;

  Cycle step(Cycle now) override;
  void reset_state() override;
  void reset_lanes();
  void take_bursts(Cycle now, std::size_t lane);
  void take_burst(Pendings::iterator found, const BurstData& data);
  void fill_lines();
  void finish(const Pending& record);
  bool take_request(Cycle now, bool block);
  bool send_burst(Cycle now, std::size_t lane);
  static std::size_t best_burst(const Lane& lane);
  std::size_t waiting_bursts() const;
  void add_burst(const BurstRequest& request, Pendings::iterator record);
  void read(const RecordRequest& request, bool block);
  static RecordData answer(const RecordRequest& request, const Pending& record);
  bool leave(Cycle now, bool block);
  Cycle next_to_leave(Cycle now) const;
  Line* line_of(std::uint32_t address, bool block);
  // The bank of a line, among the groups' lines or the blocks' lines.
  std::size_t bank_of(const Line& line, bool block) const;

  const RecordCacheParams params_;
  Ports ports_;
  std::vector<Line> group_lines_, block_lines_;
  SdramTiming rows_;  // for its map of addresses
  Pendings pending_;
  std::deque<Pendings::iterator> whole_;  // their bursts have come, their lines are not filled
  std::vector<Lane> lanes_;
  std::array<Side, 2> sides_;  // groups, blocks
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;
};

}  // namespace collisionchip

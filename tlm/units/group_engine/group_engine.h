// Group Engine: works on several lists of a machine with groups at once, each list in a context.
//
// Timing contract (docs/group_machine.md):
// - All commands that have come begin together. Each query has its own waiting lists; all else is shared. A command for an
//   entry whose query has ended begins the entry again, while other queries run.
// - A free context takes a waiting list, one context in a cycle. The leaves of the context's list before the last one must
//   be done. The list is the newest one of the query that has begun the fewest lists; among equal queries the first entry
//   goes. An entry that begins again starts with the smallest number of lists that another query has begun.
// - In the next cycle the list's tumbled group is requested, then its aligned groups, at most look_ahead of them
//   unanswered. One request leaves in a cycle: tumbled groups first, then aligned ones, the contexts in turn.
// - One result is taken at a time. An aligned result takes as many cycles as the tumbled member with the most new entries
//   has, at least one: each member's lists have their own memory with one port.
// - A list is done with its last result. After its entries its new lists are pushed, one in a cycle, the last member's
//   first, so the first member's list is on top. Each list can be taken from the cycle of its push on. The context is free
//   with the last push.
// - Lists lie in blocks of eight places, in four banks of `entries` / 32 blocks each (list_blocks.h). The nth list that is
//   begun, from 0, writes member i's next list into bank (n + i) mod 4. A block is taken with its first entry and is free
//   in the cycle after the request for its last entry. Roots lie in their query's registers. An entry without a free block
//   in its bank goes out as unfinished work, as with the Stack Engine. No result is taken while it waits.
// - The end of a query goes out when all its lists and all its leaves are done, one end in a cycle.
// - A first witness, a stop of the host or an error drops the waiting lists of its query, whose requests then stop. Only a
//   list that has requested its tumbled group still requests its first aligned group. The blocks of dropped lists are
//   freed one list in a cycle. In such a cycle no list begins and no group is requested. The end of the query follows when
//   all blocks are free and all requests are answered.
// Stalled only when no context can go on; the cause is what the oldest list waits for. Reset forgets everything.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/group_messages.h"
#include "collisionchip/tlm/units/group_engine/group_engine_params.h"
#include "collisionchip/tlm/units/group_engine/list_blocks.h"

namespace collisionchip {

class UnitPorts;

class GroupEngine : public Unit {
 public:
  using Params = GroupEngineParams;

  struct Ports {
    Channel<StartCommand>* start;      // from the PCI Interface; nullptr: from an Engine Switch, below
    Channel<QueryStop>& stop;          // from the Small Triangle Unit
    Channel<QueryStop>& host_stop;     // from the PCI Interface
    Channel<GroupAnswer>& results;     // from the Group Unit
    Channel<LeafDone>& leaf_done;      // from the Leaf Unit
    Channel<RecordRequest>& requests;  // to the Record Cache
    Channel<QueryOrder>& orders;       // to the Small Triangle Unit
    Channel<QueryStart>* query_start = nullptr;

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t lists = 0, repeated_leaves = 0;
    std::uint64_t groups = 0;      // entries of these lists
    std::uint64_t results = 0;     // of them that were answered
    std::uint64_t leaf_pairs = 0;  // sent to the Leaf Unit by the Group Unit
    std::uint64_t longest_list = 0, most_entries = 0, most_lists = 0;
    std::uint64_t stops = 0, unfinished = 0;
    Histogram lengths;  // of lists
    Histogram active;   // contexts with a list, whenever one is taken
  };

  GroupEngine(const sc_core::sc_module_name& name, const GroupEngineParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {false, true, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const GroupEngine* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }
  // The counts of one query, by its place in the command queue.
  std::uint64_t lists_of(std::size_t query) const { return queries_[query].lists; }
  std::uint64_t groups_of(std::size_t query) const { return queries_[query].groups; }

 private:
  enum class Phase { off, lists, ended };
  struct List {
    GroupEntry tumbled;
    bool repeated = false;
    std::optional<std::uint32_t> bank;  // none: of roots, which their query's registers have
    std::vector<GroupEntry> entries;
  };
  // What a stop leaves of a list.
  struct Dropped {
    std::uint32_t bank = 0, blocks = 0;
  };
  // In flight, or ended.
  struct Query {
    bool begun = false, first_witness = false, stopping = false, ended = false;
    ReadError failed;
    std::deque<List> waiting;              // the newest last
    std::deque<Dropped> dropped;           // to be given back
    std::uint64_t active = 0, leaves = 0;  // contexts with its lists; its pairs of leaves under way
    std::uint64_t tests = 0;               // pairs of triangles that these have sent
    std::uint64_t lists = 0, groups = 0;   // begun; entries of these
    std::uint64_t ahead = 0;               // lists that others had begun before it came
    std::uint64_t turns() const { return ahead + lists; }
    bool is_done() const { return waiting.empty() && dropped.empty() && active == 0 && leaves == 0; }
  };
  struct Context {
    bool active = false;
    std::array<std::uint32_t, 2> query{};  // whose its two lists are
    List list;
    bool tumbled_asked = false;
    Group tumbled;  // its links alone
    std::size_t asked = 0, answered = 0;
    std::array<std::vector<GroupEntry>, 4> next;
    std::uint32_t set = 0;
    std::array<std::int64_t, 2> leaves{};  // pairs of leaves under way, of its lists in turn
    bool pushing = false;                  // the list is done, and `next` is to be pushed
    Cycle push_from = 0;
    std::uint32_t first_bank = 0;  // of the lists that it makes, that of its first member
    std::uint32_t query_now() const { return query[set]; }
    std::uint32_t bank_of(int member) const {
      return (first_bank + static_cast<std::uint32_t>(member)) % ListBlocks::kBanks;
    }
  };
  static constexpr int kMemory = CycleAccount::kFirstCause, kTriangles = kMemory + 1, kLists = kMemory + 2,
                       kDrain = kMemory + 3;

  Cycle step(Cycle now) override;
  void reset_state() override;
  void take_starts(Cycle now);
  void begin(std::uint32_t number, const StartCommand& command);
  void begin_again(std::uint32_t number);
  void take_stops(Cycle now);
  void take_leaf_done(Cycle now);
  void take_result(Cycle now);
  void take_aligned(Cycle now, Context& context, const GroupAnswer& result);
  void append(Context& context, int member, const GroupEntry& entry);
  void finish(Context& context);
  bool push_list(Cycle now);
  void free(Context& context);
  void stop(std::uint32_t query);
  void drop(Context& context);
  static void drop(Query& query, const List& list, std::size_t entries, std::size_t asked);
  bool give_back();
  void leave_block(const Context& context);
  void fail(std::uint32_t query, const ReadError& error);
  std::uint64_t fewest_turns() const;
  Query* next_query();
  void end_queries();
  bool begin_list();
  bool request(Cycle now);
  bool ask(Cycle now, std::size_t context, ReadKind kind, const GroupEntry& entry);
  bool send_order(Cycle now);
  int waiting_for() const;

  const GroupEngineParams params_;
  Ports ports_;
  Phase phase_ = Phase::off;
  std::vector<Query> queries_;        // by the entry of the command queue
  std::vector<std::uint32_t> begun_;  // entries, as they came; the others are as new
  std::vector<Context> contexts_;
  std::deque<std::size_t> pushing_;  // contexts whose lists are done, in this order
  std::size_t turn_ = 0;             // whose aligned group is asked for next
  ListBlocks blocks_;
  std::uint32_t first_bank_ = 0;   // of the next list
  Cycle appends_end_ = 0;          // the memories of lists are free
  std::deque<QueryOrder> orders_;  // to go
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;
};

}  // namespace collisionchip

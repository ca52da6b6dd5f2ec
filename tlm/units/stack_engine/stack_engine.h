// Stack Engine (§4.2): walks the lists of Algorithm 2, which lie in the two stack SRAMs.
//
// Timing contract (docs/stack_engine.md):
// - Per cycle one memory request, one flags message, one message to the Triangle Unit; to each SRAM at most
//   one write and one read.
// - A list: the tumbled pair is requested unless it was prefetched, or is that of the list before and kept;
//   entries are read from the SRAM in bursts and become aligned requests, at most `look_ahead` of them
//   without flags. The prefetch, if enabled, goes out when the tumbled pair's child pointers are known,
//   before any aligned request of the list: the memory is idle while the pair is transformed.
// - The prefetch takes the left child pair. With prefetch_known it takes, where there is none, the right child
//   pair, and where there is neither, the pair of the list that waits to be taken next. A list that keeps its
//   pair leaves a prefetch that is still to come true as it is.
// - Flags append to the lists of the next level, left in one
//   SRAM and right in the other, or go to the Triangle Unit.
// - With list_heads = sram the tumbled pair of a list is its first word in the SRAM, read with the first
//   entries: the list begins, for the DOP Unit and for the tumbled request, when that word is here. The heads of
//   the two lists that may follow are written in the cycle in which the pair's pointers are known, before any
//   append. What a list that waits has to meet is not known before it is read, and is not fetched ahead.
// - With aabb_unit.parent = refetch an entry becomes a way: the pairs from the query's aligned root down to the entry's
//   own, which alone counts for `look_ahead`. One way at a time; the next pair of it is asked for in the cycle in which
//   the links of the one before are here.
// - With aabb_unit.parent = simultaneous each entry is a list of one aligned pair: the top of the stack is read from both
//   SRAMs at once, the tumbled half from the left one. Flags push at most one pair in a cycle, what meets the left
//   tumbled member last. The list ends when all is pushed.
// - When the last flags are in, the left list is next if
//   it has entries, then the right one, then one level up.
// - Entries for which an SRAM or the level registers have no room go out
//   through the Pointer FIFO as unfinished work, which the driver submits
//   as queries of their own. Nothing is lost and nothing is found twice.
// - With stack_sram.ecc list words have check bits. A word is checked when it would become a request; one
//   that cannot be mended ends the query with an error: no more requests, and an end when all answers under
//   way are in, as at a stop.
// Stalls: tumbled_read (its data are on the way), transform (no flags of the list yet), aligned_pairs (flags
// to come), stack_sram (no entries), triangle_unit (it takes no more), drain (all lists done, results on the
// way). Reset forgets all lists.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/units/stack_engine/ancestor_way.h"
#include "collisionchip/tlm/units/stack_engine/list_stack.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine_params.h"

namespace collisionchip {

class UnitPorts;

class StackEngine : public Unit {
 public:
  using Params = StackEngineParams;

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

    // Eq. 5 with the alpha of every list.
    std::uint64_t eq5_cycles() const { return 80 * lists + 10 * aligned_pairs; }
  };

  StackEngine(const sc_core::sc_module_name& name, const StackEngineParams& params, const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {false, false, false, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const StackEngine* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }

 protected:
  Cycle step(Cycle now) override;
  void reset_state() override;

  Ports ports_;
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;

 private:
  // At the head: a list is taken whose tumbled pair comes from the SRAM.
  enum class Phase { off, between_lists, at_head, in_list, ended };
  static constexpr std::uint32_t kNoPair = ~0u;
  // Whose auxiliary words come next from the Memory Controller: tumbled pairs answer in order.
  enum class AuxiliaryOwner { current, prefetch, dropped };

  void take_start(Cycle now);
  void take_stop(Cycle now);
  void take_tumbled_auxiliary(Cycle now);
  void take_entries(Cycle now);
  void take_links(Cycle now);
  // Of the aligned pair whose flags are next; nullptr: not here.
  const PairAuxiliary* aligned_auxiliary(Cycle now);
  void drop_aligned_auxiliary(Cycle now);
  void take_head(Cycle now);
  void write_heads();
  bool take_flags(Cycle now);
  bool append_waits() const;
  bool send_outcome(Cycle now);
  bool send_push(Cycle now);
  void push(Cycle now, const StackedPair& pair);
  std::optional<PairPointer> take_tumbled_word();
  // The tumbled pair of a list is known when its words are here.
  bool reads_tumbled() const { return params_.heads_in_sram || params_.pair_stack; }
  void send_message(Cycle now);
  void advance(Cycle now);
  bool has_list() const { return phase_ == Phase::at_head || phase_ == Phase::in_list; }
  bool begin_list(Cycle now);
  void meet_list(Cycle now);
  bool end_list(Cycle now);
  void end_query(Cycle now);
  ListCommand begin_tumbled();
  void end_prefetch(AuxiliaryOwner owner_from_now_on);
  bool request_memory(Cycle now);
  void request(Cycle now, ReadKind kind, std::uint32_t pair);
  std::optional<PairPointer> take_word();
  bool request_aligned(Cycle now);
  void step_on_way(Cycle now);
  void fail_list();
  SramRequest encoded(SramRequest write) const;
  // Of the current list's tumbled pair, which must be known.
  bool has_inner(int member) const;
  // What a prefetch may fetch in cycle `now`; nothing if there is none to be made.
  std::optional<std::uint32_t> pair_ahead(Cycle now) const;
  bool may_request_aligned() const;
  bool awaits_aligned() const { return !outstanding_.empty() || !aligned_owners_.empty(); }
  void request_entries(Cycle now);
  void request_pair(Cycle now);
  int waiting_for() const;

  const StackEngineParams params_;
  ListStack lists_;
  Phase phase_ = Phase::off;
  bool first_witness_ = false;
  bool stopping_ = false;  // a witness was found, or the host wants no more
  ReadError failed_;       // what the memory could not give

  // The current list.
  Cycle taken_ = 0;  // off the level registers
  bool tumbled_to_request_ = false;
  bool tumbled_known_ = false;
  std::uint32_t tumbled_pair_ =
      kNoPair;  // its list word without a mask; of the list before until the next one
  PairAuxiliary tumbled_;
  bool right_waits_ = false;  // the list before wrote two lists, and this is the left one
  std::uint32_t entries_answered_ = 0;
  std::uint32_t words_asked_ = 0;        // of the SRAM
  std::uint32_t words_coming_ = 0;       // of these, not yet here
  std::deque<std::uint32_t> entries_;    // words from the SRAM, not yet requested
  std::deque<PairPointer> outstanding_;  // requested, no flags yet

  std::optional<std::uint32_t> tumbled_word_;  // of a stack of pairs: the left SRAM's

  // With parents read again.
  enum class AlignedOwner { ancestor, target };
  std::uint32_t aligned_root_ = kNoPair;     // of the query
  std::optional<AncestorWay> way_;           // to the entry that was taken last
  std::deque<AlignedOwner> aligned_owners_;  // of the links to come
  std::deque<PairAuxiliary> aligned_known_;  // of targets, no flags yet

  // The prefetched tumbled pair, if any.
  bool prefetched_ = false;
  bool prefetch_certain_ = false;    // a list that waits has it
  std::uint32_t prefetch_pair_ = 0;  // its list word without a mask
  bool prefetch_known_ = false;
  PairAuxiliary prefetch_;
  std::deque<AuxiliaryOwner> auxiliary_owners_;

  FlagsOutcome outcome_;
  std::size_t messages_sent_ = 0;
  bool acted_ = false, message_put_ = false, pushed_ = false;  // in this step
};

}  // namespace collisionchip

// The walk that all engines of pairs of nodes do (Algorithm 2, §4.2): list by list, a tumbled pair and the aligned pairs
// that it has to meet. `Memory` keeps the lists in the stack SRAMs: SramLists (sram_lists.h) or PairStack (pair_stack.h).
// `AlignedReads` reads the aligned pairs: DirectReads (direct_reads.h) or AncestorReads (ancestor_reads.h). The tumbled
// pairs are in tumbled_pairs.h.
//
// Timing contract (docs/stack_engine.md):
// - Per cycle one memory request, one flags message, one message to the Triangle Unit; to each SRAM at most
//   one write and one read.
// - A list: the tumbled pair is requested unless it was prefetched, or is that of the list before and kept;
//   entries are read from the SRAM and become aligned requests, at most `look_ahead` of them
//   without flags. The prefetch, if enabled, goes out when the tumbled pair's child pointers are known,
//   before any aligned request of the list: the memory is idle while the pair is transformed.
// - The prefetch takes the left child pair. With prefetch_known it takes, where there is none, the right child
//   pair, and where there is neither, the pair of the list that waits to be taken next. A list that keeps its
//   pair leaves a prefetch that is still to come true as it is.
// - Flags lead to entries of further lists, or go to the Triangle Unit.
// - Entries for which there is no room go out through the Pointer FIFO as unfinished work, which the driver submits
//   as queries of their own. Nothing is lost and nothing is found twice.
// Stalls: tumbled_read (its data are on the way), transform (no flags of the list yet), aligned_pairs (flags
// to come), stack_sram (no entries), triangle_unit (it takes no more), drain (all lists done, results on the
// way). Reset forgets all lists.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>

#include "collisionchip/tlm/units/stack_engine/pair_engine.h"
#include "collisionchip/tlm/units/stack_engine/tumbled_pairs.h"

namespace collisionchip {

template <typename Memory, typename AlignedReads>
class PairWalk : public PairEngine {
 protected:
  using WalkParams = typename Memory::Params;

  PairWalk(const sc_core::sc_module_name& name, const WalkParams& params, const Ports& ports)
      : PairEngine(name, params.clock_period_ps, ports),
        node_format_(*params.node_format),
        look_ahead_(params.look_ahead),
        memory_(params, ports_, statistics_),
        tumbled_(params, statistics_),
        aligned_(ports_) {}

  void reset_state() override {
    memory_.reset();
    tumbled_.reset();
    aligned_.reset();
    phase_ = Phase::off;
    first_witness_ = stopping_ = another_waits_ = false;
    failed_ = {};
    entries_answered_ = 0;
    outstanding_.clear();
    messages_sent_ = 0;
    state_ = CycleAccount::kIdle;
  }

  Cycle step(Cycle now) override {
    account_.spend(now, state_);
    acted_ = message_put_ = false;
    memory_.begin_cycle();
    take_start(now);
    take_stop(now);
    take_tumbled(now);
    memory_.take_words(now, stopping_);
    take_from_stack();
    if (aligned_.take_links(now)) acted_ = true;
    if (phase_ == Phase::at_head) take_head(now);
    const bool words_waited = memory_.waits();
    const bool outcome_gone = send_outcome(now);
    // An SRAM takes one append in a cycle.
    const bool more_flags = outcome_gone && !words_waited && take_flags(now);
    advance(now);
    const bool more_requests = request_memory(now);
    const bool more_words = needs_transforms() && memory_.move_transforms(now);
    if (acted_) account_.spend(now + 1, CycleAccount::kBusy);
    state_ = waiting_for();
    if (more_flags || more_requests || more_words || message_put_ || memory_.has_sent_one() ||
        (words_waited && !memory_.waits()))
      return now + 1;
    // Flags may be here before the auxiliary words they belong to (decision = ideal).
    const Cycle auxiliary = ports_.aligned_auxiliary.front_visible();
    return ports_.flags.front(now) != nullptr && auxiliary > now ? auxiliary : kNever;
  }

 private:
  // At the head: a list is taken whose tumbled pair comes from the SRAM.
  enum class Phase { off, between_lists, at_head, in_list, ended };

  bool has_message() const { return messages_sent_ < memory_.messages().size(); }
  bool has_list() const { return phase_ == Phase::at_head || phase_ == Phase::in_list; }
  bool awaits_aligned() const { return !outstanding_.empty() || aligned_.awaits_links(); }

  // After a stop, for flags that are still to come.
  bool needs_transforms() const { return !failed_ && (!stopping_ || awaits_aligned()); }

  void take_start(Cycle now) {
    const StartCommand* command = ports_.start.front(now);
    if (command == nullptr || !ports_.sram_requests[0]->ready(now)) return;
    memory_.start(now, *command);
    aligned_.start(command->aligned);
    first_witness_ = command->first_witness;
    ports_.start.pop(now);
    phase_ = Phase::between_lists;
    acted_ = true;
  }

  void take_stop(Cycle now) {
    for (Channel<StopRequest>* stop : {&ports_.stop, &ports_.host_stop}) {
      if (stop->front(now) == nullptr) continue;
      stop->pop(now);
      ++statistics_.stops;
      if (phase_ == Phase::off) continue;  // no query to stop
      stopping_ = true;
      memory_.forget_lists();
      memory_.forget_words();
      aligned_.forget_way();
    }
  }

  void take_tumbled(Cycle now) {
    while (const PairAuxiliary* auxiliary = ports_.tumbled_auxiliary.front(now)) {
      if (auxiliary->error) {
        failed_ = auxiliary->error;  // answers may be missing from now on: wait for none
        memory_.forget_lists();
        aligned_.forget_way();
        if (has_list()) phase_ = Phase::between_lists;
      } else if (tumbled_.take(*auxiliary)) {
        write_heads();
      }
      ports_.tumbled_auxiliary.pop(now);
    }
  }

  void take_from_stack() {
    const std::optional<PairAuxiliary> pointers = memory_.take_links();
    if (!pointers) return;
    tumbled_.take_from_stack(*pointers);
    acted_ = true;
  }

  void take_head(Cycle now) {
    if (!memory_.head_is_here() || !ports_.list_commands.ready(now)) return;
    acted_ = true;
    if (!memory_.take_head(failed_)) {
      stopping_ = true;
      return;
    }
    meet_list(now);
    if (tumbled_.known()) write_heads();
  }

  void write_heads() {
    if (!stopping_) memory_.write_heads(tumbled_.pointers());
  }

  // Evaluates one flags message; true if another one waits already.
  bool take_flags(Cycle now) {
    const OverlapFlags* flags = ports_.flags.front(now);
    const PairAuxiliary* auxiliary = aligned_.front(now);
    if (phase_ != Phase::in_list || flags == nullptr || auxiliary == nullptr || !tumbled_.known())
      return false;
    if (!stopping_) {
      memory_.evaluate(flags->bits, tumbled_.pointers(), outstanding_.front(), *auxiliary);
      messages_sent_ = 0;
    }
    outstanding_.pop_front();
    ++entries_answered_;
    ++statistics_.flags;
    ports_.flags.pop(now);
    aligned_.pop(now);
    acted_ = true;
    send_outcome(now);
    return ports_.flags.front(now) != nullptr;
  }

  // Hands the outcome of the last flags to the channels, one message in a cycle; true when all messages are gone.
  bool send_outcome(Cycle now) {
    const bool all = memory_.send(now);
    if (has_message() && !message_put_) send_message(now);
    return all && !has_message();
  }

  void send_message(Cycle now) {
    if (!ports_.leaf_tests.ready(now)) return;
    LeafTests& message = memory_.messages()[messages_sent_];
    message.first_witness = first_witness_;
    ports_.leaf_tests.put(now, message);
    message_put_ = true;
    ++messages_sent_;
    if (message.kind == LeafTests::Kind::tests) {
      for (std::uint32_t bits = message.bits; bits != 0; bits &= bits - 1) ++statistics_.triangle_tests;
    } else {
      ++statistics_.unfinished;
    }
  }

  void advance(Cycle now) {
    if (has_list() && !end_list(now)) return;
    if (phase_ == Phase::between_lists && !begin_list(now)) return;
    if (has_list()) ask_for_words(now);
  }

  bool end_list(Cycle now) {
    ask_for_words(now);
    const bool answered =
        stopping_ ? !awaits_aligned() : phase_ == Phase::in_list && entries_answered_ == memory_.length();
    if (!answered || !send_outcome(now)) return false;
    if (!stopping_) another_waits_ = memory_.finish(tumbled_.pointers());
    statistics_.alpha.add(entries_answered_);
    phase_ = Phase::between_lists;
    return true;
  }

  bool begin_list(Cycle now) {
    if (memory_.empty()) {
      end_query(now);
      return false;
    }
    if (!memory_.reads_head() && !ports_.list_commands.ready(now)) return false;
    statistics_.levels.add(memory_.waiting());
    memory_.take();
    count_list();
    entries_answered_ = 0;
    taken_ = now;
    acted_ = true;
    if (memory_.reads_head()) {
      phase_ = Phase::at_head;
    } else {
      meet_list(now);
    }
    return true;
  }

  void count_list() {
    const std::uint32_t length = memory_.length();
    statistics_.high_water = memory_.high_water();
    statistics_.deepest_level = memory_.deepest();
    ++statistics_.lists;
    statistics_.aligned_pairs += length;
    statistics_.length_of_side[memory_.side()].add(length);
    statistics_.longest_list = std::max<std::uint64_t>(statistics_.longest_list, length);
  }

  // The tumbled pair of the list taken is known by its number: to the DOP Unit the list begins.
  void meet_list(Cycle now) {
    const ListCommand command =
        tumbled_.begin(memory_.tumbled(), memory_.length(), another_waits_, memory_.has_transform());
    ports_.list_commands.put(now, command);
    memory_.begin_list(now, command.keep);
    phase_ = Phase::in_list;
  }

  // What a prefetch may fetch in cycle `now`. The level registers show their new top in the cycle after a list was
  // taken.
  std::optional<std::uint32_t> pair_ahead(Cycle now) const {
    return tumbled_.ahead(now == taken_ ? TumbledPairs::kNoPair : memory_.waiting_pair());
  }

  bool may_request_aligned() const {
    if (aligned_.is_under_way()) return !aligned_.waits();
    return !tumbled_.holds_aligned() && memory_.has_entry() && outstanding_.size() < look_ahead_;
  }

  // Sends at most one request; true if another one could follow in the next cycle.
  bool request_memory(Cycle now) {
    if (phase_ != Phase::in_list || stopping_) return false;
    const std::optional<std::uint32_t> ahead = pair_ahead(now);
    if (!tumbled_.to_request() && !ahead && !may_request_aligned()) return pair_ahead(now + 1).has_value();
    if (!ports_.requests.ready(now)) return false;
    acted_ = true;
    if (tumbled_.to_request()) {
      request(now, ReadKind::tumbled_pair, tumbled_.request());
    } else if (ahead) {
      request(now, ReadKind::tumbled_pair, *ahead);
      tumbled_.fetch_ahead(*ahead);
    } else if (!request_aligned(now)) {
      return true;  // the query ends in the next cycle, unless answers are under way
    }
    ask_for_words(now);
    return pair_ahead(now + 1) || may_request_aligned();
  }

  // False if the entry at hand cannot be read.
  bool request_aligned(Cycle now) {
    if (!aligned_.is_under_way()) {
      const std::optional<PairPointer> entry = memory_.take_entry(failed_);
      if (!entry) {
        stopping_ = true;
        return false;
      }
      aligned_.begin(*entry);
    }
    if (aligned_.at_target()) {
      request(now, ReadKind::aligned_pair, aligned_.target().pair, aligned_.target().mask);
      outstanding_.push_back(aligned_.target());
    } else {
      request(now, ReadKind::ancestor_pair, aligned_.next());
    }
    aligned_.ask();
    return true;
  }

  void request(Cycle now, ReadKind kind, std::uint32_t pair, std::uint32_t mask = kListMaskBits) {
    ports_.requests.put(now, {kind, node_format_.address_of(pair, mask)});
  }

  void ask_for_words(Cycle now) {
    if (!stopping_) memory_.ask_for_words(now);
  }

  void end_query(Cycle now) {
    if (has_message() || message_put_ || !ports_.leaf_tests.ready(now)) return;
    LeafTests end;
    end.kind = LeafTests::Kind::end;
    end.error = failed_;
    ports_.leaf_tests.put(now, end);
    phase_ = Phase::ended;
  }

  int waiting_for() const {
    if (phase_ == Phase::off) return CycleAccount::kIdle;
    if (phase_ == Phase::ended) return kDrain;
    if (has_message()) return kTriangleUnit;
    if (phase_ == Phase::at_head) return kStackSram;
    if (memory_.is_loading()) return kStackSram;
    if (!tumbled_.known()) return kTumbledRead;
    if (outstanding_.empty() && !memory_.has_entry() && !aligned_.is_under_way()) return kStackSram;
    return entries_answered_ == 0 ? kTransform : kAlignedPairs;
  }

  const NodeFormat& node_format_;
  const std::uint32_t look_ahead_;
  Memory memory_;
  TumbledPairs tumbled_;
  AlignedReads aligned_;
  Phase phase_ = Phase::off;
  bool first_witness_ = false;
  bool stopping_ = false;  // a witness was found, or the host wants no more
  ReadError failed_;       // what the memory could not give

  // The current list.
  Cycle taken_ = 0;             // off the level registers
  bool another_waits_ = false;  // the list before made this list and another one that waits
  std::uint32_t entries_answered_ = 0;
  std::deque<PairPointer> outstanding_;  // requested, no flags yet

  std::size_t messages_sent_ = 0;             // of what the last flags led to
  bool acted_ = false, message_put_ = false;  // in this step
};

}  // namespace collisionchip

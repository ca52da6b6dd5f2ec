// Lists in the two stack SRAMs: what goes there and what comes back, for the bookkeeping of list_stack.h. One of the two
// memories that a walk can have (pair_walk.h); the other one is pair_stack.h.
#pragma once

#include <deque>
#include <optional>

#include "collisionchip/tlm/units/stack_engine/list_stack.h"
#include "collisionchip/tlm/units/stack_engine/pair_engine.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine_params.h"
#include "collisionchip/tlm/units/stack_engine/tumbled_pairs.h"

namespace collisionchip {

class SramLists {
 public:
  using Params = StackEngineParams;

  SramLists(const StackEngineParams& params, const PairEngine::Ports& ports,
            PairEngine::Statistics& statistics)
      : params_(params),
        requests_(ports.sram_requests),
        responses_(ports.sram_responses),
        statistics_(statistics),
        lists_(params.sram_words, params.levels, params.leaf_test, params.heads_in_sram) {}

  void reset();
  void begin_cycle() {}

  // The first list.
  void start(Cycle now, const StartCommand& command);

  // The lists that wait; forgetting them leaves words that are here or on the way.
  bool empty() const { return lists_.empty(); }
  std::size_t waiting() const { return lists_.waiting(); }
  void forget_lists() { lists_.clear(); }
  // Takes the next one.
  void take() { lists_.take(), asked_ = 0; }
  std::array<std::uint32_t, 2> high_water() const { return lists_.high_water(); }
  std::uint32_t deepest() const { return lists_.deepest_level(); }
  // The tumbled pair of the list that waits to be taken next.
  std::uint32_t waiting_pair() const {
    return params_.heads_in_sram || lists_.empty() ? TumbledPairs::kNoPair : lists_.top().tumbled.pair;
  }

  // The current list. Its tumbled pair is known when the head is here, or from the beginning.
  std::size_t side() const { return static_cast<std::size_t>(lists_.current().side); }
  std::uint32_t length() const { return lists_.current().length(); }
  const PairPointer& tumbled() const { return lists_.current().tumbled; }
  bool reads_head() const { return params_.heads_in_sram; }
  bool head_is_here() const { return !words_.empty(); }
  bool take_head(ReadError& error);
  void write_heads(const PairAuxiliary& tumbled);
  // The current list is done. True if another one that waits was written together with the next one.
  bool finish(const PairAuxiliary& tumbled) { return lists_.finish(tumbled); }

  // Transforms of tumbled pairs lie on a stack of pairs alone.
  bool has_transform() const { return false; }
  void begin_list(Cycle, bool) {}
  std::optional<PairAuxiliary> take_links() { return std::nullopt; }
  bool is_loading() const { return false; }
  bool move_transforms(Cycle) { return false; }

  // Words from the SRAMs; `dropped`: the list that asked for them has ended.
  void take_words(Cycle now, bool dropped);
  void ask_for_words(Cycle now);
  void forget_words() { words_.clear(); }
  bool has_entry() const { return !words_.empty(); }
  // The entry at hand; nothing if it cannot be read. Then all is forgotten.
  std::optional<PairPointer> take_entry(ReadError& error);

  // What the flags of an aligned pair lead to: messages, and words to the SRAMs, which wait until send() is true.
  void evaluate(std::uint32_t flags, const PairAuxiliary& tumbled, const PairPointer& aligned,
                const PairAuxiliary& aligned_auxiliary) {
    lists_.evaluate(flags, tumbled, aligned, aligned_auxiliary, outcome_);
  }
  std::vector<LeafTests>& messages() { return outcome_.messages; }
  const std::vector<LeafTests>& messages() const { return outcome_.messages; }
  bool waits() const { return outcome_.appends[0].count + outcome_.appends[1].count > 0; }
  bool send(Cycle now);
  // More could be sent in the next cycle.
  bool has_sent_one() const { return false; }

 private:
  SramRequest encoded(SramRequest write) const;

  const StackEngineParams params_;
  const std::array<Channel<SramRequest>*, 2> requests_;
  const std::array<Channel<SramResponse>*, 2> responses_;
  PairEngine::Statistics& statistics_;
  ListStack lists_;
  std::deque<std::uint32_t> words_;  // from the SRAM, not yet requested
  std::uint32_t asked_ = 0;          // words of the current list
  std::uint32_t coming_ = 0;         // of these, not yet here
  FlagsOutcome outcome_;
};

}  // namespace collisionchip

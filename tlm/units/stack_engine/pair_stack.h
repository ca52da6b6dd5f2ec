// A stack of pairs of pairs in the two stack SRAMs: the memory of a walk without lists (pair_walk.h). Each entry is a list
// of its own, its tumbled pair in the left SRAM and its aligned one at the same place of the right SRAM; the one found
// last is taken next. There are no level registers. What the functions mean is said in sram_lists.h.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "collisionchip/tlm/units/stack_engine/flags_meaning.h"
#include "collisionchip/tlm/units/stack_engine/pair_engine.h"
#include "collisionchip/tlm/units/stack_engine/pair_stack_engine_params.h"
#include "collisionchip/tlm/units/stack_engine/stacked_transforms.h"
#include "collisionchip/tlm/units/stack_engine/tumbled_pairs.h"

namespace collisionchip {

class PairStack {
 public:
  using Params = PairStackEngineParams;

  PairStack(const PairStackEngineParams& params, const PairEngine::Ports& ports,
            PairEngine::Statistics& statistics)
      : sram_words_(params.sram_words),
        leaf_test_(params.leaf_test),
        requests_(ports.sram_requests),
        responses_(ports.sram_responses),
        statistics_(statistics),
        transforms_(params.block_words, ports, statistics) {}

  void reset();
  void begin_cycle() { sent_one_ = false; }

  void start(Cycle now, const StartCommand& command);

  bool empty() const { return waiting_ == 0; }
  std::size_t waiting() const { return waiting_; }
  void forget_lists() { top_ = waiting_ = 0; }
  void take();
  std::array<std::uint32_t, 2> high_water() const { return {most_, most_}; }
  std::uint32_t deepest() const { return deepest_; }
  // It is not known before it is read.
  std::uint32_t waiting_pair() const { return TumbledPairs::kNoPair; }

  std::size_t side() const { return 1; }
  std::uint32_t length() const { return 1; }
  const PairPointer& tumbled() const { return tumbled_; }
  bool reads_head() const { return true; }
  bool head_is_here() const { return tumbled_word_.has_value() && !transforms_.is_loading(); }
  bool take_head(ReadError& error);
  void write_heads(const PairAuxiliary& tumbled) { transforms_.set_links(tumbled); }
  // What was found waits already, and may need what was fetched ahead.
  bool finish(const PairAuxiliary&) { return true; }

  // The transform of the tumbled pair lies on the stack; then the list begins, with its pair in place if it is kept.
  bool has_transform() const { return share_.has && !share_.writes; }
  void begin_list(Cycle now, bool kept) { transforms_.begin(now, share_, block_, kept); }
  // The links of that pair, as soon as they are here; once.
  std::optional<PairAuxiliary> take_links() { return transforms_.take_links(); }
  bool is_loading() const { return transforms_.is_loading(); }
  // Words of transforms; true if others follow in the next cycle.
  bool move_transforms(Cycle now) { return transforms_.move(now, sent_one_); }

  void take_words(Cycle now, bool dropped);
  void ask_for_words(Cycle now);
  void forget_words() { aligned_word_.reset(); }
  bool has_entry() const { return aligned_word_.has_value(); }
  std::optional<PairPointer> take_entry(ReadError& error);

  void evaluate(std::uint32_t flags, const PairAuxiliary& tumbled, const PairPointer& aligned,
                const PairAuxiliary& aligned_auxiliary);
  std::vector<LeafTests>& messages() { return messages_; }
  const std::vector<LeafTests>& messages() const { return messages_; }
  bool waits() const { return !pushes_.empty(); }
  bool send(Cycle now);
  bool has_sent_one() const { return sent_one_; }

 private:
  struct Entry {
    std::uint32_t place;
    PairPointer tumbled, aligned;
    BlockShare share;
  };

  bool has_room(std::size_t words) const { return words <= sram_words_ - top_; }
  void stack_found(int i, const PairPointer& tumbled);
  Entry stacked(const PairPointer& tumbled, const PairPointer& aligned, const BlockShare& share);
  void push(Cycle now, const Entry& entry);

  const std::uint32_t sram_words_;
  const LeafTest leaf_test_;
  const std::array<Channel<SramRequest>*, 2> requests_;
  const std::array<Channel<SramResponse>*, 2> responses_;
  PairEngine::Statistics& statistics_;
  StackedTransforms transforms_;
  std::uint32_t top_ = 0;      // first free place, that of the current entry too
  std::uint32_t waiting_ = 0;  // entries
  std::uint32_t most_ = 0, deepest_ = 0;
  PairPointer tumbled_;                                       // of the current entry
  BlockShare share_;                                          // of the current entry
  std::uint32_t block_ = 0;                                   // where the block of that share begins
  bool asked_ = false;                                        // for its words
  std::optional<std::uint32_t> tumbled_word_, aligned_word_;  // that have come and are not yet used
  std::array<std::vector<PairPointer>, 2> found_;             // what meets each tumbled member
  std::deque<Entry> pushes_;                                  // in this order
  std::vector<LeafTests> messages_;
  bool sent_one_ = false;  // in this cycle
};

}  // namespace collisionchip

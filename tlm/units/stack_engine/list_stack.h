// The Stack Engine's bookkeeping (§4.2): level registers,
// markers, and what overlap flags do to the lists. No time.
#pragma once

#include <array>
#include <vector>

#include "collisionchip/reference/traverse/query_options.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/units/stack_engine/flags_meaning.h"

namespace collisionchip {

// A list in one of the SRAMs, with the tumbled pair it has to meet: the contents of one level register. Where
// list heads lie in the SRAMs, the pair is the first word there, and the register has none until it is read.
struct PairList {
  PairPointer tumbled;
  int side = 0;                           // which SRAM: 0 left, 1 right
  std::uint32_t begin = 0, end = 0;       // words [begin, end), the head included
  std::array<std::uint32_t, 2> marker{};  // where each SRAM's free part begins while this list is worked on

  std::uint32_t head = 0;  // words that are no entries

  std::uint32_t words() const { return end - begin; }
  std::uint32_t length() const { return words() - head; }
};

// What the flags of one aligned pair lead to.
struct FlagsOutcome {
  std::array<SramRequest, 2> appends;  // to each SRAM, count 0: nothing
  std::vector<LeafTests> messages;     // to the Triangle Unit
};

class ListStack {
 public:
  ListStack(std::uint32_t sram_words, std::uint32_t levels, LeafTest leaf_test, bool heads_in_sram = false)
      : sram_words_(sram_words), levels_(levels), leaf_test_(leaf_test), heads_in_sram_(heads_in_sram) {}

  void reset();

  // The first list: the aligned root pair, in the left SRAM, with its head if heads lie there. Returns the
  // write that puts it there.
  SramRequest push_root(const PairPointer& tumbled, const PairPointer& aligned);

  bool empty() const { return waiting_.empty(); }
  std::size_t waiting() const { return waiting_.size(); }
  void clear() { waiting_.clear(); }

  // Takes the next list: left before right, deeper before shallower.
  const PairList& take();
  const PairList& current() const { return current_; }
  // The one that waits to be taken next; there must be one.
  const PairList& top() const { return waiting_.back(); }

  // The head of the current list has been read.
  void set_tumbled(const PairPointer& tumbled) { current_.tumbled = tumbled; }

  // Heads in the SRAMs: the pointers of the current list's tumbled pair are known, the heads of the lists that
  // may follow are written, as far as there is room.
  std::array<SramRequest, 2> write_heads(const PairAuxiliary& tumbled);

  // Evaluates the flags of `aligned` against the current list's tumbled pair, whose auxiliary words are
  // `tumbled`. Entries that find no room become unfinished work.
  void evaluate(std::uint32_t flags, const PairAuxiliary& tumbled, const PairPointer& aligned,
                const PairAuxiliary& aligned_auxiliary, FlagsOutcome& outcome);

  // The current list is done: the lists written meanwhile take their places. True if there are two: then the
  // left one is next, and the right one waits.
  bool finish(const PairAuxiliary& tumbled);

  std::array<std::uint32_t, 2> high_water() const { return high_water_; }
  std::uint32_t deepest_level() const { return deepest_; }

 private:
  bool has_room(int i) const { return top_[i] != sram_words_ && waiting_.size() + 2 <= levels_; }
  void append(int i, const PairPointer& entry, const KnownPair& tumbled, FlagsOutcome& outcome);
  void write(int i, std::uint32_t word, SramRequest& request);

  std::uint32_t sram_words_, levels_;
  LeafTest leaf_test_;
  bool heads_in_sram_;
  std::vector<PairList> waiting_;
  PairList current_;
  std::array<std::uint32_t, 2> top_{};    // first free word of each SRAM
  std::array<std::uint32_t, 2> start_{};  // where the lists being written began
  std::array<std::uint32_t, 2> head_{};   // words of their heads
  std::array<std::uint32_t, 2> high_water_{};
  std::uint32_t deepest_ = 0;
};

}  // namespace collisionchip

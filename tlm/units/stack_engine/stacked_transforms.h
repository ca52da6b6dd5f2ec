// Transformed pairs on the stack of a Pair Stack Engine (stack_engine.transformed = stack). Entries found together for one
// tumbled member share a block below them, one in each SRAM: the links of a sibling, then its transformed coefficients. The
// first of these entries that is taken has its pair transformed and writes the block, the others read it.
//
// Timing contract (docs/stack_engine.md#transforms-on-the-stack):
// - A block is read in bursts of up to 8 words, one burst in a cycle, from the cycle on in which the list begins; its pair
//   is with the DOP Unit a cycle after the last word. A block that is being written is read afterwards.
// - A block is written one word in a cycle, the links first, from the cycle on in which the transform comes; in a cycle in
//   which an entry is pushed it waits. It is not written to its end if the last of its entries finds its pair in place.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "collisionchip/tlm/machine/stack_messages.h"
#include "collisionchip/tlm/units/stack_engine/pair_engine.h"

namespace collisionchip {

// What an entry says about its block, in free bits of its tumbled word.
struct BlockShare {
  bool has = false;         // there is one
  bool writes = false;      // by this entry; the others read it
  std::uint32_t above = 0;  // entries between them; the one without any is the last to be taken

  std::uint32_t bits() const { return (has ? 1u : 0u) << 2 | (writes ? 1u : 0u) << 3 | above << 4; }
  static BlockShare of_bits(std::uint32_t word) {
    return {(word >> 2 & 1u) != 0, (word >> 3 & 1u) != 0, word >> 4 & 3u};
  }
};

class StackedTransforms {
 public:
  // `block_words`: of a block in each SRAM; 0: there are none.
  StackedTransforms(std::uint32_t block_words, const PairEngine::Ports& ports,
                    PairEngine::Statistics& statistics)
      : block_words_(block_words), ports_(ports), statistics_(statistics) {}

  void reset();
  std::uint32_t block_words() const { return block_words_; }

  // A list begins whose entry shares the block at `base`. `kept`: its pair is in place.
  void begin(Cycle now, const BlockShare& share, std::uint32_t base, bool kept);
  // The links of its pair are known.
  void set_links(const PairAuxiliary& links);

  // A block is on its way to the DOP Unit; some of its reads are still to be put.
  bool is_loading() const { return load_.has_value(); }
  bool asks() const { return load_ && load_->asked < block_words_; }
  // The links of the block on its way, as soon as they are here; given once.
  std::optional<PairAuxiliary> take_links();
  void take_words(Cycle now, std::size_t side, const SramResponse& response);
  // Reads and writes of this cycle. `port_used`: by an entry that was pushed. True if others follow in the next one.
  bool move(Cycle now, bool port_used);

 private:
  struct Load {
    explicit Load(std::uint32_t block) : base(block) {}
    std::uint32_t base;
    std::uint32_t asked = 0;
    std::array<std::vector<std::uint32_t>, 2> words;
    bool links_taken = false;
  };
  struct Store {
    explicit Store(std::uint32_t block) : base(block) {}
    std::uint32_t base;
    std::optional<PairAuxiliary> links;
    bool dropped = false;
    bool has_begun = false;  // the transform has come
    TransformedPair transform;
    std::uint32_t written = 0;
  };

  bool has_all(const Load& load) const;
  void drop(std::uint32_t base);
  bool is_stored(std::uint32_t base) const;
  void ask(Cycle now);
  bool can_write(Cycle now) const;
  void write(Cycle now);
  std::uint32_t word_of(const Store& store, std::size_t side) const;

  const std::uint32_t block_words_;
  const PairEngine::Ports& ports_;
  PairEngine::Statistics& statistics_;
  std::optional<Load> load_;
  std::deque<Store> stores_;  // in the order of their lists
};

}  // namespace collisionchip

// Small trees of which everything overlaps, met by a Stack Engine alone: its requests, list commands and SRAM
// words, each with its cycle.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/testbench/tests/tlm/engine_bench.h"

namespace collisionchip::testing_support {

// What is asked for in cycle t is known in t + 6; the flags of an aligned pair are seen in t + 10.
constexpr Cycle kMemory = 5, kCompare = 3;

struct Put {
  std::string what;
  Cycle cycle;
  bool operator==(const Put& other) const { return what == other.what && cycle == other.cycle; }
};
inline std::ostream& operator<<(std::ostream& out, const Put& put) {
  return out << put.what << " in " << put.cycle;
}

// Trees of which everything overlaps: a tumbled root with two members, each a leaf or with two leaves below
// it, against an aligned root whose members have two leaves each.
struct Machine {
  static constexpr std::uint32_t kRoot = 0x100, kLeft = 0x4000, kRight = 0x5000;

  FakeTrees trees;
  EngineBench bench;
  std::vector<Put> puts;
  std::vector<Put> words;  // "left read 0 +2": two words from address 0 on
  std::vector<Put> loads;  // pairs from the stack, with the cycle in which the DOP Unit sees them

  // `deep`: the aligned root's left member has another level below it.
  Machine(const ChipConfig& config, std::array<bool, 2> leaf, Cycle memory, Cycle compare, bool deep = false,
          AabbParentKey parent = AabbParentKey::context)
      : trees(shaped(leaf, deep)), bench(config, trees, memory, compare, 1, 4, 3, parent) {
    bench.channels.requests.add_tap(requests_);
    bench.channels.list_commands.add_tap(commands_);
    bench.channels.set.at<SramRequest>("stack_engine.left_sram").add_tap(left_);
    bench.channels.set.at<SramRequest>("stack_engine.right_sram").add_tap(right_);
    if (bench.channels.to_dop_unit != nullptr) bench.channels.to_dop_unit->add_tap(loaded_);
    sc_core::sc_start();
    EXPECT_TRUE(bench.ended());
    EXPECT_EQ(bench.tests(), trees.by_recursion());
  }

  std::size_t count(const std::string& what) const {
    return static_cast<std::size_t>(
        std::count_if(puts.begin(), puts.end(), [&](const Put& put) { return put.what == what; }));
  }
  // The cycles in which it was put.
  std::vector<Cycle> cycles_of(const std::string& what) const {
    std::vector<Cycle> all;
    for (const Put& put : puts) {
      if (put.what == what) all.push_back(put.cycle);
    }
    return all;
  }

 private:
  static FakeTrees shaped(std::array<bool, 2> leaf, bool deep) {
    Random random(9);
    FakeTrees trees(random, 2, 2, LeafTest::dop_first);
    trees.often = 10;
    const PairAuxiliary leaves = trees.tumbled.pairs.at(trees.tumbled.root);
    PairAuxiliary root = leaves;
    root.leaf = leaf;
    root.child = {leaf[0] ? 0 : kLeft, leaf[1] ? 0 : kRight};
    trees.tumbled.root = kRoot;
    trees.tumbled.pairs = {{kRoot, root}, {kLeft, leaves}, {kRight, leaves}};
    PairAuxiliary aligned_root = trees.aligned.pairs.at(trees.aligned.root), aligned_leaves = aligned_root;
    aligned_root.leaf = {false, false};
    aligned_root.child = {0x20'0000, 0x20'0400};
    trees.aligned.pairs = {
        {trees.aligned.root, aligned_root}, {0x20'0000, aligned_leaves}, {0x20'0400, aligned_leaves}};
    if (deep) {
      PairAuxiliary& inner = trees.aligned.pairs[0x20'0000];
      inner.leaf = {false, false};
      inner.child = {0x20'0200, 0x20'0300};
      trees.aligned.pairs[0x20'0200] = trees.aligned.pairs[0x20'0300] = aligned_leaves;
    }
    return trees;
  }

  template <typename T>
  struct Log : ChannelTap<T> {
    Log(std::vector<Put>& all, std::string (*name)(const T&)) : puts(all), name_of(name) {}
    void on_put(Cycle now, Cycle, const T& item) override { puts.push_back({name_of(item), now}); }
    void on_pop(Cycle, Cycle) override {}
    void on_reset() override {}
    std::vector<Put>& puts;
    std::string (*name_of)(const T&);
  };

  static std::string name_of_request(const ReadRequest& request) {
    if (request.kind == ReadKind::aligned_pair) return "aligned";
    if (request.kind == ReadKind::ancestor_pair) return "ancestor";
    return request.address == kRoot ? "root" : request.address == kLeft ? "left" : "right";
  }
  static std::string name_of_command(const ListCommand& command) {
    return std::string(command.keep ? "keep" : "list") + (command.discard > 0 ? ", discard" : "");
  }

  static std::string name_of_words(const SramRequest& request) {
    return (request.write ? "write " : "read ") + std::to_string(request.address) + " +" +
           std::to_string(request.count);
  }
  static std::string name_of_left(const SramRequest& request) { return "left " + name_of_words(request); }
  static std::string name_of_right(const SramRequest& request) { return "right " + name_of_words(request); }

  struct Loads : ChannelTap<TransformedPair> {
    explicit Loads(std::vector<Put>& all) : puts(all) {}
    void on_put(Cycle, Cycle visible, const TransformedPair&) override {
      puts.push_back({"visible", visible});
    }
    void on_pop(Cycle, Cycle) override {}
    void on_reset() override {}
    std::vector<Put>& puts;
  };

  Loads loaded_{loads};
  Log<SramRequest> left_{words, name_of_left}, right_{words, name_of_right};
  Log<ReadRequest> requests_{puts, name_of_request};
  Log<ListCommand> commands_{puts, name_of_command};
};

}  // namespace collisionchip::testing_support

// Two trees of pairs at made-up addresses; whether two nodes overlap is a hash of their addresses. What a
// traversal has to find is found by plain recursion.
#pragma once

#include <map>
#include <set>
#include <utility>

#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/tlm/machine/messages.h"

namespace collisionchip::testing_support {

struct FakeTree {
  std::map<std::uint32_t, PairAuxiliary> pairs;
  std::uint32_t root = 0, next_address = 0;

  FakeTree(Random& random, std::uint32_t base, int leaf_count) : next_address(base) {
    root = grow(random, leaf_count);
  }

 private:
  std::uint32_t grow(Random& random, int leaf_count) {
    const std::uint32_t address = next_address;
    next_address += 1u << kPairNumberBit;
    pairs[address];
    const int left = 1 + random.below(leaf_count - 1);
    for (std::size_t side = 0; side < 2; ++side) {
      const int count = side == 0 ? left : leaf_count - left;
      const std::uint32_t child = count > 1 ? grow(random, count) : 0;
      PairAuxiliary& pair = pairs[address];
      pair.child[side] = child;
      pair.leaf[side] = count == 1;
      pair.triangle[side] = address + static_cast<std::uint32_t>(side) * kTriangleBytes;
    }
    return address;
  }
};

struct FakeTrees {
  FakeTree tumbled, aligned;
  LeafTest leaf_test;
  std::uint64_t salt;
  int often = 7;  // of 10 pairs of nodes that overlap

  // At least two leaves each.
  FakeTrees(Random& random, int tumbled_leaves, int aligned_leaves, LeafTest test)
      : tumbled(random, 0x100, tumbled_leaves),
        aligned(random, 0x10'0000, aligned_leaves),
        leaf_test(test),
        salt(random.bits()) {}

  // Records of the tumbled and the aligned triangle of each test.
  using Tests = std::multiset<std::pair<std::uint32_t, std::uint32_t>>;

  std::uint32_t flags(std::uint32_t tumbled_pair, std::uint32_t aligned_pair) const {
    std::uint32_t bits = 0;
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        if (meet({tumbled_pair, i}, {aligned_pair, j})) bits |= 1u << (2 * i + j);
      }
    }
    return bits;
  }

  Tests by_recursion() const {
    Tests tests;
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) recurse({tumbled.root, i}, {aligned.root, j}, tests);
    }
    return tests;
  }

  static void collect(const LeafTests& message, Tests& tests) {
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        if ((message.bits >> (2 * i + j) & 1u) != 0) tests.insert({message.tumbled[i], message.aligned[j]});
      }
    }
  }

 private:
  struct Node {
    std::uint32_t pair;
    int side;
  };

  bool meet(Node t, Node a) const {
    Random hash(salt ^ (std::uint64_t{t.pair + static_cast<std::uint32_t>(t.side)} << 32 |
                        (a.pair + static_cast<std::uint32_t>(a.side))));
    return hash.below(10) < often;
  }

  void recurse(Node t, Node a, Tests& tests) const {
    const PairAuxiliary& tp = tumbled.pairs.at(t.pair);
    const PairAuxiliary& ap = aligned.pairs.at(a.pair);
    const auto ts = static_cast<std::size_t>(t.side), as = static_cast<std::size_t>(a.side);
    const bool both = tp.leaf[ts] && ap.leaf[as];
    if (compares_dops(leaf_test, tp.leaf[ts], ap.leaf[as]) && !meet(t, a)) return;
    if (both) {
      tests.insert({tp.triangle[ts], ap.triangle[as]});
      return;
    }
    for (int i = 0; i < (tp.leaf[ts] ? 1 : 2); ++i) {
      for (int j = 0; j < (ap.leaf[as] ? 1 : 2); ++j) {
        recurse(tp.leaf[ts] ? t : Node{tp.child[ts], i}, ap.leaf[as] ? a : Node{ap.child[as], j}, tests);
      }
    }
  }
};

}  // namespace collisionchip::testing_support

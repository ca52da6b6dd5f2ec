// Boxes decompressed on demand: bit by bit those of the tree, and decoded as often as a plain list of the pairs that
// were asked for says.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "collisionchip/reference/obb/obb_branches.h"
#include "collisionchip/testbench/tests/reference/obb/obb_cases.h"

namespace collisionchip {
namespace {

using testing_support::Random;

constexpr ObbEncoding kEncodings[] = {ObbEncoding::obb64, ObbEncoding::obb44, ObbEncoding::obb40};

ObbTree tree_of(const Mesh& mesh, ObbEncoding encoding, ObbFrame frame) {
  TreeOptions options;
  options.obb.frame = frame;
  return ObbTree::build(mesh, encoding, options);
}

void expect_same(const ObbNode& node, const ObbImage& placed, std::uint32_t box) {
  const Obb expected = placed.box(box);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(node.box.t[i], expected.t[i]);
    EXPECT_EQ(node.box.d[i], expected.d[i]);
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(node.box.row[i][j], expected.r[i][j]);
  }
  EXPECT_EQ(node.box.d[3], 0.0f);
  const ObbLink link = placed.link(box);
  EXPECT_EQ(node.leaf, link.is_leaf);
  if (link.is_leaf) {
    EXPECT_EQ(node.triangle, link.number);
  } else {
    EXPECT_EQ(node.child, (link.number + 1) / 2);
  }
}

TEST(ObbBranches, HaveTheBoxesOfTheTreeHoweverFewAreKept) {
  Random random(5);
  std::vector<Mesh> meshes = testing_support::odd_meshes();
  meshes.push_back(testing_support::torus(9, 7));
  for (const Mesh& mesh : meshes) {
    for (const ObbEncoding encoding : kEncodings) {
      for (const ObbFrame frame : {ObbFrame::object, ObbFrame::parent}) {
        const ObbTree tree = tree_of(mesh, encoding, frame);
        for (const std::uint32_t lines : {0u, 3u, 1000u}) {
          ObbBranches branches(tree, frame, lines);
          const std::uint32_t pairs = (branches.boxes() + 1) / 2;
          for (std::uint32_t ask = 0; ask < 2 * pairs; ++ask) {
            const auto pair = static_cast<std::uint32_t>(random.below(pairs));
            const std::array<ObbNode, 2>& nodes = branches.pair(pair);
            expect_same(nodes[0], tree.placed(), pair == 0 ? 0 : 2 * pair - 1);
            if (pair > 0) expect_same(nodes[1], tree.placed(), 2 * pair);
          }
        }
      }
    }
  }
}

// A list of pair numbers, the one asked for last in front: what is missing above a pair is decoded from the top down.
class PlainBranches {
 public:
  PlainBranches(const ObbImage& stored, bool relative, std::size_t lines)
      : relative_(relative), lines_(lines), parent_((stored.boxes() + 1) / 2) {
    for (std::uint32_t box = 0; box < stored.boxes(); ++box) {
      const ObbLink link = stored.link(box);
      if (!link.is_leaf) parent_[(link.number + 1) / 2] = (box + 1) / 2;
    }
  }

  void ask(std::uint32_t pair) {
    const auto found = std::find(kept_.begin(), kept_.end(), pair);
    if (found != kept_.end()) {
      kept_.erase(found);
      kept_.push_front(pair);
      return;
    }
    std::vector<std::uint32_t> missing = {pair};
    while (relative_ && missing.back() != 0 && !is_kept(parent_[missing.back()]))
      missing.push_back(parent_[missing.back()]);
    for (; !missing.empty(); missing.pop_back()) {
      ++decoded;
      kept_.push_front(missing.back());
      if (kept_.size() > lines_) kept_.pop_back();
    }
  }
  std::uint64_t decoded = 0;

 private:
  bool is_kept(std::uint32_t pair) const {
    return std::find(kept_.begin(), kept_.end(), pair) != kept_.end();
  }

  const bool relative_;
  const std::size_t lines_;
  std::vector<std::uint32_t> parent_;
  std::deque<std::uint32_t> kept_;
};

TEST(ObbBranches, AreDecodedWhenTheyAreNotAmongThoseAskedForLast) {
  Random random(6);
  const Mesh mesh = testing_support::torus(16, 12);
  for (const ObbFrame frame : {ObbFrame::object, ObbFrame::parent}) {
    const ObbTree tree = tree_of(mesh, ObbEncoding::obb40, frame);
    std::uint64_t least = ~0ull;
    for (const std::uint32_t lines : {1u, 4u, 16u, 64u, 1024u}) {
      ObbBranches branches(tree, frame, lines);
      PlainBranches plain(tree.stored(), frame == ObbFrame::parent, lines);
      std::uint64_t pair = 0;
      for (int ask = 0; ask < 1500; ++ask) {
        if (random.below(3) > 0) pair = random.below(random.below(4) == 0 ? 384 : 40);
        branches.pair(static_cast<std::uint32_t>(pair));
        plain.ask(static_cast<std::uint32_t>(pair));
        ASSERT_EQ(branches.decoded_pairs(), plain.decoded) << lines << " lines, ask " << ask;
      }
      EXPECT_LT(branches.decoded_pairs(), least);
      least = branches.decoded_pairs();
    }
    EXPECT_LE(least, 384u) << "each pair once";
  }
}

}  // namespace
}  // namespace collisionchip

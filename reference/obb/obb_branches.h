// Boxes decompressed on demand (docs/obb.md#branch-cache): a branch of the tree is decoded the first time
// a query comes along, and kept for this query and the next ones as long as there is room.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/obb/obb_tree.h"
#include "collisionchip/reference/obb/obb_volumes.h"

namespace collisionchip {

// One object's records and so many decoded pairs of siblings; the least recently requested pair is replaced.
// A box that is placed in its parent's frame needs the parent's box: boxes that are missing above it are decoded too.
class ObbBranches {
 public:
  // Bytes of a kept pair: two boxes of 15 numbers with their links.
  static constexpr std::uint32_t kLineBytes = 128;

  // 0 lines: the pair that was decoded last.
  ObbBranches(const ObbTree& tree, ObbFrame frame, std::uint32_t lines);

  // Pairs are numbered as in ObbNodes. Good until the next call.
  const std::array<ObbNode, 2>& pair(std::uint32_t number) {
    const std::uint32_t line = line_of_[number];
    if (line == kNone) return decoded_branch(number);
    make_youngest(line);
    return lines_[line].nodes;
  }

  const ObbReach& reach() const { return reach_; }
  int depth() const { return depth_; }
  std::uint32_t boxes() const { return stored_.boxes(); }
  // The bytes of the records, of the lines, and of the parents' numbers where boxes need them.
  std::uint64_t bytes() const;
  std::uint64_t decoded_pairs() const { return decoded_; }  // since it was made

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;
  struct Line {
    std::uint32_t pair = kNone;
    std::uint32_t older = kNone, younger = kNone;
    std::array<Obb, 2> boxes;  // in the object's frame
    std::array<ObbNode, 2> nodes;
  };

  const std::array<ObbNode, 2>& decoded_branch(std::uint32_t number);
  void decode(std::uint32_t number, const Obb* parent);
  Line& oldest_as_youngest();
  void make_youngest(std::uint32_t line);

  const ObbImage stored_;
  const ObbFrame frame_;
  const ObbReach reach_;
  const int depth_;
  std::vector<std::uint32_t> parent_;   // box of each pair, where frames are relative
  std::vector<std::uint32_t> line_of_;  // of each pair
  std::vector<Line> lines_;
  std::uint32_t youngest_ = 0, oldest_ = 0;
  std::vector<std::uint32_t> path_;  // of decoded_branch
  std::uint64_t decoded_ = 0;
};

// The tree as the traversals see it.
class ObbBranchView {
 public:
  class Nodes {
   public:
    explicit Nodes(ObbBranches& branches) : branches_(&branches) {}
    std::size_t size() const { return std::size_t{branches_->boxes()} + 1; }
    ObbNode operator[](std::size_t node) const {
      return branches_->pair(static_cast<std::uint32_t>(node / 2))[node % 2];
    }

   private:
    ObbBranches* branches_;
  };

  explicit ObbBranchView(ObbBranches& branches) : nodes_(branches) {}

  const Nodes& nodes() const { return nodes_; }
  ObbNode node(std::uint32_t pair, int side) const {
    return nodes_[2 * std::size_t{pair} + static_cast<std::size_t>(side)];
  }
  std::uint32_t root_mask() const { return 1; }
  void prefetch_pair(std::uint32_t) const {}

 private:
  Nodes nodes_;
};

}  // namespace collisionchip

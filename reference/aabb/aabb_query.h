// What both traversals of AABB trees share: nodes decoded as they are met, volumes moved into the other
// frame, and leaves that go down the other tree.
#pragma once

#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "collisionchip/reference/aabb/aabb_object.h"
#include "collisionchip/reference/aabb/aabb_reader.h"
#include "collisionchip/reference/aabb/triangle_box_test.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/triangle_batch.h"

namespace collisionchip {

template <AabbLayout kLayout>
class AabbQuery {
 public:
  using Children = std::array<AabbView, 2>;

  AabbQuery(const AabbObject& a, const AabbObject& b, const Pose& pose, const QueryOptions& options,
            SatAxes axes)
      : triangles_(a.triangles, b.triangles, pose, options),
        tumbled_(options.tumbled_side == TumbledSide::a ? a : b, RigidMap::of(pose, options.tumbled_side)),
        aligned_(
            options.tumbled_side == TumbledSide::a ? b : a,
            RigidMap::of(pose, options.tumbled_side == TumbledSide::a ? TumbledSide::b : TumbledSide::a)),
        to_aligned_(tumbled_, aligned_, triangles_.tumbled, axes),
        to_tumbled_(aligned_, tumbled_, triangles_.aligned, axes) {}

  AabbView tumbled_root() const { return tumbled_.reader.root(tumbled_.image); }
  AabbView aligned_root() const { return aligned_.reader.root(aligned_.image); }
  const AabbReader<kLayout>& aligned() const { return aligned_.reader; }
  TraversalCounters& counters() { return result_.counters; }
  bool stopped() const { return batch_.stopped(); }

  void open_tumbled(const AabbView& node, Children& out) {
    open(tumbled_, node, out, result_.counters.tumbled_visits);
  }
  void open_aligned(const AabbView& node, Children& out) {
    open(aligned_, node, out, result_.counters.aligned_visits);
  }

  void move(const AabbView& tumbled, BoxOverlap::Moved& out) {
    ++result_.counters.transforms;
    to_aligned_.boxes.move(tumbled.low, tumbled.high, out);
  }
  bool overlap(const BoxOverlap::Moved& tumbled, const AabbView& aligned) {
    ++result_.counters.overlap_tests;
    return to_aligned_.boxes.overlap(tumbled, aligned.low, aligned.high);
  }

  // A leaf of either tree, moved into the other one's frame when it first meets something there.
  struct Probe {
    BoxOverlap::Moved box;
    TriangleBoxTest::Moved triangle;
    bool is_moved = false;
  };
  // Two nodes of which at least one is a leaf, with that leaf's probe, and all that lies below them.
  void meet_tumbled_leaf(const AabbView& leaf, Probe& probe, const AabbView& aligned) {
    descend(leaf, probe, to_aligned_, aligned_, aligned, result_.counters.aligned_visits,
            [&](std::uint32_t triangle) { meet_triangles(leaf.left, triangle); });
  }
  void meet_aligned_leaf(const AabbView& leaf, Probe& probe, const AabbView& tumbled) {
    descend(leaf, probe, to_tumbled_, tumbled_, tumbled, result_.counters.tumbled_visits,
            [&](std::uint32_t triangle) { meet_triangles(triangle, leaf.left); });
  }

  QueryResult result() {
    batch_.test();
    sort_pairs(result_.pairs);
    return std::move(result_);
  }

 private:
  struct Side {
    const AabbImage& image;
    AabbReader<kLayout> reader;
    RigidMap to_other;

    Side(const AabbObject& object, const RigidMap& map)
        : image(object.image), reader(object.image), to_other(map) {}
  };
  // From one side's frame to the other's.
  struct Crossing {
    const std::vector<TriangleRecord>& records;
    BoxOverlap boxes;
    TriangleBoxTest triangles;

    Crossing(const Side& from, const Side& to, const std::vector<TriangleRecord>& triangle_records,
             SatAxes axes)
        : records(triangle_records),
          boxes(from.to_other, from.image.root, to.image.root, axes),
          triangles(from.to_other, from.image.root, to.image.root) {}
  };

  static void open(const Side& side, const AabbView& node, Children& out, std::uint64_t& visits) {
    side.reader.children(node, out);
    visits += has_leaves(kLayout) ? 2 : 2 - (node.leaves & 1u) - (node.leaves >> 1);
  }

  // The visits up to a first pair are counted: it does not wait for a batch.
  void meet_triangles(std::uint32_t tumbled, std::uint32_t aligned) {
    batch_.add(tumbled, aligned);
    if (triangles_.options.first_witness) batch_.test();
  }

  // Does the leaf reach the node's volume? Two leaves without boxes always meet.
  bool reaches(const AabbView& leaf, Probe& probe, const Crossing& crossing, const AabbView& node) {
    if (!has_leaves(kLayout) && node.is_leaf) return true;
    if (!compares_dops(triangles_.options.leaf_test, true, node.is_leaf)) return true;
    ++result_.counters.overlap_tests;
    result_.counters.transforms += probe.is_moved ? 0 : 1;
    if constexpr (has_leaves(kLayout)) {
      if (!probe.is_moved) crossing.boxes.move(leaf.low, leaf.high, probe.box);
      probe.is_moved = true;
      return crossing.boxes.overlap(probe.box, node.low, node.high);
    } else {
      if (!probe.is_moved) crossing.triangles.move(crossing.records[leaf.left].corners, probe.triangle);
      probe.is_moved = true;
      return crossing.triangles.overlap(probe.triangle, node.low, node.high);
    }
  }

  template <typename OnTriangle>
  void descend(const AabbView& leaf, Probe& probe, const Crossing& crossing, const Side& other,
               const AabbView& from, std::uint64_t& visits, const OnTriangle& on_triangle) {
    if (!reaches(leaf, probe, crossing, from)) return;
    if (from.is_leaf) return on_triangle(from.left);
    below_.push_back(from);
    Children children;
    while (!below_.empty() && !stopped()) {
      const AabbView node = below_.back();
      below_.pop_back();
      open(other, node, children, visits);
      ++result_.counters.pairs_outside_lists;
      for (std::size_t i = 2; i-- > 0;) {
        if (!reaches(leaf, probe, crossing, children[i])) continue;
        if (children[i].is_leaf) {
          on_triangle(children[i].left);
        } else {
          below_.push_back(children[i]);
        }
      }
    }
    below_.clear();
  }

  const TriangleQuery triangles_;
  const Side tumbled_, aligned_;
  const Crossing to_aligned_, to_tumbled_;
  std::vector<AabbView> below_;  // nodes that a leaf has reached
  QueryResult result_;
  TriangleBatch batch_{triangles_, result_};
};

template <AabbLayout kLayout, typename Run>
QueryResult run_aabb_query(const AabbObject& a, const AabbObject& b, const Pose& pose,
                           const QueryOptions& options, SatAxes axes, const Run& run) {
  AabbQuery<kLayout> query(a, b, pose, options, axes);
  return run(query);
}

// run(AabbQuery<layout>&), for the layout that both objects have.
template <typename Run>
QueryResult with_aabb_query(const AabbObject& a, const AabbObject& b, const Pose& pose,
                            const QueryOptions& options, SatAxes axes, const Run& run) {
  if (a.image.layout != b.image.layout) throw std::invalid_argument("two AABB trees of different layouts");
  switch (a.image.layout) {
    case AabbLayout::aabb32:
      return run_aabb_query<AabbLayout::aabb32>(a, b, pose, options, axes, run);
    case AabbLayout::aabb21:
      return run_aabb_query<AabbLayout::aabb21>(a, b, pose, options, axes, run);
    case AabbLayout::aabb32_leafless:
      return run_aabb_query<AabbLayout::aabb32_leafless>(a, b, pose, options, axes, run);
    case AabbLayout::aabb21_pairs:
      return run_aabb_query<AabbLayout::aabb21_pairs>(a, b, pose, options, axes, run);
    default:
      return run_aabb_query<AabbLayout::aabb21_leafless>(a, b, pose, options, axes, run);
  }
}

}  // namespace collisionchip

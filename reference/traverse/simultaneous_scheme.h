// The traditional traversal (Algorithm 1) and its two variants of §3.1, for any kind of bounding volume.
#pragma once

#include <vector>

#include "collisionchip/reference/traverse/list_entry.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/transformed_nodes.h"
#include "collisionchip/reference/traverse/triangle_query.h"

namespace collisionchip {

// A tumbled node transformed at every visit.
template <typename Volumes>
class TransformsForgotten {
 public:
  struct Place {};  // of a visit's transformed node

  explicit TransformsForgotten(const Volumes& volumes) : volumes_(volumes) {}

  Place root(int) const { return {}; }
  Place child(const Place&, int) const { return {}; }
  void read(const Place&, TraversalCounters& counters) { ++counters.tumbled_visits; }
  const typename Volumes::Transformed& transformed(std::uint32_t node, const Place&,
                                                   TraversalCounters& counters) {
    ++counters.transforms;
    volumes_.transform(node, result_);
    return result_;
  }

 private:
  const Volumes& volumes_;
  typename Volumes::Transformed result_;
};

// A transform is stored with its node at the first visit and read from there at later visits: twice the memory, and one
// query at a time.
template <typename Volumes>
class TransformsInMemory {
 public:
  struct Place {};

  TransformsInMemory(const Volumes& volumes, TransformedNodes<typename Volumes::Transformed>& memory)
      : volumes_(volumes), memory_(memory) {
    memory_.begin_query(volumes.tumbled().nodes().size());
  }

  Place root(int) const { return {}; }
  Place child(const Place&, int) const { return {}; }
  void read(const Place&, TraversalCounters& counters) { ++counters.tumbled_visits; }
  const typename Volumes::Transformed& transformed(std::uint32_t node, const Place&,
                                                   TraversalCounters& counters) {
    if (memory_.claim(node)) {
      ++counters.transforms;
      ++counters.node_writes;
      volumes_.transform(node, memory_.at(node));
    }
    return memory_.at(node);
  }

 private:
  const Volumes& volumes_;
  TransformedNodes<typename Volumes::Transformed>& memory_;
};

// The children of an overlapping pair's tumbled node are read and transformed once for that pair and kept on
// the stack, for each of the aligned children.
template <typename Volumes>
class TransformsOnStack {
 public:
  struct Place {
    std::size_t slot;  // of the node
    std::size_t end;   // the first slot that is free below this visit
  };

  explicit TransformsOnStack(const Volumes& volumes) : volumes_(volumes) {}

  Place root(int side) { return child({0, 0}, side); }
  // Sibling slots lie side by side: the left one's visits end before the right one's begin.
  Place child(const Place& parent, int side) {
    const Place place = {parent.end + static_cast<std::size_t>(side), parent.end + 2};
    if (slots_.size() < place.end) slots_.resize(place.end);
    slots_[place.slot].is_read = slots_[place.slot].is_transformed = false;
    return place;
  }
  void read(const Place& place, TraversalCounters& counters) {
    counters.tumbled_visits += slots_[place.slot].is_read ? 0 : 1;
    slots_[place.slot].is_read = true;
  }
  const typename Volumes::Transformed& transformed(std::uint32_t node, const Place& place,
                                                   TraversalCounters& counters) {
    Slot& slot = slots_[place.slot];
    if (!slot.is_transformed) {
      ++counters.transforms;
      ++counters.node_writes;
      volumes_.transform(node, slot.result);
      slot.is_transformed = true;
    }
    return slot.result;
  }

 private:
  struct Slot {
    typename Volumes::Transformed result;
    bool is_read = false, is_transformed = false;
  };
  const Volumes& volumes_;
  std::vector<Slot> slots_;
};

// Volumes: DopVolumes, or what has the same members. Transforms: one of the three above.
template <typename Volumes, typename Transforms>
class SimultaneousTraversal {
 public:
  SimultaneousTraversal(const TriangleQuery& query, const Volumes& volumes, Transforms& transforms)
      : query_(query),
        volumes_(volumes),
        tumbled_(volumes.tumbled()),
        aligned_(volumes.aligned()),
        transforms_(transforms) {}

  QueryResult run() {
    for (int i = 2; i-- > 0;) {
      if ((tumbled_.root_mask() >> i & 1u) != 0)
        push_aligned(static_cast<std::uint32_t>(i), transforms_.root(i), 0, aligned_.root_mask());
    }
    while (!stack_.empty() && !stopped_) {
      const NodePair pair = stack_.back();
      stack_.pop_back();
      visit(pair);
    }
    sort_pairs(result_.pairs);
    return std::move(result_);
  }

 private:
  using Node = typename Volumes::Node;
  using Place = typename Transforms::Place;

  struct NodePair {
    std::uint32_t tumbled, aligned;
    Place place;
  };

  void push_aligned(std::uint32_t tumbled, const Place& place, std::uint32_t aligned_pair,
                    std::uint32_t aligned_mask) {
    for (std::uint32_t j = 2; j-- > 0;) {
      if ((aligned_mask >> j & 1u) != 0) stack_.push_back({tumbled, 2 * aligned_pair + j, place});
    }
  }

  void visit(const NodePair& pair) {
    const Node& tumbled = tumbled_.nodes()[pair.tumbled];
    const Node& aligned = aligned_.nodes()[pair.aligned];
    const bool both_leaves = tumbled.is_leaf() && aligned.is_leaf();
    transforms_.read(pair.place, result_.counters);
    ++result_.counters.aligned_visits;
    if (compares_dops(query_.options.leaf_test, tumbled.is_leaf(), aligned.is_leaf())) {
      ++result_.counters.overlap_tests;
      const auto& transformed = transforms_.transformed(pair.tumbled, pair.place, result_.counters);
      if (!volumes_.overlap(transformed, aligned)) return;
    }
    if (both_leaves) {
      test_triangles(tumbled.triangle, aligned.triangle);
    } else if (tumbled.is_leaf()) {
      push_aligned(pair.tumbled, pair.place, aligned.child, kBothMembers);
    } else {
      for (int i = 2; i-- > 0;) {
        const std::uint32_t child = 2 * tumbled.child + static_cast<std::uint32_t>(i);
        const Place place = transforms_.child(pair.place, i);
        if (aligned.is_leaf()) {
          stack_.push_back({child, pair.aligned, place});
        } else {
          push_aligned(child, place, aligned.child, kBothMembers);
        }
      }
    }
  }

  void test_triangles(std::uint32_t tumbled, std::uint32_t aligned) {
    if (!query_.triangles_hit(tumbled, aligned, result_.counters)) return;
    result_.pairs.push_back(query_.named(tumbled, aligned));
    stopped_ = query_.options.first_witness;
  }

  const TriangleQuery& query_;
  const Volumes& volumes_;
  const typename Volumes::Tree& tumbled_;
  const typename Volumes::Tree& aligned_;
  Transforms& transforms_;
  std::vector<NodePair> stack_;
  QueryResult result_;
  bool stopped_ = false;
};

}  // namespace collisionchip

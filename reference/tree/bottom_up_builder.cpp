#include "collisionchip/reference/tree/bottom_up_builder.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <tuple>

#include "collisionchip/reference/tree/dop_size.h"

namespace collisionchip {

namespace {

// No volume is below a bound by more: both are off by roundings.
constexpr double kSurely = 1 - 1e-9;

struct Joint {
  DopSize size;
  std::uint32_t first, second;  // first < second

  friend bool operator<(const Joint& a, const Joint& b) {
    if (!(a.size == b.size)) return a.size < b.size;
    const std::uint32_t a_apart = a.second - a.first, b_apart = b.second - b.first;
    return std::tie(a_apart, a.first) < std::tie(b_apart, b.first);
  }
};

// Finds the partner with which a node makes the smallest joint. Nodes without a parent lie in a binary tree of places, cut at
// the medians of their centres. Joined nodes leave their places; when half of the places are empty, the tree is built again.
class Neighbours {
 public:
  Neighbours(int k, const SizeMeasure& measure, const std::vector<DopNode>& nodes)
      : k_(k), measure_(measure), nodes_(nodes) {}

  void begin(std::vector<std::uint32_t> alive) {
    places_ = std::move(alive);
    left_ = places_.size();
    groups_.clear();
    groups_.reserve(2 * places_.size());
    make_group(0, static_cast<std::uint32_t>(places_.size()), kNone);
  }
  bool is_sparse() const { return 2 * left_ <= places_.size(); }
  std::vector<std::uint32_t> alive() const {
    std::vector<std::uint32_t> all;
    std::copy_if(places_.begin(), places_.end(), std::back_inserter(all),
                 [](auto node) { return node != kNone; });
    return all;
  }

  // `joined` takes the place of `first`; that of `second` becomes empty.
  void join(std::uint32_t first, std::uint32_t second, std::uint32_t joined) {
    group_of_.resize(std::max<std::size_t>(group_of_.size(), joined + 1), kNone);
    *place_of(second) = kNone;
    --left_;
    *place_of(first) = joined;
    group_of_[joined] = group_of_[first];
    // Bounds stay: what reaches as far as `first` does reaches into them.
    for (std::uint32_t group = group_of_[joined]; group != kNone; group = groups_[group].parent)
      groups_[group].highest = joined;
  }

  Joint smallest_joint(std::uint32_t node) const {
    const DopSize alone = measure_(nodes_[node]);
    Joint best{{HUGE_VAL, HUGE_VAL}, 0, kNone};
    std::vector<std::pair<DopSize, std::uint32_t>> stack = {{{}, 0}};
    while (!stack.empty()) {
      const auto [least, number] = stack.back();
      stack.pop_back();
      if (hopeless(least, best.size)) continue;
      const Group& group = groups_[number];
      // What takes no more room than the node alone is found all over heaps of equal triangles.
      if (best.size == alone && group.apart(node) > best.second - best.first) continue;
      if (group.children[0] == kNone) {
        look_through(group, node, best);
        continue;
      }
      std::array<std::pair<DopSize, std::uint32_t>, 2> next;
      for (std::size_t side = 0; side < 2; ++side)
        next[side] = {least_joint(nodes_[node], groups_[group.children[side]].bound), group.children[side]};
      const std::size_t nearer = next[1].first < next[0].first ? 1 : 0;
      stack.push_back(next[1 - nearer]);
      stack.push_back(next[nearer]);
    }
    return best;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint32_t kPlacesOfGroup = 8;
  struct Group {
    DopNode bound;
    std::uint32_t first, last;  // places
    std::uint32_t parent;
    std::uint32_t lowest, highest;  // numbers of the nodes in it, and perhaps of some that were
    std::array<std::uint32_t, 2> children = {kNone, kNone};

    std::uint32_t apart(std::uint32_t node) const {
      return node < lowest ? lowest - node : node > highest ? node - highest : 0;
    }
  };

  double centre(std::uint32_t node, int i) const {
    return double{nodes_[node].d[i]} + double{nodes_[node].d[i + k_ / 2]};
  }

  std::uint32_t make_group(std::uint32_t first, std::uint32_t last, std::uint32_t parent) {
    const auto number = static_cast<std::uint32_t>(groups_.size());
    Group group{nodes_[places_[first]], first, last, parent, places_[first], places_[first]};
    for (std::uint32_t i = first + 1; i < last; ++i) {
      enclose(k_, group.bound, nodes_[places_[i]], group.bound);
      group.lowest = std::min(group.lowest, places_[i]);
      group.highest = std::max(group.highest, places_[i]);
    }
    groups_.push_back(group);
    if (last - first <= kPlacesOfGroup) {
      for (std::uint32_t i = first; i < last; ++i) {
        group_of_.resize(std::max<std::size_t>(group_of_.size(), places_[i] + 1), kNone);
        group_of_[places_[i]] = number;
      }
      return number;
    }
    int widest = 0;
    for (int i = 1; i < k_ / 2; ++i) {
      if (width(group.bound, i) > width(group.bound, widest)) widest = i;
    }
    const std::uint32_t middle = first + (last - first) / 2;
    std::nth_element(places_.begin() + first, places_.begin() + middle, places_.begin() + last,
                     [&](std::uint32_t a, std::uint32_t b) {
                       const double ca = centre(a, widest), cb = centre(b, widest);
                       return ca != cb ? ca < cb : a < b;
                     });
    const std::uint32_t left = make_group(first, middle, number), right = make_group(middle, last, number);
    groups_[number].children = {left, right};
    return number;
  }
  double width(const DopNode& node, int i) const { return double{node.d[i + k_ / 2]} - double{node.d[i]}; }

  std::uint32_t* place_of(std::uint32_t node) {
    const Group& group = groups_[group_of_[node]];
    return &*std::find(places_.begin() + group.first, places_.begin() + group.last, node);
  }

  void look_through(const Group& group, std::uint32_t node, Joint& best) const {
    for (std::uint32_t i = group.first; i < group.last; ++i) {
      const std::uint32_t other = places_[i];
      if (other == kNone || other == node) continue;
      DopNode both;
      enclose(k_, nodes_[node], nodes_[other], both);
      const Joint joint{measure_(both), std::min(node, other), std::max(node, other)};
      if (joint < best) best = joint;
    }
  }

  // No joint with anything that reaches into the bound is smaller: its slabs reach as far at least.
  DopSize least_joint(const DopNode& node, const DopNode& bound) const {
    DopNode least;
    for (int i = 0; i < k_ / 2; ++i) {
      least.d[i] = std::min(node.d[i], bound.d[i + k_ / 2]);
      least.d[i + k_ / 2] = std::max(node.d[i + k_ / 2], bound.d[i]);
    }
    return measure_(least);
  }
  static bool hopeless(const DopSize& least, const DopSize& best) {
    return kSurely * least.volume > best.volume || (best.volume == 0 && kSurely * least.widths > best.widths);
  }

  const int k_;
  const SizeMeasure& measure_;
  const std::vector<DopNode>& nodes_;
  std::vector<std::uint32_t> places_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> group_of_;  // by node
  std::size_t left_ = 0;
};

class Agglomeration {
 public:
  Agglomeration(int k, const std::vector<DopNode>& leaves)
      : k_(k),
        count_(leaves.size()),
        measure_(k, leaves.size() <= kMostToJoinExactly),
        nodes_(leaves),
        has_parent_(2 * leaves.size()) {
    nodes_.reserve(2 * leaves.size());
  }

  TreeShape run(const std::function<void()>& while_building) {
    std::vector<std::uint32_t> alive(count_);
    std::iota(alive.begin(), alive.end(), 0u);
    neighbours_.begin(std::move(alive));
    for (std::uint32_t node = 0; count_ > 1 && node < count_; ++node) {
      if (node % kStepsBetweenCalls == 0 && while_building) while_building();
      joints_.push({neighbours_.smallest_joint(node), node});
    }
    while (shape_.children.size() + 1 < count_) step(while_building);
    shape_.root = static_cast<std::uint32_t>(nodes_.size() - 1);
    return std::move(shape_);
  }

 private:
  static constexpr std::uint32_t kStepsBetweenCalls = 64;

  // Each node without a parent has its smallest joint among the nodes that were there at its search. For any two nodes, the
  // newer one's search has seen both. So the first joint in the queue whose nodes have no parent yet is the smallest of
  // all.
  struct Found {
    Joint joint;
    std::uint32_t by;

    friend bool operator<(const Found& a, const Found& b) {
      return b.joint < a.joint;
    }  // the smallest on top
  };

  void step(const std::function<void()>& while_building) {
    const Found found = joints_.top();
    joints_.pop();
    if (has_parent_[found.by]) return;
    const Joint& joint = found.joint;
    if (has_parent_[joint.first] || has_parent_[joint.second]) {
      joints_.push({neighbours_.smallest_joint(found.by), found.by});
      return;
    }
    const auto joined = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    enclose(k_, nodes_[joint.first], nodes_[joint.second], nodes_[joined]);
    shape_.children.push_back({joint.first, joint.second});
    has_parent_[joint.first] = has_parent_[joint.second] = true;
    neighbours_.join(joint.first, joint.second, joined);
    if (neighbours_.is_sparse()) neighbours_.begin(neighbours_.alive());
    if (shape_.children.size() % kStepsBetweenCalls == 0 && while_building) while_building();
    if (shape_.children.size() + 1 < count_) joints_.push({neighbours_.smallest_joint(joined), joined});
  }

  const int k_;
  const std::size_t count_;
  const SizeMeasure measure_;
  std::vector<DopNode> nodes_;
  std::vector<bool> has_parent_;
  Neighbours neighbours_{k_, measure_, nodes_};
  std::priority_queue<Found> joints_;
  TreeShape shape_;
};

}  // namespace

TreeShape join_bottom_up(int k, const std::vector<DopNode>& leaves,
                         const std::function<void()>& while_building) {
  return Agglomeration(k, leaves).run(while_building);
}

}  // namespace collisionchip

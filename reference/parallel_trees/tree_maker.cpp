#include "collisionchip/reference/parallel_trees/tree_maker.h"

#include <algorithm>
#include <tuple>

#include "collisionchip/reference/parallel_trees/neighbour_join.h"
#include "collisionchip/reference/tree/tree_builder.h"

namespace collisionchip {

namespace {

class NeighboursOnOneCore : public NeighbourSearch {
 public:
  NeighboursOnOneCore(int k, const std::vector<DopNode>& leaves) : k_(k), nodes_(leaves) {
    nodes_.resize(2 * leaves.size() - 1);
  }

  std::vector<std::uint32_t> nearest(const std::vector<std::uint32_t>& nodes) override {
    std::vector<std::uint32_t> places;
    const auto count = static_cast<std::uint32_t>(nodes.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t first = i > kNeighbours ? i - kNeighbours : 0,
                          end = std::min(count, i + kNeighbours + 1);
      Choice best{};
      for (std::uint32_t j = first; j < end; ++j) {
        if (j == i) continue;
        const JointSize size = joint_size(k_, nodes_[nodes[i]], nodes_[nodes[j]]);
        const Choice choice{size.volume, size.widths, i < j ? j - i : i - j, std::min(i, j), j};
        if (!best.found || choice < best) best = choice;
      }
      places.push_back(best.place);
    }
    return places;
  }

  void join(const std::vector<NodeJoint>& joints) override {
    for (const NodeJoint& joint : joints)
      enclose(k_, nodes_[joint.first], nodes_[joint.second], nodes_[joint.joined]);
  }

 private:
  struct Choice {
    double volume = 0, widths = 0;
    std::uint32_t apart = 0, smaller = 0, place = 0;
    bool found = false;

    Choice() = default;
    Choice(double v, double w, std::uint32_t between, std::uint32_t least, std::uint32_t at)
        : volume(v), widths(w), apart(between), smaller(least), place(at), found(true) {}
    friend bool operator<(const Choice& a, const Choice& b) {
      if (a.volume != b.volume) return a.volume < b.volume;
      if (a.widths != b.widths) return a.widths < b.widths;
      return std::tie(a.apart, a.smaller) < std::tie(b.apart, b.smaller);
    }
  };

  const int k_;
  std::vector<DopNode> nodes_;
};

class TreeMakerMirror : public TreeMaker {
 public:
  MadeTree make(const Mesh& mesh, const MakerOptions& options) override {
    MadeTree made;
    if (options.kind == MakerKind::top_down) {
      made.nodes = build_nodes(mesh, options.tree(), 1);
      return made;
    }
    const SplitData data = make_split_data(mesh, options.tree(), 1);
    NeighboursOnOneCore search(options.k, data.leaves);
    const JoinedTree joined = join_neighbours(along_curve(curve_codes(data)), search);
    made.rounds = joined.rounds;
    made.nodes = lay_out(options.k, data.leaves, joined.shape);
    return made;
  }
};

}  // namespace

TreeOptions MakerOptions::tree() const {
  TreeOptions options;
  options.k = k;
  options.split_rule = "axis_point";
  options.axis = axis;
  options.point = point;
  return options;
}

std::unique_ptr<TreeMaker> make_tree_maker_mirror() {
  return std::make_unique<TreeMakerMirror>();
}

}  // namespace collisionchip

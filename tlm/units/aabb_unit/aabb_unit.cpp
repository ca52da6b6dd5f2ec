#include "collisionchip/tlm/units/aabb_unit/aabb_unit.h"

#include <algorithm>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/image/leafless_pair.h"

namespace collisionchip {

namespace {

constexpr int kAncestorsStall = CycleAccount::kFirstCause + 3;  // behind those of every unit of boxes

NodeOverlap::Node box_node(const Aabb& box) {
  const auto lanes = [&](std::size_t end) {
    return Float4{box.plane[end], box.plane[2 + end], box.plane[4 + end], 0};
  };
  return {lanes(0), lanes(1), {}, false};
}

// Corners come first in a record.
NodeOverlap::Node triangle_node(const std::uint32_t* record) {
  NodeOverlap::Node node{{}, {}, {}, true};
  for (Vec3f& corner : node.corners) {
    corner = {float_of(record[0]), float_of(record[1]), float_of(record[2])};
    record += 3;
  }
  return node;
}

}  // namespace

AabbUnit::AabbUnit(const sc_core::sc_module_name& name, const AabbUnitParams& params, const Ports& ports)
    : BoxUnit(name, params, ports, account_meanings()),
      ancestors("ancestors"),
      format_(*params.node_format),
      by_leaves_(params.by_leaves),
      placed_(params.register_sets) {
  if (params.refetch_parents) way_.emplace();
}

void AabbUnit::begin_query(Cycle origin) {
  BoxUnit::begin_query(origin);
  ancestor_pairs_ = 0;
  leaves_ = {};
}

const BoxUnitParams& AabbUnit::params_of(const NodePairData& pair) const {
  return format_.leafless ? by_leaves_[leafless::leaves_of(pair.address)] : BoxUnit::params_of(pair);
}

void AabbUnit::reset_state() {
  BoxUnit::reset_state();
  if (way_) way_.emplace();
}

void AabbUnit::set_matrix_word(std::uint32_t word, std::uint32_t value) {
  if (word < matrix_.size()) matrix_[word] = value;
}

void AabbUnit::matrix_written() {
  NodeOverlap::Numbers numbers{};
  const std::size_t count = format_.leafless ? numbers.size() : BoxOverlap::kNumbers;
  std::transform(matrix_.begin(), matrix_.begin() + count, numbers.begin(), float_of);
  overlap_ = NodeOverlap(numbers);
  const std::uint32_t* word = matrix_.data() + count;
  for (AabbParent& root : roots_) {
    for (float& plane : root.box.plane) plane = float_of(*word++);
    root.flags = static_cast<std::uint8_t>(*word++ & 63u);
  }
  parents_.clear();
}

AabbUnit::Members AabbUnit::decoded(const NodePairData& pair, Side side) {
  const std::uint32_t leaves = format_.leafless ? leafless::leaves_of(pair.address) : 0;
  const auto nodes = leafless::nodes_in(format_, leaves, pair.words.data());
  Members members;
  members.boxes = format_.needs_parent ? decode_aabb21_pair(nodes.data(), parent_of(pair.address, side))
                                       : decode_aabb32_pair(nodes.data());
  if (format_.needs_parent) keep_parents(pair, members.boxes, side);
  const auto spans = format_.members_at(pair.address);
  for (std::size_t member = 0; member < 2; ++member) {
    members.nodes[member] = (leaves >> member & 1u) != 0
                                ? triangle_node(pair.words.data() + spans[member].begin)
                                : box_node(members.boxes[member].box);
  }
  return members;
}

// Keeps the boxes that the pairs below need when they come.
void AabbUnit::keep_parents(const NodePairData& pair, const AabbPair& boxes, Side side) {
  const std::array<NodeLinks, 2> links = format_.links_at(pair.address, pair.words.data());
  AabbWay::Above above{{AabbWay::kNoAddress, AabbWay::kNoAddress}, boxes};
  for (std::size_t member = 0; member < 2; ++member) {
    if (links[member].leaf || links[member].child == 0) continue;  // 0: one of two leaves is missing
    above.below[member] = format_.address_of(links[member].child);
    parents_[above.below[member]] = boxes[member];
  }
  // What is tumbled comes in between.
  if (way_ && side == Side::aligned) way_->above = pair.ancestor ? above : AabbWay::Above{};
}

AabbParent AabbUnit::parent_of(std::uint32_t address, Side side) {
  return way_ && side == Side::aligned ? parent_on_way(*way_, address) : kept_parent(address, side);
}

AabbParent AabbUnit::kept_parent(std::uint32_t address, Side side) const {
  const auto parent = parents_.find(address);
  return parent == parents_.end() ? roots_[static_cast<std::size_t>(side)] : parent->second;
}

// Only the way's first pair, of which the host knows the parent, has none on the way. A pair that no ancestor leads to
// has no box of its own.
AabbParent AabbUnit::parent_on_way(AabbWay& way, std::uint32_t address) const {
  for (std::size_t member = 0; member < 2; ++member) {
    if (way.above.below[member] == address) return way.above.boxes[member];
  }
  if (!way.root) way.root = address;
  return address == *way.root ? kept_parent(address, Side::aligned)
                              : roots_[static_cast<std::size_t>(Side::aligned)];
}

Cycle AabbUnit::pass_ancestor(const Taken& taken) {
  decoded(taken.pair, Side::aligned);
  const BoxAncestorSchedule schedule = schedule_ancestor(params_of(taken.pair), taken.in_register, taken.now);
  overlap_account().spend(schedule.decode[1], kAncestorsStall);
  ++ancestor_pairs_;
  ancestors.write(schedule);
  return schedule.input_released;
}

void AabbUnit::place_boxes(std::size_t set, const NodePairData& pair) {
  const Members members = decoded(pair, Side::tumbled);
  for (std::size_t member = 0; member < 2; ++member) {
    overlap_.place(members.nodes[member], placed_[set][member]);
    leaves_.tumbled_leaves += members.nodes[member].is_triangle ? 1 : 0;
  }
}

std::uint32_t AabbUnit::overlap_bits(std::size_t set, const NodePairData& pair, BoxAxes& axes) {
  const Members members = decoded(pair, Side::aligned);
  std::uint32_t bits = 0;
  for (std::size_t j = 0; j < 2; ++j) {
    const NodeOverlap::Node& aligned = members.nodes[j];
    TriangleBoxTest::Moved moved = overlap_.moved(aligned);
    leaves_.aligned_leaves += aligned.is_triangle ? 1 : 0;
    for (std::size_t i = 0; i < 2; ++i) {
      NodeOverlap::Placed& tumbled = placed_[set][i];
      const NodeOverlap::Outcome outcome = overlap_.test(tumbled, aligned, moved);
      axes[j][i] = outcome.places;
      if (outcome.meet) bits |= 1u << (2 * i + j);
      count_test(tumbled.is_triangle || aligned.is_triangle, outcome.places);
    }
  }
  return bits;
}

void AabbUnit::count_test(bool with_leaf, std::uint32_t places) {
  if (!with_leaf) return;
  leaves_.leaf_pairs += places == 0 ? 1 : 0;
  leaves_.leaf_tests += places == 0 ? 0 : 1;
  leaves_.leaf_axes += places;
}

}  // namespace collisionchip

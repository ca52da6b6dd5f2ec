#include "collisionchip/tlm/units/aabb_unit/aabb_unit.h"

#include <algorithm>

#include "collisionchip/reference/arithmetic/float32.h"

namespace collisionchip {

namespace {

constexpr int kAncestorsStall = CycleAccount::kFirstCause + 3;  // behind those of every unit of boxes

Float4 lanes_of(const Aabb& box, std::size_t end) {
  return Float4{box.plane[end], box.plane[2 + end], box.plane[4 + end], 0};
}

}  // namespace

AabbUnit::AabbUnit(const sc_core::sc_module_name& name, const AabbUnitParams& params, const Ports& ports)
    : BoxUnit(name, params, ports, account_meanings()),
      ancestors("ancestors"),
      format_(*params.node_format),
      placed_(params.register_sets) {
  if (params.refetch_parents) way_.emplace();
}

void AabbUnit::begin_query(Cycle origin) {
  BoxUnit::begin_query(origin);
  ancestor_pairs_ = 0;
}

void AabbUnit::reset_state() {
  BoxUnit::reset_state();
  if (way_) way_.emplace();
}

void AabbUnit::set_matrix_word(std::uint32_t word, std::uint32_t value) {
  if (word < matrix_.size()) matrix_[word] = value;
}

void AabbUnit::matrix_written() {
  BoxOverlap::Numbers numbers;
  std::transform(matrix_.begin(), matrix_.begin() + numbers.size(), numbers.begin(), float_of);
  overlap_ = BoxOverlap(numbers);
  const std::uint32_t* word = matrix_.data() + numbers.size();
  for (AabbParent& root : roots_) {
    for (float& plane : root.box.plane) plane = float_of(*word++);
    root.flags = static_cast<std::uint8_t>(*word++ & 63u);
  }
  parents_.clear();
}

AabbPair AabbUnit::decoded(const NodePairData& pair, Side side) {
  if (!format_.needs_parent) return decode_aabb32_pair(pair.words.data());
  const AabbPair boxes = decode_aabb21_pair(pair.words.data(), parent_of(pair.address, side));
  std::array<NodeLinks, 2> links;
  format_.decode_links(pair.words.data(), links);
  AabbWay::Above above{{AabbWay::kNoAddress, AabbWay::kNoAddress}, boxes};
  for (std::size_t member = 0; member < 2; ++member) {
    if (links[member].leaf) continue;
    above.below[member] = format_.address_of(links[member].child);
    parents_[above.below[member]] = boxes[member];
  }
  // What is tumbled comes in between.
  if (way_ && side == Side::aligned) way_->above = pair.ancestor ? above : AabbWay::Above{};
  return boxes;
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
  const BoxAncestorSchedule schedule = schedule_ancestor(params(), taken.in_register, taken.now);
  overlap_account().spend(schedule.decode[1], kAncestorsStall);
  ++ancestor_pairs_;
  ancestors.write(schedule);
  return schedule.input_released;
}

void AabbUnit::place_boxes(std::size_t set, const NodePairData& pair) {
  const AabbPair boxes = decoded(pair, Side::tumbled);
  for (std::size_t member = 0; member < 2; ++member) {
    const Aabb& box = boxes[member].box;
    overlap_.move(lanes_of(box, 0), lanes_of(box, 1), placed_[set][member]);
  }
}

std::uint32_t AabbUnit::overlap_bits(std::size_t set, const NodePairData& pair, BoxAxes& axes) {
  const AabbPair boxes = decoded(pair, Side::aligned);
  std::uint32_t bits = 0;
  for (std::size_t j = 0; j < 2; ++j) {
    const Float4 low = lanes_of(boxes[j].box, 0), high = lanes_of(boxes[j].box, 1);
    for (std::size_t i = 0; i < 2; ++i) {
      const auto axis = static_cast<std::uint32_t>(overlap_.separating_axis(placed_[set][i], low, high));
      axes[j][i] = std::min(axis + 1, kAxes);
      if (axis == kAxes) bits |= 1u << (2 * i + j);
    }
  }
  return bits;
}

}  // namespace collisionchip

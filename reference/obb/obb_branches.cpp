#include "collisionchip/reference/obb/obb_branches.h"

#include <algorithm>

namespace collisionchip {

namespace {

// Box 0 is the only box in pair 0, box b > 0 is node b + 1.
std::uint32_t node_of(std::uint32_t box) {
  return box == 0 ? 0 : box + 1;
}

ObbLanes lanes_of(const Obb& box) {
  const auto lanes = [](const std::array<float, 3>& v) { return Float4{v[0], v[1], v[2], 0}; };
  return {{lanes(box.r[0]), lanes(box.r[1]), lanes(box.r[2])}, lanes(box.t), lanes(box.d)};
}

}  // namespace

ObbBranches::ObbBranches(const ObbTree& tree, ObbFrame frame, std::uint32_t lines)
    : stored_(tree.stored()), frame_(frame), reach_(tree.reach()), depth_(tree.depth()) {
  const std::uint32_t pairs = (stored_.boxes() + 1) / 2;
  line_of_.assign(pairs, kNone);
  if (frame_ == ObbFrame::parent) {
    parent_.assign(pairs, kNone);
    for (std::uint32_t box = 0; box < stored_.boxes(); ++box) {
      const ObbLink link = stored_.link(box);
      if (!link.is_leaf) parent_[node_of(link.number) / 2] = box;
    }
  }
  lines_.resize(std::max(1u, lines));
  for (std::uint32_t line = 0; line < lines_.size(); ++line) {
    lines_[line].younger = line == 0 ? kNone : line - 1;
    lines_[line].older = line + 1 == lines_.size() ? kNone : line + 1;
  }
  oldest_ = static_cast<std::uint32_t>(lines_.size()) - 1;
}

std::uint64_t ObbBranches::bytes() const {
  return std::uint64_t{stored_.boxes()} * 4 * stored_.record_words() + lines_.size() * kLineBytes +
         4 * parent_.size();
}

const std::array<ObbNode, 2>& ObbBranches::decoded_branch(std::uint32_t number) {
  path_ = {number};
  if (frame_ == ObbFrame::parent) {
    while (path_.back() != 0) {
      const std::uint32_t above = node_of(parent_[path_.back()]) / 2;
      if (line_of_[above] != kNone) break;
      path_.push_back(above);
    }
  }
  for (std::size_t step = path_.size(); step-- > 0;) {
    const std::uint32_t pair = path_[step];
    if (frame_ == ObbFrame::object || pair == 0) {
      decode(pair, nullptr);
      continue;
    }
    const std::uint32_t node = node_of(parent_[pair]);
    const Obb parent = lines_[line_of_[node / 2]].boxes[node % 2];  // its line may be the one that gives way
    decode(pair, &parent);
  }
  return lines_[youngest_].nodes;
}

void ObbBranches::decode(std::uint32_t number, const Obb* parent) {
  Line& line = oldest_as_youngest();
  line.pair = number;
  line_of_[number] = youngest_;
  for (std::uint32_t side = 0; side < (number == 0 ? 1u : 2u); ++side) {
    const std::uint32_t box = number == 0 ? 0 : 2 * number + side - 1;
    const ObbLink link = stored_.link(box);
    line.boxes[side] = parent != nullptr ? composed(*parent, stored_.box(box)) : stored_.box(box);
    line.nodes[side] = {lanes_of(line.boxes[side]), link.is_leaf, node_of(link.number) / 2,
                        link.is_leaf ? link.number : 0};
  }
  ++decoded_;
}

ObbBranches::Line& ObbBranches::oldest_as_youngest() {
  Line& line = lines_[oldest_];
  if (line.pair != kNone) line_of_[line.pair] = kNone;
  make_youngest(oldest_);
  return line;
}

void ObbBranches::make_youngest(std::uint32_t line) {
  if (line == youngest_) return;
  Line& moved = lines_[line];
  lines_[moved.younger].older = moved.older;
  if (moved.older != kNone) {
    lines_[moved.older].younger = moved.younger;
  } else {
    oldest_ = moved.younger;
  }
  moved.younger = kNone;
  moved.older = youngest_;
  lines_[youngest_].younger = line;
  youngest_ = line;
}

}  // namespace collisionchip

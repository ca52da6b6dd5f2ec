#include "collisionchip/reference/scene/broad_phase.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/arithmetic/lanes.h"

namespace collisionchip {

BroadPhase::BroadPhase(int k, const std::vector<const DopNode*>& roots)
    : cones_(cone_table(k)), weights_(bound_weights(cones_.directions())) {
  for (const DopNode* root : roots) {
    order_.push_back({0, static_cast<std::uint32_t>(parts_.size())});
    parts_.push_back({RootReach(cones_.directions(), *root), {}, {}, {}});
    // An object that was nowhere has moved.
    parts_.back().pose.t.x = std::numeric_limits<double>::quiet_NaN();
  }
  for (auto* bounds : {&lows_, &highs_}) {
    for (std::vector<float>& of_axis : *bounds) of_axis.resize(roots.size() + 3);
  }
  still_reach_.resize(roots.size());
}

const std::vector<ObjectPair>& BroadPhase::candidates(const std::vector<DoublePose>& poses) {
  place(poses);
  PoseMargin margin;
  for (const Part& part : parts_) margin.add(part.norms, part.pose.t, part.root.coordinate);
  margin_ = round_up(margin.value());
  const auto axis = static_cast<std::size_t>(margin.longest_way());
  sort_along(axis);
  sweep_along(axis);
  meet_volumes();
  join_pairs();
  return pairs_;
}

void BroadPhase::place(const std::vector<DoublePose>& poses) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    part.has_moved = !(part.pose == poses[i]);
    if (!part.has_moved) continue;
    part.pose = poses[i];
    part.norms = MatrixNorms::of(part.pose.r);
    part.volume.place_box(part.root, part.pose);
    part.has_normals = false;
  }
}

// What has not moved is in order, unless this is another axis.
void BroadPhase::sort_along(std::size_t axis) {
  const auto begins_before = [](const Begin& x, const Begin& y) { return x.low < y.low; };
  moved_.clear();
  still_.clear();
  for (Begin& begin : order_) {
    const Part& part = parts_[begin.part];
    begin.low = part.volume.low[axis];
    (part.has_moved || axis != axis_ ? moved_ : still_).push_back(begin);
  }
  axis_ = axis;
  std::sort(moved_.begin(), moved_.end(), begins_before);
  std::merge(moved_.begin(), moved_.end(), still_.begin(), still_.end(), order_.begin(), begins_before);
  float still_reach = -std::numeric_limits<float>::infinity();
  for (std::size_t at = 0; at < order_.size(); ++at) {
    const Part& part = parts_[order_[at].part];
    for (std::size_t i = 0; i < 3; ++i) {
      lows_[i][at] = part.volume.low[i];
      highs_[i][at] = part.volume.high[i];
    }
    if (!part.has_moved) still_reach = std::max(still_reach, part.volume.high[axis]);
    still_reach_[at] = still_reach;
  }
}

// Each box that has moved against all that begin behind it, until one begins where it has ended, and against those that begin
// before it and have not moved, until none of them reaches it.
void BroadPhase::sweep_along(std::size_t axis) {
  found_.clear();
  for (std::size_t at = 0; at < order_.size(); ++at) {
    const Part& part = parts_[order_[at].part];
    if (!part.has_moved) continue;
    const float low = part.volume.low[axis], high = part.volume.high[axis];
    for (std::size_t next = at + 1; next < order_.size() && !(lows_[axis][next] - high > margin_); next += 4)
      meet_boxes(at, next, std::min(next + 4, order_.size()), false);
    for (std::size_t end = at; end > 0 && !(low - still_reach_[end - 1] > margin_);
         end -= std::min<std::size_t>(end, 4))
      meet_boxes(at, end - std::min<std::size_t>(end, 4), end, true);
  }
}

// Tests at most four boxes at once. Pairs that meet are appended without a branch.
void BroadPhase::meet_boxes(std::size_t at, std::size_t begin, std::size_t end, bool still_ones) {
  const std::uint32_t here = order_[at].part;
  const WorldVolume& volume = parts_[here].volume;
  const Float4 margins = broadcast(margin_);
  Mask4 apart{};
  for (std::size_t i = 0; i < kBoxBounds; ++i) {
    apart |= load4(&lows_[i][begin]) - broadcast(volume.high[i]) > margins;
    apart |= broadcast(volume.low[i]) - load4(&highs_[i][begin]) > margins;
  }
  if (!any(~apart)) return;
  std::array<ObjectPair, 4> met;
  std::size_t count = 0;
  for (std::size_t lane = 0; begin + lane < end; ++lane) {
    const std::uint32_t there = order_[begin + lane].part;
    met[count] = {std::min(here, there), std::max(here, there)};
    count += static_cast<std::size_t>(1 + apart[lane]) & ~std::size_t{still_ones && parts_[there].has_moved};
  }
  found_.insert(found_.end(), met.begin(), met.begin() + static_cast<std::ptrdiff_t>(count));
}

// What two objects allow for is no more than what all do, and does not depend on the others: it decides, so that two that have not
// moved need not be asked again.
void BroadPhase::meet_volumes() {
  for (const ObjectPair& pair : found_) {
    for (Part* part : {&parts_[pair.a], &parts_[pair.b]}) {
      if (!part->has_normals) part->volume.place_normals(cones_, part->root, part->pose);
      part->has_normals = true;
    }
  }
  std::size_t count = 0;
  for (const ObjectPair& pair : found_) {
    const WorldVolume &a = parts_[pair.a].volume, &b = parts_[pair.b].volume;
    bool met = overlap(a, b, weights_, 0);
    if (!met && overlap(a, b, weights_, margin_)) met = overlap(a, b, weights_, margin_of(pair));
    found_[count] = pair;
    count += met ? 1 : 0;
  }
  found_.resize(count);
}

float BroadPhase::margin_of(const ObjectPair& pair) const {
  PoseMargin margin;
  for (const std::uint32_t i : {pair.a, pair.b})
    margin.add(parts_[i].norms, parts_[i].pose.t, parts_[i].root.coordinate);
  return round_up(margin.value());
}

// Pairs that have not moved stay.
void BroadPhase::join_pairs() {
  std::sort(found_.begin(), found_.end());
  kept_.clear();
  const auto stays = [&](const ObjectPair& pair) {
    return !parts_[pair.a].has_moved && !parts_[pair.b].has_moved;
  };
  std::copy_if(pairs_.begin(), pairs_.end(), std::back_inserter(kept_), stays);
  pairs_.clear();
  std::merge(found_.begin(), found_.end(), kept_.begin(), kept_.end(), std::back_inserter(pairs_));
}

}  // namespace collisionchip

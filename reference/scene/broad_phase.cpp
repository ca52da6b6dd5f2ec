#include "collisionchip/reference/scene/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/dop/dop_volume.h"

namespace collisionchip {

namespace {

constexpr double kUnit = 0x1p-24;  // relative error of rounding to float32
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double sum_abs(const Vec3d& v) {
  return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

// The largest |coordinate| that the matrix makes of vectors whose coordinates are at most 1.
double norm(const Matrix3& m) {
  return std::max({sum_abs(m[0]), sum_abs(m[1]), sum_abs(m[2])});
}

double reach_of(const DopDirections& directions, const DopNode& root) {
  const DopBox box = dop_box(directions, root);
  double reach = 0;
  for (int axis = 0; axis < 3; ++axis)
    reach = std::max({reach, std::abs(box.low[axis]), std::abs(box.high[axis])});
  return reach;
}

// The largest entry of R X - I.
double defect_of(const Matrix3& rows, const Matrix3& undo) {
  double defect = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Vec3d column = {undo[0][j], undo[1][j], undo[2][j]};
      const double entry = dot(rows[i], column) - (static_cast<int>(i) == j ? 1.0 : 0.0);
      defect = std::max(defect, std::isfinite(entry) ? std::abs(entry) : kInfinity);
    }
  }
  return defect;
}

// Farther out by `margin`, and never less than that.
float widened(double bound, double margin) {
  const double sum = std::nextafter(bound + margin, kInfinity);
  return std::isnan(sum) ? std::numeric_limits<float>::infinity() : round_up(sum);
}

WorldVolume world_volume(int k, const PlacedRoot& object, double margin) {
  const DopDirections& directions = dop_directions(k);
  const DopTransform transform = make_dop_transform(k, RigidMap{object.pose.r, object.pose.t}, *object.root);
  PartnerDop partner{};
  transform.apply(*object.root, partner);
  WorldVolume volume{};
  for (int i = 0; i < directions.half(); ++i) {
    const double wider = margin * sum_abs(directions.normal(i));
    const auto at = static_cast<std::size_t>(i);
    volume.high[at] = widened(partner[at], wider);
    volume.low[at] = -widened(-double{partner[at + static_cast<std::size_t>(directions.half())]}, wider);
  }
  return volume;
}

// The direction along which the volumes lie farthest apart, in widths of theirs.
std::size_t sweep_direction(int k, const std::vector<WorldVolume>& volumes) {
  std::size_t best = 0;
  double best_spread = -1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(k / 2); ++i) {
    double least = kInfinity, most = -kInfinity, widths = 0;
    for (const WorldVolume& volume : volumes) {
      const double low = volume.low[i], high = volume.high[i];
      least = std::min(least, low + high);
      most = std::max(most, low + high);
      widths += high - low;
    }
    const double spread = (most - least) / widths;
    if (spread > best_spread) {
      best = i;
      best_spread = spread;
    }
  }
  return best;
}

}  // namespace

bool overlap(int k, const WorldVolume& a, const WorldVolume& b) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(k / 2); ++i) {
    if (a.low[i] > b.high[i] || b.low[i] > a.high[i]) return false;
  }
  return true;
}

// With X the inverse of Ra as it was computed, N and M the largest norms of a matrix and of an inverse, B the largest
// coordinate of an object and S the largest way between two: the twelve numbers are off X Rb and X (tb - ta) by at most u of
// themselves, which Ra makes N (u M N B + u M S) of. Ra X is off the identity by the defect, and the sums in double by far
// less than u: as much again is enough for both, if the defect is small.
double pose_margin(int k, const std::vector<PlacedRoot>& objects) {
  const DopDirections& directions = dop_directions(k);
  double largest = 0, largest_inverse = 0, reach = 0;
  Vec3d low{kInfinity, kInfinity, kInfinity}, high = -1.0 * low;
  for (const PlacedRoot& object : objects) {
    const Matrix3 &rows = object.pose.r, undo = inverse(rows);
    const double size = norm(rows), inverse_size = norm(undo);
    if (!(3 * defect_of(rows, undo) < kUnit / 2 * size * inverse_size)) return kInfinity;
    largest = std::max(largest, size);
    largest_inverse = std::max(largest_inverse, inverse_size);
    reach = std::max(reach, reach_of(directions, *object.root));
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], object.pose.t[axis]);
      high[axis] = std::max(high[axis], object.pose.t[axis]);
    }
  }
  const double way = std::max({high.x - low.x, high.y - low.y, high.z - low.z, 0.0});
  const double margin = 2 * kUnit * largest * largest_inverse * (largest * reach + way) +
                        0x1p-146 * largest * (1 + reach);  // where float32 has no digits left
  return std::isnan(margin) ? kInfinity : margin;
}

std::vector<WorldVolume> world_volumes(int k, const std::vector<PlacedRoot>& objects) {
  const double margin = pose_margin(k, objects);
  std::vector<WorldVolume> volumes;
  volumes.reserve(objects.size());
  for (const PlacedRoot& object : objects) volumes.push_back(world_volume(k, object, margin));
  return volumes;
}

std::vector<ObjectPair> sweep_and_prune(int k, const std::vector<WorldVolume>& volumes) {
  const std::size_t along = sweep_direction(k, volumes);
  std::vector<std::uint32_t> order(volumes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
    return volumes[x].low[along] < volumes[y].low[along];
  });
  std::vector<ObjectPair> pairs;
  std::vector<std::uint32_t> open;  // begun, and not seen to end before the one that begins now
  for (const std::uint32_t next : order) {
    const float begin = volumes[next].low[along];
    open.erase(std::remove_if(open.begin(), open.end(),
                              [&](std::uint32_t other) { return volumes[other].high[along] < begin; }),
               open.end());
    for (const std::uint32_t other : open) {
      if (overlap(k, volumes[next], volumes[other]))
        pairs.push_back({std::min(next, other), std::max(next, other)});
    }
    open.push_back(next);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace collisionchip

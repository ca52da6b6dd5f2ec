#include "collisionchip/reference/all_pairs/model_boxes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "collisionchip/reference/dop/dop_transform.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/triangle_query.h"

namespace collisionchip {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct PlacedBox {
  Vec3d low = {kInfinity, kInfinity, kInfinity}, high = {-kInfinity, -kInfinity, -kInfinity};

  void enclose(const Vec3d& point, const Vec3d& margin) {
    for (int i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], point[i] - margin[i]);
      high[i] = std::max(high[i], point[i] + margin[i]);
    }
  }
  void enclose(const PlacedBox& box) {
    enclose(box.low, {});
    enclose(box.high, {});
  }
  bool meets(const PlacedBox& other) const {
    for (int i = 0; i < 3; ++i) {
      if (low[i] > other.high[i] || other.low[i] > high[i]) return false;
    }
    return true;
  }
};

// Three products of float32 are exact in double; four roundings of their sum and one of the margin are below 2^-49 of
// the sum of magnitudes.
PlacedBox placed_triangle(const TriangleRecord& record, const RigidMap& map) {
  PlacedBox box;
  for (const Vec3f& corner : record.corners) {
    const Vec3d at = to_double(corner);
    Vec3d moved, margin;
    for (int i = 0; i < 3; ++i) {
      const Vec3d& row = map.rows[static_cast<std::size_t>(i)];
      moved[i] = dot(row, at) + map.t[i];
      margin[i] = 0x1p-49 * (std::abs(row.x * at.x) + std::abs(row.y * at.y) + std::abs(row.z * at.z) +
                             std::abs(map.t[i]));
    }
    box.enclose(moved, margin);
  }
  return box;
}

struct PlacedModel {
  std::vector<PlacedBox> triangles, groups;

  PlacedModel(const std::vector<TriangleRecord>& records, const TriangleGroups& divided, const Pose& pose) {
    const RigidMap map = RigidMap::of(pose, TumbledSide::b);
    for (const TriangleRecord& record : records) triangles.push_back(placed_triangle(record, map));
    for (const std::vector<std::uint32_t>& group : divided) {
      groups.emplace_back();
      for (const std::uint32_t triangle : group) groups.back().enclose(triangles[triangle]);
    }
  }
};

using Numbers = std::vector<std::uint32_t>::iterator;

void divide(const std::vector<Vec3d>& centroids, Numbers first, Numbers last, std::uint32_t count,
            TriangleGroups& groups) {
  if (count <= 1) {
    groups.emplace_back(first, last);
    return;
  }
  PlacedBox around;
  for (Numbers at = first; at != last; ++at) around.enclose(centroids[*at], {});
  const Vec3d size = around.high - around.low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::uint32_t below = count / 2;
  const Numbers middle = first + static_cast<std::ptrdiff_t>((last - first) * std::int64_t{below} / count);
  std::nth_element(first, middle, last, [&](std::uint32_t p, std::uint32_t q) {
    return std::pair(centroids[p][axis], p) < std::pair(centroids[q][axis], q);
  });
  divide(centroids, first, middle, below, groups);
  divide(centroids, middle, last, count - below, groups);
}

}  // namespace

TriangleGroups divided(const std::vector<TriangleRecord>& records, std::uint32_t count) {
  std::vector<Vec3d> centroids;
  centroids.reserve(records.size());
  for (const TriangleRecord& record : records)
    centroids.push_back(to_double(record.corners[0]) + to_double(record.corners[1]) +
                        to_double(record.corners[2]));
  std::vector<std::uint32_t> numbers(records.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  TriangleGroups groups;
  divide(centroids, numbers.begin(), numbers.end(),
         std::min(count, static_cast<std::uint32_t>(records.size())), groups);
  return groups;
}

std::vector<TrianglePair> ModelBoxes::pairs(const Pose& pose, BoxCounts& counts) const {
  const PlacedModel a(a_, groups_a_, Pose{}), b(b_, groups_b_, pose);
  const TriangleQuery query(a_, b_, pose, QueryOptions{});
  TraversalCounters tested;
  std::vector<TrianglePair> pairs;
  const auto in_boxes = [&](std::size_t i, std::size_t j) {
    for (const std::uint32_t p : groups_a_[i]) {
      ++counts.triangle_boxes;
      if (!a.triangles[p].meets(b.groups[j])) continue;
      for (const std::uint32_t q : groups_b_[j]) {
        ++counts.triangle_boxes;
        if (a.triangles[p].meets(b.triangles[q]) && query.triangles_hit(q, p, tested))
          pairs.push_back({p, q});
      }
    }
  };
  for (std::size_t i = 0; i < groups_a_.size(); ++i) {
    for (std::size_t j = 0; j < groups_b_.size(); ++j) {
      ++counts.boxes;
      if (a.groups[i].meets(b.groups[j])) in_boxes(i, j);
    }
  }
  counts.triangles += tested.triangle_tests;
  counts.uncertain += tested.uncertain;
  sort_pairs(pairs);
  return pairs;
}

}  // namespace collisionchip

#include "collisionchip/reference/aabb/node_overlap.h"

#include <algorithm>

namespace collisionchip {

namespace {

TumbledSide other_of(TumbledSide side) {
  return side == TumbledSide::a ? TumbledSide::b : TumbledSide::a;
}

template <typename Part>
Part part_from(const NodeOverlap::Numbers& numbers, std::size_t first) {
  Part part;
  std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(first), part.size(), part.begin());
  return part;
}

}  // namespace

NodeOverlap::NodeOverlap(const Pose& pose, TumbledSide side, const Aabb& tumbled_root,
                         const Aabb& aligned_root)
    : boxes_(RigidMap::of(pose, side), tumbled_root, aligned_root),
      tumbled_triangles_(RigidMap::of(pose, side), tumbled_root, aligned_root),
      aligned_triangles_(RigidMap::of(pose, other_of(side)), aligned_root, tumbled_root) {}

NodeOverlap::NodeOverlap(const Numbers& numbers)
    : boxes_(part_from<BoxOverlap::Numbers>(numbers, 0)),
      tumbled_triangles_(part_from<TriangleBoxTest::Numbers>(numbers, BoxOverlap::kNumbers)),
      aligned_triangles_(
          part_from<TriangleBoxTest::Numbers>(numbers, BoxOverlap::kNumbers + TriangleBoxTest::kNumbers)) {}

NodeOverlap::Numbers NodeOverlap::numbers() const {
  Numbers all;
  const auto boxes = boxes_.numbers();
  auto next = std::copy(boxes.begin(), boxes.end(), all.begin());
  for (const TriangleBoxTest* triangles : {&tumbled_triangles_, &aligned_triangles_}) {
    const auto own = triangles->numbers();
    next = std::copy(own.begin(), own.end(), next);
  }
  return all;
}

void NodeOverlap::place(const Node& tumbled, Placed& out) const {
  out.is_triangle = tumbled.is_triangle;
  if (tumbled.is_triangle) return tumbled_triangles_.move(tumbled.corners, out.triangle);
  out.low = tumbled.low;
  out.high = tumbled.high;
  boxes_.move(tumbled.low, tumbled.high, out.box);
}

TriangleBoxTest::Moved NodeOverlap::moved(const Node& aligned) const {
  TriangleBoxTest::Moved triangle;
  if (aligned.is_triangle) aligned_triangles_.move(aligned.corners, triangle);
  return triangle;
}

NodeOverlap::Outcome NodeOverlap::test(Placed& tumbled, const Node& aligned,
                                       TriangleBoxTest::Moved& moved) const {
  if (tumbled.is_triangle && aligned.is_triangle) return {true, 0};
  if (!tumbled.is_triangle && !aligned.is_triangle) {
    const auto axis =
        static_cast<std::uint32_t>(boxes_.separating_axis(tumbled.box, aligned.low, aligned.high));
    return {axis == kPlaces, std::min(axis + 1, kPlaces)};
  }
  const int axis = tumbled.is_triangle
                       ? tumbled_triangles_.separating_axis(tumbled.triangle, aligned.low, aligned.high)
                       : aligned_triangles_.separating_axis(moved, tumbled.low, tumbled.high);
  constexpr int kNormal = TriangleBoxTest::kAxes - 1;
  return {axis == TriangleBoxTest::kAxes, axis < kNormal ? static_cast<std::uint32_t>(axis) + 1 : kPlaces};
}

}  // namespace collisionchip

// Exact answers without trees and without our predicate: boxes by a sweep, triangles in integers.
#include <algorithm>
#include <cmath>
#include <limits>

#include "collisionchip/testbench/engines/exact_engine.h"
#include "collisionchip/testbench/engines/integer_triangle.h"

namespace collisionchip {

namespace {

// Encloses a triangle: bounds rounded outward to double.
struct Box {
  std::array<double, 3> low, high;
  std::uint32_t triangle;
};

Box box_of(const IntegerTriangle& triangle, std::uint32_t number) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Box box{{}, {}, number};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [low, high] = std::minmax({triangle[0][axis], triangle[1][axis], triangle[2][axis]});
    box.low[axis] = std::nextafter(low.get_d(), -kInfinity);
    box.high[axis] = std::nextafter(high.get_d(), kInfinity);
  }
  return box;
}

std::vector<Box> boxes_of(const std::vector<IntegerTriangle>& triangles) {
  std::vector<Box> boxes;
  boxes.reserve(triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i)
    boxes.push_back(box_of(triangles[i], static_cast<std::uint32_t>(i)));
  std::sort(boxes.begin(), boxes.end(), [](const Box& p, const Box& q) { return p.low[0] < q.low[0]; });
  return boxes;
}

bool overlap(const Box& p, const Box& q) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (p.high[axis] < q.low[axis] || q.high[axis] < p.low[axis]) return false;
  }
  return true;
}

std::vector<Corners> corners_of(const CollisionObject& object) {
  std::vector<Corners> all;
  all.reserve(object.triangles.size());
  for (const TriangleRecord& triangle : object.triangles) all.push_back(triangle.corners);
  return all;
}

class ExactEngine : public Engine {
 public:
  void prepare(const Objects& objects) override {
    a_ = corners_of(objects.a);
    b_ = corners_of(objects.b);
  }

  Answer query(const Pose& pose, bool first_witness) override {
    const IntegerObjects objects = to_integers(a_, b_, pose);
    Answer answer;
    std::vector<Box> behind;  // boxes of B that begin before the one of A and may reach it
    const std::vector<Box> of_a = boxes_of(objects.a), of_b = boxes_of(objects.b);
    auto next = of_b.begin();
    const auto test = [&](const Box& a, const Box& b) {
      if (overlap(a, b) && meet(objects.a[a.triangle], objects.b[b.triangle]))
        answer.pairs.push_back({a.triangle, b.triangle});
    };
    for (const Box& a : of_a) {
      for (; next != of_b.end() && next->low[0] < a.low[0]; ++next) behind.push_back(*next);
      behind.erase(
          std::remove_if(behind.begin(), behind.end(), [&](const Box& b) { return b.high[0] < a.low[0]; }),
          behind.end());
      for (const Box& b : behind) test(a, b);
      for (auto b = next; b != of_b.end() && b->low[0] <= a.high[0]; ++b) test(a, *b);
      if (first_witness && !answer.pairs.empty()) {
        answer.pairs.resize(1);
        return answer;
      }
    }
    std::sort(answer.pairs.begin(), answer.pairs.end());
    return answer;
  }

 private:
  std::vector<Corners> a_, b_;
};

}  // namespace

std::unique_ptr<Engine> make_exact_engine(const EngineSetup&) {
  return std::make_unique<ExactEngine>();
}

}  // namespace collisionchip

// CGAL's exact kernel as an engine: every triangle against every other whose box it meets. It shares no code with ours
// but the numbers of the meshes and of the pose.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/testbench/tests/reference/exact_shapes.h"

namespace collisionchip::testing_support {

class CgalEngine : public Engine {
 public:
  void prepare(const Objects& objects) override {
    b_ = &objects.b;
    a_.clear();
    for (const TriangleRecord& triangle : objects.a.triangles) a_.push_back(boxed({}, triangle));
  }

  Answer query(const Pose& pose, bool first_witness) override {
    std::vector<Boxed> b;
    for (const TriangleRecord& triangle : b_->triangles) b.push_back(boxed(pose, triangle));
    Answer answer;
    for (std::uint32_t i = 0; i < a_.size(); ++i) {
      for (std::uint32_t j = 0; j < b.size(); ++j) {
        if (!CGAL::do_overlap(a_[i].box, b[j].box) || !meet(a_[i].shape, b[j].shape)) continue;
        answer.pairs.push_back({i, j});
        if (first_witness) return answer;
      }
    }
    return answer;
  }

  static EngineKind kind() {
    Capabilities can;
    can.counts = can.in_order = false;
    return {"cgal",
            "CGAL",
            "every triangle against every other, exactly",
            can,
            "reference",
            [](const EngineSetup&) -> std::unique_ptr<Engine> { return std::make_unique<CgalEngine>(); },
            [](ChipConfig&) {},
            ""};
  }

 private:
  struct Boxed {
    Shape shape;
    CGAL::Bbox_3 box;
  };
  static Boxed boxed(const Pose& pose, const TriangleRecord& triangle) {
    Shape shape = shape_of(pose, triangle.corners);
    const CGAL::Bbox_3 box = std::visit([](const auto& one) { return one.bbox(); }, shape);
    return {std::move(shape), box};
  }

  std::vector<Boxed> a_;
  const CollisionObject* b_ = nullptr;
};

}  // namespace collisionchip::testing_support

// FCL as a contender: OBB trees in double, which is what its library holds as distributions build it, or in float, compiled here
// from its headers.
#include "collisionchip/testbench/benchmarks/contender.h"
#include "collisionchip/testbench/benchmarks/fcl_object.h"

#include <fcl/config.h>

namespace collisionchip {
namespace {

template <typename S>
class Fcl : public Contender {
 public:
  using Box = fcl::OBB<S>;

  Fcl(const Mesh& a, const Mesh* b) : two_(b != nullptr) {
    build_fcl(a, a_);
    if (two_) build_fcl(*b, b_);
  }
  void ask(const Pose& pose, Question question) override {
    result_.clear();
    fcl_collide(a_, two_ ? b_ : a_, pose, question == Question::first ? 1 : kAllContacts, result_);
  }
  std::vector<TrianglePair> pairs() const override {
    std::vector<TrianglePair> pairs;
    for (std::size_t i = 0; i < result_.numContacts(); ++i) {
      const fcl::Contact<S>& contact = result_.getContact(i);
      pairs.push_back({static_cast<std::uint32_t>(contact.b1), static_cast<std::uint32_t>(contact.b2)});
    }
    return pairs;
  }
  // memUsage() prints a sum and returns a status. That sum leaves out the links of the nodes and the order of the triangles.
  std::uint64_t bytes() const override {
    const auto triangles = static_cast<std::uint64_t>(a_.num_tris);
    return static_cast<std::uint64_t>(a_.getNumBVs()) * sizeof(fcl::BVNode<Box>) +
           triangles * (sizeof(fcl::Triangle) + sizeof(unsigned)) +
           static_cast<std::uint64_t>(a_.num_vertices) * sizeof(fcl::Vector3<S>);
  }

 private:
  const bool two_;
  fcl::BVHModel<Box> a_, b_;
  fcl::CollisionResult<S> result_;
};

template <typename S>
ContenderKind kind(const char* name) {
  return {name, FCL_VERSION, [](const Mesh& a, const Mesh* b) { return std::make_unique<Fcl<S>>(a, b); }};
}

}  // namespace

ContenderKind fcl_kind() {
  return kind<double>("fcl");
}
ContenderKind fcl_float_kind() {
  return kind<float>("fcl-float");
}

}  // namespace collisionchip

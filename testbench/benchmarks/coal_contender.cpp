// Coal as a contender: OBB trees, which it has in double alone. Contacts are asked without normals and depths, as of FCL.
#include "collisionchip/testbench/benchmarks/contender.h"

#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>

#include <limits>

namespace collisionchip {
namespace {

using Model = coal::BVHModel<coal::OBB>;

void build(const Mesh& mesh, Model& model) {
  std::vector<coal::Vec3s> vertices;
  std::vector<coal::Triangle> triangles;
  for (const Vec3f& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
  for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  model.beginModel(static_cast<unsigned>(triangles.size()), static_cast<unsigned>(vertices.size()));
  model.addSubModel(vertices, triangles);
  model.endModel();
}

class Coal : public Contender {
 public:
  Coal(const Mesh& a, const Mesh* b, std::optional<double> break_distance)
      : two_(b != nullptr), break_distance_(break_distance) {
    build(a, a_);
    if (two_) build(*b, b_);
  }

  void ask(const Pose& pose, Question question) override {
    coal::Matrix3s turn;
    coal::Vec3s shift;
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) turn(row, column) = pose.r[row][column];
      shift[row] = pose.t[row];
    }
    coal::CollisionRequest request(coal::NO_REQUEST,
                                   question == Question::first ? 1 : std::numeric_limits<std::size_t>::max());
    if (break_distance_) request.break_distance = *break_distance_;
    result_.clear();
    coal::collide(&a_, coal::Transform3s(), two_ ? &b_ : &a_, coal::Transform3s(turn, shift), request,
                  result_);
  }
  std::vector<TrianglePair> pairs() const override {
    std::vector<TrianglePair> pairs;
    for (const coal::Contact& contact : result_.getContacts())
      pairs.push_back({static_cast<std::uint32_t>(contact.b1), static_cast<std::uint32_t>(contact.b2)});
    return pairs;
  }
  // As for FCL.
  std::uint64_t bytes() const override {
    return std::uint64_t{a_.getNumBVs()} * sizeof(coal::BVNode<coal::OBB>) +
           std::uint64_t{a_.num_tris} * (sizeof(coal::Triangle) + sizeof(unsigned)) +
           std::uint64_t{a_.num_vertices} * sizeof(coal::Vec3s);
  }

 private:
  const bool two_;
  const std::optional<double> break_distance_;
  Model a_, b_;
  coal::CollisionResult result_;
};

}  // namespace

ContenderKind coal_kind(const std::string& name, std::optional<double> break_distance) {
  return {name, COAL_VERSION, [break_distance](const Mesh& a, const Mesh* b) {
            return std::make_unique<Coal>(a, b, break_distance);
          }};
}

}  // namespace collisionchip

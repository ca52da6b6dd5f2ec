// The list traversal beside FCL's OBB trees: the same objects, the same poses, all contacts. The methods take
// turns pose by pose, so that a busy machine disturbs all alike; the best of five runs counts.
//
//   fcl_benchmark [SCENE]...   default: jaco_hand_3finger, or every procedural kind without shared objects
#include <fcl/fcl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/benchmarks/scenes.h"

namespace collisionchip {
namespace {

constexpr int kRounds = 5;

template <typename Function>
double microseconds(Function&& function) {
  const auto start = std::chrono::steady_clock::now();
  function();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

// A way to answer one query of a scene; returns the number of intersecting pairs.
class Contender {
 public:
  explicit Contender(std::string label) : label_(std::move(label)) {}
  virtual ~Contender() = default;
  virtual std::size_t query(const Pose& pose) const = 0;

  void measure(const Pose& pose) {
    if (times_.size() == measured_) times_.push_back(HUGE_VAL);
    times_[measured_] = std::min(times_[measured_], microseconds([&] { last_pairs_ = query(pose); }));
  }
  void next_pose() {
    ++measured_;
    pairs_ += last_pairs_;
    if (last_pairs_ > 0) colliding_.push_back(times_.back());
  }

  const std::string& label() const { return label_; }
  std::size_t pairs() const { return pairs_; }
  double worst() const { return *std::max_element(times_.begin(), times_.end()); }
  double median_colliding() const {
    std::vector<double> sorted = colliding_;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 0 : sorted[sorted.size() / 2];
  }

 private:
  std::string label_;
  std::size_t measured_ = 0, last_pairs_ = 0, pairs_ = 0;
  std::vector<double> times_, colliding_;
};

class Ours : public Contender {
 public:
  explicit Ours(const Mesh& mesh) : Contender("list traversal"), object_(CollisionObject::build(mesh)) {}
  std::size_t query(const Pose& pose) const override {
    return list_traversal(object_, object_, pose).pairs.size();
  }

 private:
  CollisionObject object_;
};

template <typename BV>
class Fcl : public Contender {
 public:
  using S = typename BV::S;

  Fcl(const std::string& label, const Mesh& mesh) : Contender(label) {
    std::vector<fcl::Vector3<S>> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const Vec3f& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
    for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    model_.beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    model_.addSubModel(vertices, triangles);
    model_.endModel();
  }

  std::size_t query(const Pose& pose) const override {
    fcl::Transform3<S> transform = fcl::Transform3<S>::Identity();
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) transform.linear()(row, column) = pose.r[row][column];
      transform.translation()[row] = pose.t[row];
    }
    const fcl::CollisionRequest<S> request(std::numeric_limits<std::size_t>::max(), false);
    fcl::CollisionResult<S> result;
    const fcl::Transform3<S> identity = fcl::Transform3<S>::Identity();
    fcl::collide(&model_, identity, &model_, transform, request, result);
    return result.numContacts();
  }

 private:
  fcl::BVHModel<BV> model_;
};

void compare(const Scene& scene) {
  std::vector<std::unique_ptr<Contender>> contenders;
  contenders.push_back(std::make_unique<Ours>(scene.mesh));
  contenders.push_back(std::make_unique<Fcl<fcl::OBB<float>>>("FCL OBB float", scene.mesh));
  contenders.push_back(std::make_unique<Fcl<fcl::OBB<double>>>("FCL OBB double", scene.mesh));
  contenders.push_back(std::make_unique<Fcl<fcl::OBBRSS<float>>>("FCL OBBRSS float", scene.mesh));
  contenders.push_back(std::make_unique<Fcl<fcl::OBBRSS<double>>>("FCL OBBRSS double", scene.mesh));
  for (const Pose& pose : scene.poses) {
    for (const auto& contender : contenders) {
      for (int round = 0; round < kRounds; ++round) contender->measure(pose);
      contender->next_pose();
    }
  }
  const Contender& ours = *contenders.front();
  for (const auto& c : contenders) {
    std::printf("| %s | %s | %zu | %.0f | %.1f | %.0f | %.1f |\n", scene.name.c_str(), c->label().c_str(),
                c->pairs(), c->median_colliding(), c->median_colliding() / ours.median_colliding(),
                c->worst(), c->worst() / ours.worst());
  }
  std::fflush(stdout);
}

}  // namespace
}  // namespace collisionchip

int main(int argc, char** argv) {
  using namespace collisionchip;
  std::vector<std::string> names(argv + 1, argv + argc);
  if (names.empty()) {
    names = scene_names();
    const auto hand = std::find(names.begin(), names.end(), "jaco_hand_3finger");
    if (hand != names.end()) names = {*hand};
  }
  std::printf(
      "| object | method | pairs | median colliding pose, us | ratio | worst pose, us | ratio |\n"
      "|---|---|---|---|---|---|---|\n");
  try {
    for (const std::string& name : names) compare(make_scene(name));
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}

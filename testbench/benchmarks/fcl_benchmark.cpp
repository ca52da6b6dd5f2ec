// Our list traversal, exact, beside FCL's OBB trees: the same objects, the same poses, all contacts; and the two
// builders. The methods take turns pose by pose, so that a busy machine disturbs all alike; the best of five
// runs counts.
//
//   fcl_benchmark [--every N] [--obb] [SCENE]...   default: all scenes, flush contact too, and how our aims stand
//
// --every N takes every Nth pose; --obb has our oriented boxes take part (docs/obb.md). The aims are against FCL in double, which is what its library holds as
// distributions build it; the float variant is compiled here, from FCL's headers, and finds fewer contacts.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/formats/tree_format.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/tree/tree_builder.h"
#include "collisionchip/testbench/benchmarks/fcl_object.h"
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

// Of the processor, for what runs on this thread alone: whoever else the host works for is not counted.
template <typename Function>
double thread_microseconds(Function&& function) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  function();
  return now() - start;
}

// A way to answer one query of a scene; returns the number of intersecting pairs.
class Contender {
 public:
  explicit Contender(std::string label) : label_(std::move(label)) {}
  virtual ~Contender() = default;
  virtual std::size_t query(const Pose& pose) const = 0;

  void measure(const Pose& pose) {
    if (times_.size() == measured_) times_.push_back(HUGE_VAL);
    times_[measured_] = std::min(times_[measured_], thread_microseconds([&] { last_pairs_ = query(pose); }));
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
  explicit Ours(const Scene& scene) : Contender("list traversal"), a_(CollisionObject::build(scene.mesh)) {
    if (scene.other) b_ = CollisionObject::build(*scene.other);
  }
  std::size_t query(const Pose& pose) const override {
    return list_traversal(a_, b_ ? *b_ : a_, pose).pairs.size();
  }

 private:
  CollisionObject a_;
  std::optional<CollisionObject> b_;
};

class OurBoxes : public Contender {
 public:
  OurBoxes(const Scene& scene, const std::string& format, const std::string& traversal, ObbFrame frame)
      : Contender(format + " " + traversal + (frame == ObbFrame::parent ? ", parent's frame" : "")),
        format_(tree_format(format)),
        traversal_(traversal) {
    TreeOptions options;
    options.obb.frame = frame;
    a_ = format_.build(scene.mesh, options);
    if (scene.other) b_ = format_.build(*scene.other, options);
  }
  std::size_t query(const Pose& pose) const override {
    return format_.query(*a_, b_ ? *b_ : *a_, pose, {}, traversal_).pairs.size();
  }

 private:
  const TreeFormat& format_;
  const std::string traversal_;
  std::unique_ptr<FormatTree> a_, b_;
};

template <typename BV>
class Fcl : public Contender {
 public:
  Fcl(const std::string& label, const Scene& scene) : Contender(label), two_(scene.other) {
    build_fcl(scene.mesh, a_);
    if (two_) build_fcl(*scene.other, b_);
  }

  std::size_t query(const Pose& pose) const override { return fcl_contacts(a_, two_ ? b_ : a_, pose); }

 private:
  fcl::BVHModel<BV> a_, b_;
  bool two_;
};

// How many times as fast as FCL.
struct Ratios {
  double median, worst;
  double least() const { return std::min(median, worst); }
};

Ratios compare(const Scene& scene, std::size_t every, bool boxes) {
  std::vector<std::unique_ptr<Contender>> contenders;
  contenders.push_back(std::make_unique<Ours>(scene));
  if (boxes) {
    for (const std::string traversal : {"list", "rapid"}) {
      for (const std::string format : {"obb132", "obb64", "obb40"})
        contenders.push_back(std::make_unique<OurBoxes>(scene, format, traversal, ObbFrame::object));
    }
    contenders.push_back(std::make_unique<OurBoxes>(scene, "obb40", "list", ObbFrame::parent));
  }
  contenders.push_back(std::make_unique<Fcl<fcl::OBB<float>>>("FCL OBB float", scene));
  contenders.push_back(std::make_unique<Fcl<fcl::OBB<double>>>("FCL OBB double", scene));
  for (std::size_t i = 0; i < scene.poses.size(); i += every) {
    const Pose& pose = scene.poses[i];
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
  const Contender& fcl = *contenders.back();
  return {fcl.median_colliding() / ours.median_colliding(), fcl.worst() / ours.worst()};
}

double geometric_mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

// Our tree on one thread, our object (tree and triangle records) on all cores, and FCL's model. Returns how many
// times as fast as FCL's the second is.
double compare_builders(const Mesh& mesh) {
  double best[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL};
  for (int round = 0; round < kRounds; ++round) {
    best[0] = std::min(best[0], microseconds([&] { build_nodes(mesh, {}, 1); }));
    best[1] = std::min(best[1], microseconds([&] { CollisionObject::build(mesh); }));
    best[2] = std::min(best[2], microseconds([&] {
                         fcl::BVHModel<fcl::OBB<double>> model;
                         build_fcl(mesh, model);
                       }));
  }
  std::printf("| %s | %zu | %.1f | %.1f | %.1f | %.1f |\n", mesh.name.c_str(), mesh.triangles.size(),
              1e-3 * best[0], 1e-3 * best[1], 1e-3 * best[2], best[2] / best[1]);
  std::fflush(stdout);
  return best[2] / best[1];
}

void print_aim(const char* what, double value, double aim) {
  std::printf("%-62s %6.2f (aim %g: %s)\n", what, value, aim, value >= aim ? "met" : "not met");
}

void compare_all(std::size_t every, bool boxes) {
  std::vector<double> medians, worsts, flush, builders;
  std::vector<Mesh> meshes;
  double least = HUGE_VAL;
  for (const std::string& name : every_scene_name()) {
    const Scene scene = make_scene(name);
    const Ratios ratios = compare(scene, every, boxes);
    medians.push_back(ratios.median);
    worsts.push_back(ratios.worst);
    least = std::min(least, ratios.least());
    meshes.push_back(scene.mesh);
  }
  for (const std::string& name : flush_scene_names()) {
    const Ratios ratios = compare(make_scene(name), 1, boxes);
    flush.push_back(ratios.median);
    least = std::min(least, ratios.least());
  }
  std::printf(
      "\n| object | triangles | our tree, one thread, ms | our object, ms | FCL OBB double, ms | ratio |\n"
      "|---|---|---|---|---|---|\n");
  for (const Mesh& mesh : meshes) builders.push_back(compare_builders(mesh));
  std::printf("\ntimes as fast as FCL OBB double, geometric means over sets\n");
  print_aim("median colliding pose", geometric_mean(medians), 8);
  print_aim("worst pose", geometric_mean(worsts), 6);
  print_aim("flush contact, median pose", geometric_mean(flush), 2);
  print_aim("least of any set, median or worst, flush contact too", least, 2);
  print_aim("building an object", geometric_mean(builders), 1);
}

}  // namespace
}  // namespace collisionchip

int main(int argc, char** argv) {
  using namespace collisionchip;
  std::vector<std::string> names(argv + 1, argv + argc);
  std::size_t every = 1;
  if (names.size() >= 2 && names[0] == "--every") {
    every = static_cast<std::size_t>(std::max(1, std::atoi(names[1].c_str())));
    names.erase(names.begin(), names.begin() + 2);
  }
  const bool boxes = !names.empty() && names[0] == "--obb";
  if (boxes) names.erase(names.begin());
  std::printf(
      "| object | method | pairs | median colliding pose, us | ratio | worst pose, us | ratio |\n"
      "|---|---|---|---|---|---|---|\n");
  try {
    for (const std::string& name : names) compare(make_scene(name), every, boxes);
    if (names.empty()) compare_all(every, boxes);
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}

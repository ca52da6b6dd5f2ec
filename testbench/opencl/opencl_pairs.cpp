#include "collisionchip/testbench/opencl/opencl_pairs.h"

#include <optional>

#include "collisionchip/reference/all_pairs/displacement.h"
#include "collisionchip/reference/all_pairs/phase_clock.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/testbench/opencl/device_lists.h"
#include "collisionchip/testbench/opencl/opencl_device.h"
#include "collisionchip/testbench/opencl_kernels.h"

namespace collisionchip {

namespace {

// One object on the device, as the case study has it.
struct EdgeObject {
  const AllPairsObject* object = nullptr;
  OpenclBuffer vertices, triangles, displaced, rotation, displacement;
};

// One object on the device, as the filter has it.
struct FilterObject {
  const AllPairsObject* object = nullptr;
  OpenclBuffer records, frame, staged;
};

class OpenclPairs : public PairTester {
 public:
  OpenclPairs(const std::string& device, const OpenclPairsOptions& options)
      : device_(device),
        options_(options),
        found_(device_, 1, sizeof(TrianglePair), options.capacity),
        filtered_(device_, 2, sizeof(TrianglePair), options.capacity) {}

  std::string device() const override { return device_.description(); }

  void prepare(const AllPairsObject& a, const AllPairsObject& b) override {
    a_ = {};
    b_ = {};
    filter_a_ = {};
    filter_b_ = {};
    a_.object = filter_a_.object = &a;
    b_.object = filter_b_.object = &b;
  }

  std::vector<float> moved_vertices() override {
    return b_.displaced.read<float>(device_, b_.object->vertices.size());
  }

 private:
  // The first question of a mode brings the objects, those that copy each time all of them.
  template <typename Object>
  bool must_upload(Object& object, const OpenclBuffer& known) const {
    const bool first = known.get() == nullptr;
    if (options_.copies_each_time) {
      const AllPairsObject* const of = object.object;
      object = {};
      object.object = of;
    }
    return first || options_.copies_each_time;
  }

  void upload(EdgeObject& object) {
    if (!must_upload(object, object.vertices)) return;
    object.vertices.write(device_, object.object->vertices);
    object.triangles.write(device_, object.object->triangles);
  }
  void upload(FilterObject& object) {
    if (must_upload(object, object.records)) object.records.write(device_, object.object->records);
  }

  OpenclProgram& edges() {
    if (!edges_) edges_.emplace(device_, std::string(kDisplacementKernels) + kFiveEdgesKernels);
    return *edges_;
  }
  OpenclProgram& filter_program() {
    if (!filter_) filter_.emplace(device_, kFilterKernels);
    return *filter_;
  }

  void displace(EdgeObject& object, const Pose& pose) {
    const auto count = static_cast<cl_int>(object.object->vertices.size());
    const std::size_t bytes = object.object->vertices.size() * sizeof(float);
    const std::vector<std::size_t> all = {whole_groups(object.object->vertices.size(), kGroup)},
                                   group = {kGroup};
    const std::vector<float> move = {pose.t.x, pose.t.y, pose.t.z};
    object.displacement.write(device_, move);
    if (!turns(pose)) {
      object.displaced.copy(device_, object.vertices, bytes);
    } else {
      object.displaced.reserve(device_, bytes);
      std::vector<float> rotation(9);
      for (std::size_t i = 0; i < 9; ++i) rotation[i] = pose.r[i % 3][i / 3];
      object.rotation.write(device_, rotation);
      device_.run(edges().kernel("CalcRotacoes"), all, group, object.rotation, object.vertices,
                  object.displaced, count);
    }
    device_.run(edges().kernel("CalcTransl"), all, group, object.displacement, object.displaced, count);
  }

  void solve(const Pose& pose, PairsMode mode, PairsAnswer& answer) override {
    edges();
    {
      const PhaseClock clock(answer.times.upload);
      upload(a_);
      upload(b_);
    }
    {
      const PhaseClock clock(answer.times.move);
      displace(a_, Pose{});
      displace(b_, pose);
    }
    if (mode == PairsMode::published) {
      answer_published(answer);
    } else {
      list_pairs(answer);
    }
    answer.collides = answer.collides || !answer.pairs.empty();
  }

  std::vector<std::size_t> range(std::size_t n, std::size_t m) const { return {whole_groups(n, kGroup), m}; }

  void answer_published(PairsAnswer& answer) {
    OpenclBuffer collisions;
    const PhaseClock clock(answer.times.test);
    collisions.write(device_, std::vector<cl_int>{0});
    const auto n = static_cast<cl_int>(a_.object->count()), m = static_cast<cl_int>(b_.object->count());
    device_.run(edges().kernel("CalcExactCollision"), range(n, m), {kGroup, 1}, a_.displaced, a_.triangles,
                b_.displaced, b_.triangles, collisions, n, m);
    answer.collides = collisions.read<cl_int>(device_, 1).front() > 0;
  }

  void list_pairs(PairsAnswer& answer) {
    const auto n = static_cast<cl_int>(a_.object->count()), m = static_cast<cl_int>(b_.object->count());
    constexpr std::size_t kTile = 16;
    const auto global = options_.tiled
                            ? std::vector<std::size_t>{whole_groups(n, kTile), whole_groups(m, kTile)}
                            : range(n, m);
    const auto local =
        options_.tiled ? std::vector<std::size_t>{kTile, kTile} : std::vector<std::size_t>{kGroup, 1};
    const cl_kernel kernel = edges().kernel(options_.tiled ? "FiveEdgePairsTiled" : "FiveEdgePairs");
    repeat_until_complete(found_, answer, [&] {
      device_.run(kernel, global, local, a_.displaced, a_.triangles, b_.displaced, b_.triangles,
                  found_.counts(), found_.list(0), found_.capacity(), n, m);
    });
    const PhaseClock clock(answer.times.read);
    answer.pairs = found_.entries<TrianglePair>(0);
    sort_pairs(answer.pairs);
  }

  template <typename Run>
  void repeat_until_complete(DeviceLists& lists, PairsAnswer& answer, const Run& run) {
    const PhaseClock clock(answer.times.test);
    for (bool complete = false; !complete;) {
      lists.clear();
      run();
      complete = lists.complete();
      answer.repeats += complete ? 0 : 1;
    }
  }

  void stage(FilterObject& object, const std::vector<float>& frame) {
    const auto n = static_cast<cl_uint>(object.object->count());
    constexpr std::size_t kStagedWords = 18;
    object.staged.reserve(device_, n * kStagedWords * sizeof(float));
    object.frame.write(device_, frame);
    device_.run(filter_program().kernel("FirstStage"), {whole_groups(n, kGroup)}, {kGroup}, object.records,
                object.frame, object.staged, n);
  }

  void filter(const Pose& pose, TumbledSide side, PairsAnswer& answer) override {
    filter_program();
    {
      const PhaseClock clock(answer.times.upload);
      upload(filter_a_);
      upload(filter_b_);
    }
    FilterObject &tumbled = side == TumbledSide::a ? filter_a_ : filter_b_,
                 &aligned = side == TumbledSide::a ? filter_b_ : filter_a_;
    {
      const PhaseClock clock(answer.times.move);
      const FrameMatrices frames = make_frame_matrices(pose, side);
      stage(tumbled, frame_words(frames.to_aligned, frames.to_aligned_bound));
      stage(aligned, frame_words(frames.to_tumbled, frames.to_tumbled_bound));
    }
    const auto n = static_cast<cl_uint>(aligned.object->count()),
               m = static_cast<cl_uint>(tumbled.object->count());
    repeat_until_complete(filtered_, answer, [&] {
      device_.run(filter_program().kernel("FilterPairs"), range(n, m), {kGroup, 1}, tumbled.records,
                  tumbled.staged, aligned.records, aligned.staged, filtered_.counts(), filtered_.list(0),
                  filtered_.list(1), filtered_.capacity(), n, m);
    });
    const PhaseClock clock(answer.times.read);
    answer.pairs = named(0, side);
    answer.uncertain = named(1, side);
    answer.collides = !answer.pairs.empty();
  }

  // The lists have the tumbled triangle first.
  std::vector<TrianglePair> named(std::size_t list, TumbledSide side) const {
    std::vector<TrianglePair> pairs = filtered_.entries<TrianglePair>(list);
    if (side == TumbledSide::b) {
      for (TrianglePair& pair : pairs) std::swap(pair.a, pair.b);
    }
    sort_pairs(pairs);
    return pairs;
  }

  static constexpr std::size_t kGroup = 64;

  const OpenclDevice device_;
  const OpenclPairsOptions options_;
  DeviceLists found_, filtered_;
  std::optional<OpenclProgram> edges_, filter_;
  EdgeObject a_, b_;
  FilterObject filter_a_, filter_b_;
};

}  // namespace

std::unique_ptr<PairTester> make_opencl_pairs(const std::string& device, const OpenclPairsOptions& options) {
  return std::make_unique<OpenclPairs>(device, options);
}

}  // namespace collisionchip

#include "collisionchip/testbench/opencl/opencl_trees.h"

#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "collisionchip/reference/all_pairs/phase_clock.h"
#include "collisionchip/reference/parallel_trees/tree_levels.h"
#include "collisionchip/reference/traverse/dop_query.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/testbench/opencl/device_lists.h"
#include "collisionchip/testbench/opencl/opencl_device.h"
#include "collisionchip/testbench/opencl_kernels.h"

namespace collisionchip {

namespace {

constexpr std::size_t kGroup = 64, kNodesOfAGroup = 8, kReduceGroup = 64;
constexpr std::size_t kPartnerWords = 28;

// One object on the device.
struct DeviceObject {
  OpenclBuffer nodes, records;

  void write(const OpenclDevice& device, const CollisionObject& object) {
    nodes.write(device, object.tree.nodes());
    records.write(device, object.triangles);
  }
};

// What a batch's poses are on the device.
struct DevicePoses {
  std::vector<float> rows, frames;
  std::vector<cl_uint> places;

  DevicePoses(const CollisionObject& a, const CollisionObject& b, const std::vector<Pose>& poses) {
    for (const Pose& pose : poses) {
      const DopTransform transform = make_query_transform(a.tree, b.tree, pose, TumbledSide::b);
      for (int i = 0; i < transform.k; ++i) {
        const DopTransformRow& row = transform.rows[static_cast<std::size_t>(i)];
        rows.insert(rows.end(), {row.c[0], row.c[1], row.c[2], row.offset});
        places.insert(places.end(), {row.j[0], row.j[1], row.j[2], row.destination});
      }
      const FrameMatrices matrices = make_frame_matrices(pose, TumbledSide::b);
      append(frame_words(matrices.to_aligned, matrices.to_aligned_bound));
      append(frame_words(matrices.to_tumbled, matrices.to_tumbled_bound));
    }
  }

 private:
  void append(const std::vector<float>& words) { frames.insert(frames.end(), words.begin(), words.end()); }
};

struct Entry {
  std::uint32_t tumbled, aligned, pose, unused;
};

class OpenclTrees : public TreeBatch {
 public:
  OpenclTrees(const std::string& device, const OpenclTreesOptions& options)
      : device_(device),
        options_(options),
        walked_(device_, 2, sizeof(Entry), options.capacity),
        tested_(device_, 2, sizeof(Entry), options.capacity) {}

  std::string device() const override { return device_.description(); }

  void prepare(const CollisionObject& a, const CollisionObject& b) override {
    if (!program_ || a_ == nullptr || a.tree.k() != a_->tree.k()) build(a.tree.k());
    a_ = &a;
    b_ = &b;
    levels_.emplace(b.tree);
    resident_ = false;
  }

  BatchResult ask(const std::vector<Pose>& poses, const BatchOptions& options) override {
    BatchResult result;
    for (std::size_t first = 0; first < poses.size(); first += kMostPosesOfABatch) {
      const std::size_t end = std::min(poses.size(), first + kMostPosesOfABatch);
      ask_batch({poses.begin() + static_cast<std::ptrdiff_t>(first),
                 poses.begin() + static_cast<std::ptrdiff_t>(end)},
                options, result);
    }
    return result;
  }

 private:
  // Answers of the poses before stand in the result already.
  void ask_batch(const std::vector<Pose>& poses, const BatchOptions& options, BatchResult& result) {
    const std::size_t first = result.answers.size();
    result.answers.resize(first + poses.size());
    BatchAnswer* const answers = &result.answers[first];
    {
      const PhaseClock clock(result.times.upload);
      upload(poses);
    }
    tumble(poses.size(), options.tumbling, answers, result.times);
    const std::vector<cl_uint> active = poses_that_meet(poses.size(), answers, result.times);
    if (active.empty()) return;
    {
      const PhaseClock clock(result.times.traverse);
      walk(active, options, poses.size(), answers, result);
    }
    test(result);
    const PhaseClock clock(result.times.read);
    take(0, answers, &BatchAnswer::pairs);
    take(1, answers, &BatchAnswer::uncertain);
    for (std::size_t pose = 0; pose < poses.size(); ++pose) {
      sort_pairs(answers[pose].pairs);
      sort_pairs(answers[pose].uncertain);
    }
  }

  void build(int k) {
    const std::string options = fmt::format("-DK={} -DGROUP={} -DSTACK={} -DGROUP_STACK={}", k, kGroup,
                                            options_.stack, 16 * options_.stack);
    static_assert(kGroup == kReduceGroup, "one macro for both");
    program_.emplace(device_, std::string(kFilterKernels) + kTreesKernels, options);
  }

  cl_kernel kernel(const char* name) { return program_->kernel(name); }
  cl_uint node_count() const { return static_cast<cl_uint>(b_->tree.nodes().size()); }
  std::size_t k() const { return static_cast<std::size_t>(b_->tree.k()); }

  void upload(const std::vector<Pose>& poses) {
    if (!resident_) {
      of_a_.write(device_, *a_);
      of_b_.write(device_, *b_);
      leaves_.write(device_, levels_->leaves);
      std::vector<std::uint32_t> inner;
      for (const auto& level : levels_->inner) inner.insert(inner.end(), level.begin(), level.end());
      inner_.write(device_, inner);
      resident_ = true;
    }
    const DevicePoses device_poses(*a_, *b_, poses);
    rows_.write(device_, device_poses.rows);
    places_.write(device_, device_poses.places);
    frames_.write(device_, device_poses.frames);
    tumbled_.reserve(device_, poses.size() * node_count() * kPartnerWords * sizeof(float));
  }

  void run_tumble(const OpenclBuffer& nodes, std::size_t count, std::size_t poses) {
    if (count == 0) return;
    device_.run(kernel("Tumble"), {k(), whole_groups(count, kNodesOfAGroup), poses}, {k(), kNodesOfAGroup, 1},
                of_b_.nodes, nodes, rows_, places_, tumbled_, node_count(), static_cast<cl_uint>(count));
  }

  std::size_t inner_count() const {
    std::size_t count = 0;
    for (const auto& level : levels_->inner) count += level.size();
    return count;
  }

  void tumble(std::size_t poses, BatchTumbling how, BatchAnswer* answers, BatchTimes& times) {
    const bool refits = how == BatchTumbling::refit;
    {
      const PhaseClock clock(times.tumble);
      run_tumble(leaves_, levels_->leaves.size(), poses);
      if (!refits) run_tumble(inner_, inner_count(), poses);
    }
    if (refits) {
      const PhaseClock clock(times.refit);
      refit(poses);
    }
    for (std::size_t pose = 0; pose < poses; ++pose) {
      answers[pose].counters.transforms = levels_->leaves.size() + (refits ? 0 : inner_count());
      answers[pose].counters.refits = refits ? inner_count() : 0;
    }
  }

  // From the lowest level up, a launch for each.
  void refit(std::size_t poses) {
    std::size_t end = inner_count();
    for (auto level = levels_->inner.rbegin(); level != levels_->inner.rend(); ++level) {
      const std::size_t count = level->size(), first = end - count;
      device_.run(kernel("Refit"), {k(), whole_groups(count, kNodesOfAGroup), poses},
                  {k(), kNodesOfAGroup, 1}, of_b_.nodes, inner_, tumbled_, node_count(),
                  static_cast<cl_uint>(first), static_cast<cl_uint>(count));
      end = first;
    }
  }

  std::vector<cl_uint> poses_that_meet(std::size_t poses, BatchAnswer* answers, BatchTimes& times) {
    const PhaseClock clock(times.reduce);
    reduced_.reserve(device_, poses * k() * sizeof(float));
    device_.run(kernel("Reduce"), {k() / 2 * kReduceGroup, poses}, {kReduceGroup, 1}, leaves_,
                static_cast<cl_uint>(levels_->leaves.size()), tumbled_, node_count(), reduced_);
    const auto all = reduced_.read<float>(device_, poses * k());
    std::vector<cl_uint> active;
    for (std::size_t pose = 0; pose < poses; ++pose) {
      PartnerDop partner{};
      std::copy_n(&all[pose * k()], k(), partner.begin());
      answers[pose].roots_apart = !overlap(b_->tree.k(), partner, a_->tree.root());
      if (!answers[pose].roots_apart) active.push_back(static_cast<cl_uint>(pose));
    }
    return active;
  }

  void walk(const std::vector<cl_uint>& active, const BatchOptions& options, std::size_t poses,
            BatchAnswer* answers, BatchResult& result) {
    const bool by_leaf = options.scheme == BatchScheme::priori_like;
    const std::vector<std::uint32_t> starts =
        by_leaf ? levels_->leaves : TreeLevels::subtrees(b_->tree, options.levels);
    starts_.write(device_, starts);
    active_.write(device_, active);
    const std::uint32_t roots = a_->tree.root_mask() == 1 ? 1 : 2;
    // Each launch appends to the same lists; what it spills the next one walks.
    for (bool complete = false; !complete;) {
      walked_.clear();
      counts_.write(device_, std::vector<cl_uint>(4 * poses, 0));
      launch_walk(by_leaf, starts_, false, starts.size() * roots, active.size(), roots);
      complete = walked_.complete() && walk_spilled(by_leaf, roots, result);
      result.repeats += complete ? 0 : 1;
    }
    const auto counts = counts_.read<cl_uint>(device_, 4 * poses);
    for (std::size_t pose = 0; pose < poses; ++pose) {
      BatchCounters& counters = answers[pose].counters;
      counters.visits = counts[4 * pose] + (std::uint64_t{counts[4 * pose + 1]} << 32u);
      counters.overlap_tests = counters.visits;
      counters.triangle_tests = counts[4 * pose + 2] + (std::uint64_t{counts[4 * pose + 3]} << 32u);
    }
  }

  // Until nothing is left. False: a list had no room.
  bool walk_spilled(bool by_leaf, std::uint32_t roots, BatchResult& result) {
    while (walked_.size(1) > 0) {
      const auto spilled = walked_.entries<Entry>(1);
      result.spilled += spilled.size();
      begins_.write(device_, spilled);
      walked_.forget_last();
      launch_walk(by_leaf, starts_, true, spilled.size(), 1, roots);
      if (!walked_.complete()) return false;
    }
    return true;
  }

  void launch_walk(bool by_leaf, const OpenclBuffer& starts, bool from_list, std::size_t begins,
                   std::size_t poses, std::uint32_t roots) {
    if (!from_list) begins_.reserve(device_, sizeof(Entry));
    const std::size_t items = by_leaf ? whole_groups(begins, kGroup) : begins * kGroup;
    device_.run(kernel(by_leaf ? "PrioriLike" : "SubsetInBlocks"), {items, poses}, {kGroup, 1}, of_b_.nodes,
                of_a_.nodes, tumbled_, node_count(), begins_, cl_uint{from_list ? 1u : 0u}, starts,
                cl_uint{roots}, active_, static_cast<cl_uint>(begins), counts_, walked_.counts(),
                walked_.list(0), walked_.capacity(), walked_.list(1), walked_.capacity());
  }

  void test(BatchResult& result) {
    const PhaseClock clock(result.times.triangles);
    const std::uint32_t pairs = walked_.size(0);
    for (bool complete = false; !complete;) {
      tested_.clear();
      if (pairs > 0)
        device_.run(kernel("TestLeafPairs"), {whole_groups(pairs, kGroup)}, {kGroup}, of_b_.records,
                    of_a_.records, frames_, walked_.list(0), cl_uint{pairs}, tested_.counts(),
                    tested_.list(0), tested_.list(1), tested_.capacity());
      complete = tested_.complete();
      result.repeats += complete ? 0 : 1;
    }
  }

  void take(std::size_t list, BatchAnswer* answers, std::vector<TrianglePair> BatchAnswer::*to) {
    for (const Entry& entry : tested_.entries<Entry>(list))
      (answers[entry.pose].*to).push_back({entry.aligned, entry.tumbled});
  }

  const OpenclDevice device_;
  const OpenclTreesOptions options_;
  std::optional<OpenclProgram> program_;
  const CollisionObject *a_ = nullptr, *b_ = nullptr;
  std::optional<TreeLevels> levels_;
  bool resident_ = false;
  DeviceObject of_a_, of_b_;
  OpenclBuffer leaves_, inner_, rows_, places_, frames_, tumbled_, reduced_, starts_, active_, begins_,
      counts_;
  DeviceLists walked_;  // pairs of leaves, spilled walks
  DeviceLists tested_;  // hits, uncertain
};

}  // namespace

std::unique_ptr<TreeBatch> make_opencl_trees(const std::string& device, const OpenclTreesOptions& options) {
  return std::make_unique<OpenclTrees>(device, options);
}

}  // namespace collisionchip

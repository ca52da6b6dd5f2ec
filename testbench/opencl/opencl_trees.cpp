#include "collisionchip/testbench/opencl/opencl_trees.h"

#include <cstring>
#include <optional>

#include <fmt/format.h>

#include "collisionchip/reference/all_pairs/phase_clock.h"
#include "collisionchip/reference/traverse/dop_query.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/testbench/opencl/device_lists.h"
#include "collisionchip/testbench/opencl/environment_launches.h"
#include "collisionchip/testbench/opencl/flying_forest.h"
#include "collisionchip/testbench/opencl/opencl_device.h"
#include "collisionchip/testbench/opencl_kernels.h"

namespace collisionchip {

namespace {

constexpr std::size_t kGroup = 64, kNodesOfAGroup = 8, kReduceGroup = 64;
constexpr std::size_t kPartnerWords = 28;

// What a round's queries are on the device.
struct DeviceQueries {
  std::vector<float> rows, frames;
  std::vector<cl_uint> places;

  void add(const CollisionObject& environment, const CollisionObject& flying, const Pose& pose) {
    const DopTransform transform = make_query_transform(environment.tree, flying.tree, pose, TumbledSide::b);
    for (int i = 0; i < transform.k; ++i) {
      const DopTransformRow& row = transform.rows[static_cast<std::size_t>(i)];
      rows.insert(rows.end(), {row.c[0], row.c[1], row.c[2], row.offset});
      places.insert(places.end(), {row.j[0], row.j[1], row.j[2], row.destination});
    }
    const FrameMatrices matrices = make_frame_matrices(pose, TumbledSide::b);
    append(frame_words(matrices.to_aligned, matrices.to_aligned_bound));
    append(frame_words(matrices.to_tumbled, matrices.to_tumbled_bound));
  }

 private:
  void append(const std::vector<float>& words) { frames.insert(frames.end(), words.begin(), words.end()); }
};

struct Entry {
  std::uint32_t tumbled, aligned, query, unused;
};

// A query that is not apart from E, with its starts.
struct Active {
  cl_uint query, first_start, start_count, unused;
};

class OpenclTrees : public TreeBatch {
 public:
  OpenclTrees(const std::string& device, const OpenclTreesOptions& options)
      : device_(device),
        options_(options),
        walked_(device_, 2, sizeof(Entry), options.capacity),
        tested_(device_, 2, sizeof(Entry), options.capacity) {}

  std::string device() const override { return device_.description(); }

  void prepare(const CollisionObject& environment,
               const std::vector<const CollisionObject*>& flying) override {
    if (!program_ || environment_ == nullptr || environment.tree.k() != environment_->tree.k())
      build(environment.tree.k());
    environment_ = &environment;
    flying_ = flying;
    forest_.emplace(flying);
    resident_ = false;
  }

  BatchResult ask(const std::vector<Pose>& poses, const BatchOptions& options) override {
    BatchResult result;
    const std::size_t round = poses_of_a_round(options.scheme, objects());
    for (std::size_t first = 0; first < poses.size(); first += round) {
      const std::size_t end = std::min(poses.size(), first + round);
      ask_round({poses.begin() + static_cast<std::ptrdiff_t>(first),
                 poses.begin() + static_cast<std::ptrdiff_t>(end)},
                options, result);
    }
    return result;
  }

 private:
  // `result` already has the answers of the rounds before.
  void ask_round(const std::vector<Pose>& poses, const BatchOptions& options, BatchResult& result) {
    const std::size_t first = result.answers.size();
    result.answers.resize(first + poses.size());
    BatchAnswer* const answers = &result.answers[first];
    {
      const PhaseClock clock(result.times.upload);
      upload(poses);
    }
    tumble(poses.size() / objects(), options.tumbling, answers, result.times);
    const std::vector<cl_uint> active = queries_that_meet(poses.size(), answers, result.times);
    if (active.empty()) return;
    {
      const PhaseClock clock(result.times.traverse);
      walk(active, options, poses.size(), answers, result);
    }
    test(result);
    const PhaseClock clock(result.times.read);
    take(0, answers, &BatchAnswer::pairs);
    take(1, answers, &BatchAnswer::uncertain);
    for (std::size_t query = 0; query < poses.size(); ++query) {
      sort_pairs(answers[query].pairs);
      sort_pairs(answers[query].uncertain);
    }
  }

  void build(int k) {
    const std::string options = fmt::format("-DK={} -DGROUP={} -DSTACK={} -DGROUP_STACK={} -DQUERIES={}", k,
                                            kGroup, options_.stack, 16 * options_.stack, kMostPosesOfABatch);
    static_assert(kGroup == kReduceGroup, "one macro for both");
    program_.emplace(device_, std::string(kFilterKernels) + kTreesKernels + kEnvironmentKernels, options);
    launches_.emplace(device_, *program_);
  }

  cl_kernel kernel(const char* name) { return program_->kernel(name); }
  cl_uint node_count() const { return static_cast<cl_uint>(forest_->nodes.size()); }
  std::size_t objects() const { return flying_.size(); }
  cl_uint object_count() const { return static_cast<cl_uint>(objects()); }
  std::size_t k() const { return static_cast<std::size_t>(environment_->tree.k()); }
  std::uint32_t roots() const { return environment_->tree.root_mask() == 1 ? 1 : 2; }

  void upload(const std::vector<Pose>& poses) {
    if (!resident_) {
      e_nodes_.write(device_, environment_->tree.nodes());
      e_records_.write(device_, environment_->triangles);
      f_nodes_.write(device_, forest_->nodes);
      f_records_.write(device_, forest_->records);
      owners_.write(device_, forest_->owners);
      leaves_.write(device_, forest_->leaves);
      leaf_spans_.write(device_, forest_->leaves_of);
      std::vector<std::uint32_t> inner;
      for (const auto& level : forest_->inner) inner.insert(inner.end(), level.begin(), level.end());
      inner_.write(device_, inner);
      resident_ = true;
    }
    DeviceQueries queries;
    for (std::size_t i = 0; i < poses.size(); ++i)
      queries.add(*environment_, *flying_[i % objects()], poses[i]);
    rows_.write(device_, queries.rows);
    places_.write(device_, queries.places);
    frames_.write(device_, queries.frames);
    tumbled_.reserve(device_, poses.size() / objects() * node_count() * kPartnerWords * sizeof(float));
  }

  void run_tumble(const OpenclBuffer& nodes, std::size_t count, std::size_t stamps) {
    if (count == 0) return;
    device_.run(kernel("Tumble"), {k(), whole_groups(count, kNodesOfAGroup), stamps},
                {k(), kNodesOfAGroup, 1}, f_nodes_, owners_, object_count(), nodes, rows_, places_, tumbled_,
                node_count(), static_cast<cl_uint>(count));
  }

  void tumble(std::size_t stamps, BatchTumbling how, BatchAnswer* answers, BatchTimes& times) {
    const bool refits = how == BatchTumbling::refit;
    {
      const PhaseClock clock(times.tumble);
      run_tumble(leaves_, forest_->leaves.size(), stamps);
      if (!refits) run_tumble(inner_, forest_->inner_count(), stamps);
    }
    if (refits) {
      const PhaseClock clock(times.refit);
      refit(stamps);
    }
    for (std::size_t query = 0; query < stamps * objects(); ++query) {
      const std::uint64_t leaves = forest_->leaves_of[query % objects()].count;
      const std::uint64_t inner = leaves == 1 ? 0 : leaves - 2;  // the root is no node
      answers[query].counters.transforms = leaves + (refits ? 0 : inner);
      answers[query].counters.refits = refits ? inner : 0;
    }
  }

  // From the lowest level up, a launch for each.
  void refit(std::size_t stamps) {
    std::size_t end = forest_->inner_count();
    for (auto level = forest_->inner.rbegin(); level != forest_->inner.rend(); ++level) {
      const std::size_t count = level->size(), first = end - count;
      device_.run(kernel("Refit"), {k(), whole_groups(count, kNodesOfAGroup), stamps},
                  {k(), kNodesOfAGroup, 1}, f_nodes_, inner_, tumbled_, node_count(),
                  static_cast<cl_uint>(first), static_cast<cl_uint>(count));
      end = first;
    }
  }

  std::vector<cl_uint> queries_that_meet(std::size_t queries, BatchAnswer* answers, BatchTimes& times) {
    const PhaseClock clock(times.reduce);
    reduced_.reserve(device_, queries * k() * sizeof(float));
    device_.run(kernel("Reduce"), {k() / 2 * kReduceGroup, queries}, {kReduceGroup, 1}, leaves_, leaf_spans_,
                object_count(), tumbled_, node_count(), reduced_);
    const auto all = reduced_.read<float>(device_, queries * k());
    std::vector<cl_uint> active;
    for (std::size_t query = 0; query < queries; ++query) {
      PartnerDop partner{};
      std::copy_n(&all[query * k()], k(), partner.begin());
      answers[query].roots_apart = !overlap(environment_->tree.k(), partner, environment_->tree.root());
      if (!answers[query].roots_apart) active.push_back(static_cast<cl_uint>(query));
    }
    return active;
  }

  void walk(const std::vector<cl_uint>& active, const BatchOptions& options, std::size_t queries,
            BatchAnswer* answers, BatchResult& result) {
    const bool by_leaf = options.scheme == BatchScheme::priori_like;
    const auto starts = by_leaf ? forest_->all_leaves() : forest_->subtrees(options.levels);
    const DeviceRound round{f_nodes_,       e_nodes_,       tumbled_, node_count(),
                            object_count(), e_node_count(), roots(),  k()};
    const std::size_t begins = write_begins(active, starts);
    if (walks_environment(options.scheme))
      launches_->take(round, by_object(active), starts, options.scheme == BatchScheme::priori);
    // Each launch appends to the same lists; what it spills the next one walks.
    for (bool complete = false; !complete;) {
      walked_.clear();
      counts_.write(device_, std::vector<cl_uint>(4 * (kMostPosesOfABatch + 1), 0));
      if (walks_environment(options.scheme)) {
        launches_->walk(round, counts_, walked_);
      } else {
        launch_walk(by_leaf, 0, begins, active.size());
      }
      complete = walked_.complete() && walk_spilled(by_leaf, result);
      result.repeats += complete ? 0 : 1;
    }
    take_counts(queries, options, answers, result);
  }

  void take_counts(std::size_t queries, const BatchOptions& options, BatchAnswer* answers,
                   BatchResult& result) {
    const auto counts = counts_.read<cl_uint>(device_, 4 * (kMostPosesOfABatch + 1));
    const auto sum = [&](std::size_t word) {
      return counts[word] + (std::uint64_t{counts[word + 1]} << 32u);
    };
    std::uint64_t visits = 0;
    for (std::size_t query = 0; query < queries; ++query) {
      BatchCounters& counters = answers[query].counters;
      counters.visits = counters.overlap_tests = sum(4 * query);
      counters.triangle_tests = sum(4 * query + 2);
      visits += counters.visits;
    }
    result.environment_reads += walks_environment(options.scheme) ? launches_->reads() : visits;
    result.path_visits += sum(4 * kMostPosesOfABatch);
  }

  std::uint32_t e_node_count() const { return static_cast<std::uint32_t>(environment_->tree.nodes().size()); }

  std::vector<std::vector<cl_uint>> by_object(const std::vector<cl_uint>& active) const {
    std::vector<std::vector<cl_uint>> queries(objects());
    for (const cl_uint query : active) queries[query % objects()].push_back(query);
    return queries;
  }

  // Writes the start pairs of every active query. Returns the most that one query has.
  std::size_t write_begins(const std::vector<cl_uint>& active,
                           const std::vector<std::vector<std::uint32_t>>& starts) {
    std::vector<std::uint32_t> all;
    std::vector<Active> queries;
    std::vector<cl_uint> first;
    std::size_t most = 0;
    for (const auto& of_object : starts) {
      first.push_back(static_cast<cl_uint>(all.size()));
      all.insert(all.end(), of_object.begin(), of_object.end());
      most = std::max(most, of_object.size());
    }
    for (const cl_uint query : active) {
      const std::size_t object = query % objects();
      queries.push_back({query, first[object], static_cast<cl_uint>(starts[object].size()), 0});
    }
    starts_.write(device_, all);
    active_.write(device_, queries);
    return most * roots();
  }

  // Until nothing is left. False: a list had no room.
  bool walk_spilled(bool by_leaf, BatchResult& result) {
    while (walked_.size(1) > 0) {
      const auto spilled = walked_.entries<Entry>(1);
      result.spilled += spilled.size();
      begins_.write(device_, spilled);
      walked_.forget_last();
      launch_walk(by_leaf, spilled.size(), spilled.size(), 1);
      if (!walked_.complete()) return false;
    }
    return true;
  }

  void launch_walk(bool by_leaf, std::size_t list_size, std::size_t begins, std::size_t queries) {
    if (list_size == 0) begins_.reserve(device_, sizeof(Entry));
    const std::size_t items = by_leaf ? whole_groups(begins, kGroup) : begins * kGroup;
    device_.run(kernel(by_leaf ? "PrioriLike" : "SubsetInBlocks"), {items, queries}, {kGroup, 1}, f_nodes_,
                e_nodes_, tumbled_, node_count(), object_count(), begins_, static_cast<cl_uint>(list_size),
                starts_, cl_uint{roots()}, active_, counts_, walked_.counts(), walked_.list(0),
                walked_.capacity(), walked_.list(1), walked_.capacity());
  }

  void test(BatchResult& result) {
    const PhaseClock clock(result.times.triangles);
    const std::uint32_t pairs = walked_.size(0);
    for (bool complete = false; !complete;) {
      tested_.clear();
      if (pairs > 0)
        device_.run(kernel("TestLeafPairs"), {whole_groups(pairs, kGroup)}, {kGroup}, f_records_, e_records_,
                    frames_, walked_.list(0), cl_uint{pairs}, tested_.counts(), tested_.list(0),
                    tested_.list(1), tested_.capacity());
      complete = tested_.complete();
      result.repeats += complete ? 0 : 1;
    }
  }

  void take(std::size_t list, BatchAnswer* answers, std::vector<TrianglePair> BatchAnswer::*to) {
    for (const Entry& entry : tested_.entries<Entry>(list)) {
      const std::uint32_t first = forest_->triangles[entry.query % objects()];
      (answers[entry.query].*to).push_back({entry.aligned, entry.tumbled - first});
    }
  }

  const OpenclDevice device_;
  const OpenclTreesOptions options_;
  std::optional<OpenclProgram> program_;
  std::optional<EnvironmentLaunches> launches_;
  const CollisionObject* environment_ = nullptr;
  std::vector<const CollisionObject*> flying_;
  std::optional<FlyingForest> forest_;
  bool resident_ = false;
  OpenclBuffer e_nodes_, e_records_, f_nodes_, f_records_, owners_, leaves_, leaf_spans_, inner_;
  OpenclBuffer rows_, places_, frames_, tumbled_, reduced_, starts_, active_, begins_, counts_;
  DeviceLists walked_;  // pairs of leaves, spilled walks
  DeviceLists tested_;  // hits, uncertain
};

}  // namespace

std::unique_ptr<TreeBatch> make_opencl_trees(const std::string& device, const OpenclTreesOptions& options) {
  return std::make_unique<OpenclTrees>(device, options);
}

}  // namespace collisionchip

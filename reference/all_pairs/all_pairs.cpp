#include "collisionchip/reference/all_pairs/all_pairs.h"

#include <algorithm>
#include <optional>

#include "collisionchip/reference/all_pairs/displacement.h"
#include "collisionchip/reference/all_pairs/merged_edges.h"
#include "collisionchip/reference/all_pairs/phase_clock.h"
#include "collisionchip/reference/traverse/sort_pairs.h"
#include "collisionchip/reference/traverse/triangle_query.h"
#include "collisionchip/reference/triangle/filter_levels.h"

namespace collisionchip {

namespace {

// The filter in this processor's vectors, one tumbled triangle against a block of aligned ones at a time.
class BlockFilter {
 public:
  BlockFilter(const std::vector<TriangleRecord>& tumbled, const std::vector<TriangleRecord>& aligned,
              const FrameMatrices& frames)
      : tumbled_(tumbled), aligned_(aligned), frames_(frames) {}

  // Calls visit(tumbled, aligned, verdict) for all pairs that are no certain miss.
  template <typename Visit>
  void run(const Visit& visit) {
    for (std::uint32_t t = 0; t < tumbled_.size(); ++t) {
      const BatchTriangle triangle(tumbled_[t], frames_);
      for (std::uint32_t first = 0; first < aligned_.size(); first += kBlock) {
        const auto count =
            std::min<std::uint32_t>(kBlock, static_cast<std::uint32_t>(aligned_.size()) - first);
        for (std::uint32_t i = 0; i < count; ++i) pairs_[i] = {0, first + i};
        filter_({frames_, &triangle, aligned_.data(), pairs_.data(), count, verdicts_.data(), causes_.data(),
                 places_.data()});
        for (std::uint32_t i = 0; i < count; ++i) {
          if (verdicts_[i] != Verdict::miss) visit(t, first + i, verdicts_[i]);
        }
      }
    }
  }

 private:
  static constexpr std::uint32_t kBlock = 256;

  const std::vector<TriangleRecord>&tumbled_, &aligned_;
  const FrameMatrices& frames_;
  const BatchFilter filter_ = batch_filter(widest_filter_level());
  std::array<TestPair, kBlock> pairs_{};
  std::array<Verdict, kBlock> verdicts_{};
  std::array<Uncertainty, kBlock> causes_{};
  std::array<std::uint32_t, kBlock> places_{};
};

class PairsMirror : public PairTester {
 public:
  explicit PairsMirror(std::uint32_t boxes) : box_count_(boxes) {}

  std::string device() const override { return "one core of this host"; }

  void prepare(const AllPairsObject& a, const AllPairsObject& b) override {
    a_ = &a;
    b_ = &b;
    boxes_.reset();
  }

  std::vector<float> moved_vertices() override { return moved_; }

 private:
  void ask_boxes(const Pose& pose, PairsAnswer& answer) {
    if (!boxes_) {
      const PhaseClock clock(answer.times.upload);
      boxes_.emplace(a_->records, b_->records, box_count_);
    }
    const PhaseClock clock(answer.times.test);
    answer.pairs = boxes_->pairs(pose, answer.boxes);
    answer.collides = !answer.pairs.empty();
  }

  void solve(const Pose& pose, PairsMode mode, PairsAnswer& answer) override {
    if (mode == PairsMode::boxes) return ask_boxes(pose, answer);
    std::vector<TriangleCorners> a, b;
    {
      const PhaseClock clock(answer.times.move);
      moved_ = displaced_vertices(b_->vertices, pose);
      a = corners_of(displaced_vertices(a_->vertices, Pose{}), a_->triangles);
      b = corners_of(moved_, b_->triangles);
    }
    const PhaseClock clock(answer.times.test);
    answer.pairs = mode == PairsMode::edges ? merged_edge_pairs(a, b, answer.solved_edges)
                                            : five_edge_pairs(a, b, mode == PairsMode::published);
    answer.collides = !answer.pairs.empty();
    if (mode == PairsMode::published) answer.pairs.clear();
  }

  void filter(const Pose& pose, TumbledSide side, PairsAnswer& answer) override {
    const PhaseClock clock(answer.times.test);
    const bool a_tumbles = side == TumbledSide::a;
    const FrameMatrices frames = make_frame_matrices(pose, side);
    BlockFilter(a_tumbles ? a_->records : b_->records, a_tumbles ? b_->records : a_->records, frames)
        .run([&](std::uint32_t t, std::uint32_t a, Verdict verdict) {
          const TrianglePair pair = a_tumbles ? TrianglePair{t, a} : TrianglePair{a, t};
          (verdict == Verdict::hit ? answer.pairs : answer.uncertain).push_back(pair);
        });
    sort_pairs(answer.pairs);
    sort_pairs(answer.uncertain);
    answer.collides = !answer.pairs.empty();
  }

  const std::uint32_t box_count_;
  const AllPairsObject *a_ = nullptr, *b_ = nullptr;
  std::optional<ModelBoxes> boxes_;
  std::vector<float> moved_;
};

}  // namespace

PairsAnswer PairTester::ask(const Pose& pose, PairsMode mode, TumbledSide tumbled) {
  PairsAnswer answer;
  if (mode == PairsMode::filtered) {
    filter(pose, tumbled, answer);
  } else {
    solve(pose, mode, answer);
  }
  return answer;
}

void PairsTimes::add(const PairsTimes& more) {
  upload += more.upload;
  move += more.move;
  test += more.test;
  read += more.read;
}

AllPairsObject AllPairsObject::of(const Mesh& mesh) {
  AllPairsObject object;
  object.vertices.reserve(3 * mesh.vertices.size());
  for (const Vec3f& v : mesh.vertices) object.vertices.insert(object.vertices.end(), {v.x, v.y, v.z});
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    object.triangles.insert(object.triangles.end(), mesh.triangles[t].begin(), mesh.triangles[t].end());
    object.records.push_back(make_triangle_record(mesh.corners(t), t));
  }
  return object;
}

AllPairsObject AllPairsObject::of(const std::vector<TriangleRecord>& records) {
  AllPairsObject object;
  object.records = records;
  for (const TriangleRecord& record : records) {
    for (const Vec3f& v : record.corners) {
      object.triangles.push_back(static_cast<std::uint32_t>(object.triangles.size()));
      object.vertices.insert(object.vertices.end(), {v.x, v.y, v.z});
    }
  }
  return object;
}

std::unique_ptr<PairTester> make_pairs_mirror(std::uint32_t boxes) {
  return std::make_unique<PairsMirror>(boxes);
}

void settle(PairsAnswer& answer, const AllPairsObject& a, const AllPairsObject& b, const Pose& pose,
            TumbledSide tumbled, TraversalCounters& counters) {
  QueryOptions options;
  options.tumbled_side = tumbled;
  const TriangleQuery query(a.records, b.records, pose, options);
  counters.triangle_tests += std::uint64_t{a.count()} * b.count();
  for (const TrianglePair& pair : answer.uncertain) {
    const bool a_tumbles = tumbled == TumbledSide::a;
    if (query.settled(Verdict::uncertain, a_tumbles ? pair.a : pair.b, a_tumbles ? pair.b : pair.a, counters))
      answer.pairs.push_back(pair);
  }
  sort_pairs(answer.pairs);
  answer.collides = !answer.pairs.empty();
}

std::vector<TriangleCorners> corners_of(const std::vector<float>& vertices,
                                        const std::vector<std::uint32_t>& triangles) {
  std::vector<TriangleCorners> corners(triangles.size() / 3);
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const float* const v = &vertices[3 * std::size_t{triangles[i]}];
    corners[i / 3][i % 3] = {v[0], v[1], v[2]};
  }
  return corners;
}

}  // namespace collisionchip

// The filter for many pairs at once, in every width of vectors that this processor has: pair by pair the verdict
// of the filter for one pair.
#include "collisionchip/reference/triangle/filter_levels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "collisionchip/testbench/tests/reference/exact_triangle_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Corners;
using testing_support::Family;
using testing_support::Random;
using testing_support::to_float;

class FilterLevels : public testing::TestWithParam<FilterLevel> {
 protected:
  void SetUp() override {
    if (!filter_level_present(GetParam())) GTEST_SKIP() << "this processor has no vectors of that width";
  }

  // Every tumbled triangle against every aligned one, in one batch.
  void expect_verdicts_of_one_pair(const std::vector<Corners>& tumbled, const std::vector<Corners>& aligned,
                                   const Pose& pose, TumbledSide side) {
    const FrameMatrices frames = make_frame_matrices(pose, side);
    const std::vector<TriangleRecord> t = records(tumbled), a = records(aligned);
    std::vector<BatchTriangle> batch;
    std::vector<TestPair> pairs;
    for (std::uint32_t i = 0; i < t.size(); ++i) {
      batch.emplace_back(t[i], frames);
      for (std::uint32_t j = 0; j < a.size(); ++j) pairs.push_back({i, j});
    }
    std::vector<Verdict> verdicts(pairs.size());
    std::vector<Uncertainty> causes(pairs.size());
    std::vector<std::uint32_t> places(pairs.size());
    batch_filter(GetParam())({frames, batch.data(), a.data(), pairs.data(), pairs.size(), verdicts.data(),
                              causes.data(), places.data()});
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Verdict expected = triangle_verdict(t[pairs[i].tumbled], a[pairs[i].aligned], frames);
      EXPECT_EQ(verdicts[i], expected) << i << " of " << pairs.size();
      ++counts_[static_cast<std::size_t>(expected)];
      if (expected != Verdict::uncertain) continue;
      const Uncertainty cause = cause_of_uncertainty(t[pairs[i].tumbled], a[pairs[i].aligned], frames);
      EXPECT_EQ(causes[i], cause) << i << " of " << pairs.size();
      ++causes_[static_cast<std::size_t>(cause)];
    }
  }
  int count(Verdict verdict) const { return counts_[static_cast<std::size_t>(verdict)]; }
  int count(Uncertainty cause) const { return causes_[static_cast<std::size_t>(cause)]; }

 private:
  static std::vector<TriangleRecord> records(const std::vector<Corners>& triangles) {
    std::vector<TriangleRecord> made;
    for (const Corners& corners : triangles) {
      made.push_back(make_triangle_record(corners, static_cast<std::uint32_t>(made.size())));
    }
    return made;
  }
  std::array<int, 3> counts_{};
  std::array<int, kUncertainties> causes_{};
};
INSTANTIATE_TEST_SUITE_P(Every, FilterLevels, testing::ValuesIn(kFilterLevels),
                         [](const testing::TestParamInfo<FilterLevel>& level) {
                           return "lanes" + std::to_string(4 << static_cast<int>(level.param));
                         });

// Contacts of all kinds; batches of 1 to 42 pairs, so that the last vector is filled in every way.
TEST_P(FilterLevels, AgreeInAllFamilies) {
  Random random(51);
  for (const Family& family : testing_support::families()) {
    for (int round = 0; round < 40; ++round) {
      std::vector<Corners> a, b;
      Case c = family.make(random);
      const int a_count = 1 + random.below(6), b_count = 1 + random.below(7);
      for (int i = 0; i < std::max(a_count, b_count); ++i) {
        if (i < a_count) a.push_back(c.a);
        if (i < b_count) b.push_back(c.b);
        const Pose pose = c.pose;
        c = family.make(random);
        c.pose = pose;
      }
      expect_verdicts_of_one_pair(a, b, c.pose, TumbledSide::a);
      expect_verdicts_of_one_pair(b, a, c.pose, TumbledSide::b);
    }
  }
  EXPECT_GT(count(Verdict::hit), 1000);
  for (std::size_t cause = 0; cause < kUncertainties; ++cause) {
    EXPECT_GT(count(static_cast<Uncertainty>(cause)), 50) << kUncertaintyNames[cause];
  }
}

// A triangle a little above the other one, or next to it: from far below the chip's bound to far above it. There
// the rows in one step must not be certain earlier than the chip's two stages.
TEST_P(FilterLevels, AgreeNearTheBound) {
  Random random(53);
  for (int round = 0; round < 400; ++round) {
    const Corners base = testing_support::random_triangle(random, random.below(2) == 0 ? 0 : 100, 1);
    const Vec3d u = to_double(base[1]) - to_double(base[0]), v = to_double(base[2]) - to_double(base[0]);
    const Vec3d up = cross(u, v), beside = cross(u, up);
    std::vector<Corners> near;
    for (int step = 0; step < 24; ++step) {
      const Vec3d& direction = step % 2 == 0 ? up : beside;
      const double height = std::ldexp(random.uniform(-2, 2), -12 - step / 2);
      Corners moved;
      for (std::size_t i = 0; i < 3; ++i) {
        moved[i] = to_float(to_double(base[i]) + height / std::sqrt(dot(direction, direction)) * direction);
      }
      near.push_back(moved);
    }
    expect_verdicts_of_one_pair({base}, near, {}, TumbledSide::b);
    expect_verdicts_of_one_pair({base}, near, {}, TumbledSide::a);
  }
  EXPECT_GT(count(Verdict::miss), 1000);
  EXPECT_GT(count(Verdict::uncertain), 1000);
}

// Numbers that vectors might treat in a way of their own.
TEST_P(FilterLevels, AgreeOnSpecialNumbers) {
  using Limits = std::numeric_limits<float>;
  const std::vector<float> numbers = {0.0f,
                                      -0.0f,
                                      1.0f,
                                      -1.0f,
                                      0.75f,
                                      0x1p-149f,
                                      0x1p-130f,
                                      -0x1p-127f,
                                      0x1p-126f,
                                      0x1p-40f,
                                      0x1p60f,
                                      -0x1p70f,
                                      0x1p127f,
                                      Limits::max(),
                                      Limits::infinity(),
                                      -Limits::infinity(),
                                      Limits::quiet_NaN()};
  Random random(57);
  const auto any = [&](int count) { return numbers[static_cast<std::size_t>(random.below(count))]; };
  const auto triangles = [&](int kinds) {
    std::vector<Corners> made(7);
    for (Corners& corners : made) {
      for (Vec3f& corner : corners) corner = {any(kinds), any(kinds), any(kinds)};
    }
    return made;
  };
  for (int round = 0; round < 600; ++round) {
    const int kinds = round % 3 == 0 ? 5 : round % 3 == 1 ? 10 : static_cast<int>(numbers.size());
    Pose pose;
    if (round % 2 == 0) {
      for (auto& row : pose.r) row = {any(kinds), any(kinds), any(kinds)};
      pose.t = {any(kinds), any(kinds), any(kinds)};
    }
    expect_verdicts_of_one_pair(triangles(kinds), triangles(kinds), pose,
                                round % 4 < 2 ? TumbledSide::a : TumbledSide::b);
  }
  EXPECT_GT(count(Verdict::miss), 1000);
  EXPECT_GT(count(Verdict::uncertain), 1000);
}

TEST(FilterLevel, OneThatIsNotThereIsRefused) {
  EXPECT_TRUE(filter_level_present(FilterLevel::four));
  for (const FilterLevel level : kFilterLevels) {
    if (filter_level_present(level)) continue;
    EXPECT_THROW(batch_filter(level), std::invalid_argument);
  }
  EXPECT_TRUE(filter_level_present(widest_filter_level()));
}

}  // namespace
}  // namespace collisionchip

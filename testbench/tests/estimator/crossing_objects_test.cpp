// Large parts across many small ones: nearly every pair is fetched ahead, and a sample's runs begin in the middle of that.
#include "collisionchip/testbench/estimator/crossing_objects.h"

#include <cmath>

#include "collisionchip/testbench/estimator/known_error.h"
#include "collisionchip/testbench/estimator/validation.h"
#include "collisionchip/testbench/tests/estimator/estimator_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr std::size_t kAllLists = 1'000'000;

ObjectPair crossing_pair(Crossing crossing, std::uint32_t count, Part part, std::uint32_t triangles,
                         double scatter) {
  RandomNumbers random(29);
  const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(triangles / triangles_of(part))));
  return {object_of(make_crossing(crossing, count)), object_of(make_parts(part, side, scatter, random))};
}

TEST(CrossingObjects, AreCrossed) {
  for (const Crossing crossing : kCrossings) {
    for (const Part part : kParts) {
      const ObjectPair objects = crossing_pair(crossing, 12, part, 1200, 0.3);
      const std::size_t parts = objects.b.triangles.size() / triangles_of(part);
      const QueryProfile profile(objects.a, objects.b, Pose{}, {});
      EXPECT_GT(profile.findings, parts / 2) << name_of(crossing) << " " << name_of(part);
    }
  }
}

// The errors are those that are printed with the estimate.
void expect_known(const ObjectPair& objects, const Pose& pose, const ChipConfig& config,
                  const std::string& what) {
  const QueryOptions options = query_options(config, objects.a, objects.b);
  QueryEstimator sampled = estimator_of(objects, pose, options);
  const Estimate estimate = sampled.estimate(config);
  if (estimate.whole) return;
  const auto cycles =
      static_cast<double>(estimator_of(objects, pose, options, kAllLists).estimate(config).cycles);
  EXPECT_NEAR(static_cast<double>(estimate.cycles), cycles, known_error(estimate, 1).worst / 100 * cycles)
      << what;
}

TEST(CrossingObjects, AreEstimatedWithinTheKnownError) {
  RandomNumbers random(31);
  for (const Crossing crossing : kCrossings) {
    for (const Part part : kParts) {
      for (const std::uint32_t count : {1u, 12u}) {
        const ObjectPair objects = crossing_pair(crossing, count, part, 900, count == 1 ? 0 : 0.3);
        for (const Pose& pose : crossing_poses(random, 2)) {
          for (const std::string& name : preset_names()) {
            ChipConfig config = preset(name);
            const std::string what =
                fmt::format("{} {} x {}, {}", name_of(crossing), count, name_of(part), name);
            expect_known(objects, pose, config, what);
            config.query.tumbled_side = TumbledRule::b;
            expect_known(objects, pose, config, what + ", the other side");
          }
        }
      }
    }
  }
}

// The chip itself, in place of the recurrence over all lists.
TEST(CrossingObjects, AWallAcrossManyBladesIsEstimatedAsTheChipTakes) {
  const ObjectPair objects = crossing_pair(Crossing::wall, 1, Part::blade, 900, 0);
  for (const std::string& name : preset_names()) {
    const ChipConfig config = preset(name);
    QueryEstimator estimator = estimator_of(objects, Pose{}, query_options(config, objects.a, objects.b));
    const Estimate estimate = estimator.estimate(config);
    ASSERT_FALSE(estimate.whole);
    const auto cycles = static_cast<double>(simulated(objects, Pose{}, config).cycles);
    EXPECT_NEAR(static_cast<double>(estimate.cycles), cycles, known_error(estimate, 1).worst / 100 * cycles)
        << name;
  }
}

// Half of what `estimate --validate` draws.
TEST(CrossingObjects, AreAmongTheValidatedOnes) {
  std::size_t crossed = 0;
  for (const ValidationCase& test : validation_cases(5)) {
    for (const Crossing crossing : kCrossings)
      crossed += test.objects.name.find(std::string(name_of(crossing)) + " ") != std::string::npos ? 1 : 0;
  }
  EXPECT_GE(crossed, 8u);
}

}  // namespace
}  // namespace collisionchip

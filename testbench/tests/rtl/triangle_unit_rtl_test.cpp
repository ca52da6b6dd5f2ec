// The RTL Triangle Unit against its model, event by event.
#include "collisionchip/testbench/tests/rtl/triangle_unit_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

ChipConfig with_filter(std::uint64_t) {
  return {};
}

ChipConfig without_filter(std::uint64_t) {
  ChipConfig config;
  config.triangle_unit.filter = false;
  return config;
}

TriangleTraffic traffic_of(std::uint64_t seed) {
  Random random(seed ^ 0x7a1);
  TriangleTraffic traffic;
  traffic.messages = 10 + random.below(60);
  traffic.triangles = 1 + random.below(random.below(2) == 0 ? 3 : 40);
  traffic.extent = random.below(4) == 0 ? 2 : 0.3;
  traffic.hostile = random.below(4) == 0;
  traffic.near_contact = random.below(3) == 0;
  traffic.frame_bounds =
      seed % 3 != 0;  // without them, the least S counts (reference/triangle/triangle_filter.h)
  traffic.longest_gap = random.below(60);
  traffic.often_gaps = random.below(9);
  traffic.longest_latency = 1 + random.below(random.below(2) == 0 ? 3 : 80);
  traffic.often_refused = random.below(4) == 0 ? 1 + random.below(8) : 0;
  traffic.often_first_witness = random.below(3) == 0 ? 6 : 0;
  traffic.finding_stalls = random.below(9);
  traffic.longest_stall = 1 + random.below(60);
  traffic.finding_slots = 1 + static_cast<std::size_t>(random.below(random.below(2) == 0 ? 4 : 40));
  traffic.test_slots = 1 + static_cast<std::size_t>(random.below(5));
  traffic.request_slots = 1 + static_cast<std::size_t>(random.below(3));
  traffic.loose_bounds = random.below(4) == 0;
  return traffic;
}

UnitRun bench(const ChipConfig& config, const UnitKinds& units, std::uint64_t seed) {
  return run_triangle_unit(config, units, seed, traffic_of(seed));
}

// RTL and model with the filter under the traffic that
// `traffic_of_seed` gives; how many triangle tests that were.
template <typename Traffic>
std::uint64_t tests_compared(std::uint64_t seeds, Traffic traffic_of_seed) {
  UnitParity parity("triangle_unit", "triangle tests");
  parity.run(1, seeds, with_filter,
             [&](const ChipConfig& config, const UnitKinds& units, std::uint64_t seed) {
               return run_triangle_unit(config, units, seed, traffic_of_seed(seed));
             });
  return parity.transactions();
}

TEST(TriangleUnitRtl, EqualsTheModelUnderRandomTraffic) {
  EXPECT_GT(tests_compared(100, traffic_of), 4000u);
}

TEST(TriangleUnitRtl, EqualsTheModelWithoutTheFilter) {
  UnitParity parity("triangle_unit", "triangle tests");
  parity.run(1, 40, without_filter, bench);
  EXPECT_GT(parity.transactions(), 1500u);
}

// Coordinates about as large as the least error there is (2^-61), and errors about as large as the greatest
// that is not taken for infinite (E of 2^60): reference/triangle/triangle_filter.h.
TEST(TriangleUnitRtl, EqualsTheModelAtBothEndsOfTheErrorsRange) {
  for (const int exponent : {-63, -61, -59, 57, 59, 61}) {
    const auto traffic_of_seed = [&](std::uint64_t) {
      TriangleTraffic traffic;
      traffic.unit_exponent = exponent;
      return traffic;
    };
    EXPECT_GT(tests_compared(10, traffic_of_seed), 500u);
  }
}

// Errors of 2^-21 to 2 in the unit frames: all that they go into decides.
TEST(TriangleUnitRtl, EqualsTheModelWithErrorsAsLargeAsTheTriangles) {
  const auto traffic_of_seed = [](std::uint64_t seed) {
    TriangleTraffic traffic;
    traffic.loose_bounds = true;
    traffic.near_contact = seed % 2 == 0;
    return traffic;
  };
  EXPECT_GT(tests_compared(40, traffic_of_seed), 2000u);
}

TEST(TriangleUnitRtl, EqualsTheModelWhereEdgesGraze) {
  const auto traffic_of_seed = [](std::uint64_t) {
    TriangleTraffic traffic;
    traffic.grazing = true;
    return traffic;
  };
  EXPECT_GT(tests_compared(20, traffic_of_seed), 1000u);
}

// Corners about as small as the least S of the first row, 2^-112.
TEST(TriangleUnitRtl, EqualsTheModelWhereProductsOfTheFirstRowUnderflow) {
  for (const int exponent : {-114, -112, -110}) {
    const auto traffic_of_seed = [&](std::uint64_t) {
      TriangleTraffic traffic;
      traffic.near_contact = true;
      traffic.frame_bounds = false;
      traffic.corner_exponent = exponent;
      return traffic;
    };
    EXPECT_GT(tests_compared(10, traffic_of_seed), 500u);
  }
}

// Often both reads of a pair of triangles: the first refusal is the one that is told.
TEST(TriangleUnitRtl, EqualsTheModelWhereHalfOfTheReadsAreRefused) {
  const auto traffic_of_seed = [](std::uint64_t) {
    TriangleTraffic traffic;
    traffic.queries = 8;
    traffic.messages = 6;
    traffic.often_refused = 32;
    return traffic;
  };
  EXPECT_GT(tests_compared(40, traffic_of_seed), 100u);
}

TEST(TriangleUnitRtl, AResetKeepsFramesThatHaveJustBeenWritten) {
  const auto traffic_of_seed = [](std::uint64_t seed) {
    TriangleTraffic traffic;
    traffic.reset_after_frames = 2 + seed % 6 * 5;
    return traffic;
  };
  EXPECT_GT(tests_compared(12, traffic_of_seed), 500u);
}

TEST(LongTriangleUnitRtl, EqualsTheModelUnderRandomTraffic) {
  UnitParity parity("triangle_unit", "triangle tests");
  parity.run(1000, 10000, with_filter, bench);
}

TEST(LongTriangleUnitRtl, EqualsTheModelWithoutTheFilter) {
  UnitParity parity("triangle_unit", "triangle tests");
  parity.run(1000, 3000, without_filter, bench);
}

}  // namespace
}  // namespace collisionchip

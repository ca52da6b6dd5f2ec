// Estimates from samples of lists: within the error that is printed with them.
#include <cmath>
#include <stdexcept>

#include "collisionchip/testbench/estimator/estimator.h"
#include "collisionchip/testbench/estimator/known_error.h"
#include "collisionchip/testbench/estimator/validation.h"
#include "collisionchip/testbench/tests/estimator/estimator_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

constexpr std::size_t kAll = 1'000'000;

TEST(Estimate, OfAPresetIsWithinTwoPerCent) {
  const ObjectPair objects = gear_and_casting(4000);
  for (const std::string& name : preset_names()) {
    const ChipConfig config = preset(name);
    QueryEstimator sampled = estimator_of(objects, contact(), query_options(config, objects.a, objects.b));
    QueryEstimator whole =
        estimator_of(objects, contact(), query_options(config, objects.a, objects.b), kAll);
    ASSERT_FALSE(sampled.estimate(config).whole) << "the test needs a longer query";
    const double cycles = static_cast<double>(whole.estimate(config).cycles);
    EXPECT_NEAR(static_cast<double>(sampled.estimate(config).cycles), cycles, 0.02 * cycles) << name;
  }
}

// Against whole queries, whose error recurrence_test.cpp bounds. Two pairs of objects, each in two poses.
void random_configurations_are_within_the_known_error(std::size_t pairs, std::size_t poses,
                                                      int configurations) {
  const std::vector<ObjectPair> objects = {gear_and_casting(4000),
                                           {procedural("coil-spring", 3000), procedural("torus-knot", 3000)}};
  const std::vector<Pose> both = {contact(), pose_from_quaternion({0.1, 0.2, 0.1, 0.5, 0.3, 0.1, 0.7})};
  RandomNumbers random(3);
  std::vector<double> errors;
  for (std::size_t question = 0; question < pairs * poses; ++question) {
    const ObjectPair& pair = objects[question / poses];
    const Pose& pose = both[question % poses];
    QueryEstimator sampled = estimator_of(pair, pose, {});
    QueryEstimator whole = estimator_of(pair, pose, {}, kAll);
    for (int i = 0; i < configurations; ++i) {
      ChipConfig config = random_configuration(random, ChipConfig{});
      config.query = {};
      config.stack_engine.leaf_test = LeafTest::dop_first;
      config.memory_controller.leaf_layout = LeafLayout::dop;
      config.triangle_unit.filter = true;
      const Estimate estimate = sampled.estimate(config);
      EXPECT_FALSE(estimate.whole);
      errors.push_back(
          static_cast<double>(estimate.cycles) / static_cast<double>(whole.estimate(config).cycles) - 1);
    }
  }
  const ErrorFigures figures = error_figures(errors);
  EXPECT_LE(100 * figures.median, 1.5 * kKnownErrorSampled.median);
  EXPECT_LE(100 * figures.p95, 1.5 * kKnownErrorSampled.p95);
  EXPECT_LE(100 * figures.worst, kKnownErrorSampled.worst);
}

TEST(Estimate, OfRandomConfigurationsIsWithinTheKnownError) {
  random_configurations_are_within_the_known_error(1, 1, 10);
}

TEST(LongEstimate, OfRandomConfigurationsIsWithinTheKnownError) {
  random_configurations_are_within_the_known_error(2, 2, 40);
}

TEST(Estimate, RefusesAMemoryWithAClockOrPinsOfItsOwn) {
  ChipConfig config;
  EXPECT_EQ(machine_not_covered(config), "");
  config.memory.clock_mhz = 800;
  EXPECT_EQ(machine_not_covered(config), "memory.clock_mhz = 800: the recurrence knows one clock");
  config.memory.clock_mhz = 0;
  config.memory.clock_bytes = 16;
  EXPECT_EQ(machine_not_covered(config), "memory.clock_bytes = 16: the recurrence knows one data bus");
  EXPECT_NE(machine_not_covered(preset("today")), "");
}

TEST(Estimate, RefusesAStackOfPairs) {
  ChipConfig config;
  config.stack_engine.traversal = TraversalKey::pairs;
  EXPECT_EQ(machine_not_covered(config), "stack_engine.traversal = \"pairs\": the recurrence knows lists");
}

TEST(Estimate, OfASlowHostIsTheHosts) {
  const ObjectPair objects = gear_and_casting(4000);
  ChipConfig config;
  config.pci.clock_cycles = 64;
  config.pointer_fifo.depth = 64;
  config.pointer_fifo.threshold = 32;
  QueryEstimator sampled = estimator_of(objects, contact(), {});
  QueryEstimator whole = estimator_of(objects, contact(), {}, kAll);
  const Estimate estimate = sampled.estimate(config), all = whole.estimate(config);
  EXPECT_EQ(estimate.bound, "pointer_fifo");
  EXPECT_EQ(all.bound, "pointer_fifo");
  EXPECT_NEAR(static_cast<double>(estimate.cycles), static_cast<double>(all.cycles),
              0.05 * static_cast<double>(all.cycles));
  EXPECT_EQ(all.cycles, simulated(objects, contact(), config).cycles);
}

TEST(Estimate, NamesWhatBounds) {
  const ObjectPair objects = gear_and_casting(600);
  QueryEstimator estimator = estimator_of(objects, contact(), {});
  ChipConfig without_triangles;
  without_triangles.triangle_unit.ideal = true;  // else nearly everything waits for them here
  ChipConfig config = without_triangles;
  config.sdram.bus_bytes = 8;
  EXPECT_EQ(estimator.estimate(config).bound, "memory");
  config = without_triangles;
  config.dop_unit.compare_floats = 1;
  EXPECT_EQ(estimator.estimate(config).bound, "comparators");
  config = without_triangles;
  config.dop_unit.dotadds = 1;
  config.dop_unit.dotadd_stages = 32;
  config.stack_engine.keep_pair = config.stack_engine.prefetch_known = false;
  EXPECT_EQ(estimator.estimate(config).bound, "transform");
  config = {};
  config.triangle_unit.cache_lines = 1;
  config.sdram.t_rc = 256;
  config.triangle_unit.queue_depth = 1;
  EXPECT_EQ(estimator.estimate(config).bound, "triangle_unit");
  // Lists of few aligned pairs.
  const ObjectPair short_lists = {procedural("box", 12), procedural("gear", 2500)};
  config = without_triangles;
  config.stack_engine.prefetch = false;
  config.dop_unit.dotadds = 48;
  config.dop_unit.floats_per_cycle = 26;
  config.memory_controller.request_latency = 64;
  EXPECT_EQ(estimator_of(short_lists, Pose{}).estimate(config).bound, "tumbled_read");
}

TEST(Estimate, SaysWhatItDoesNotCover) {
  const ObjectPair objects = tori();
  QueryEstimator estimator = estimator_of(objects, Pose{}, {});
  ChipConfig config;
  EXPECT_EQ(estimator.estimate(config).not_covered, "");
  config.stack_sram.entries = 8;
  EXPECT_NE(estimator.estimate(config).not_covered.find("stack_sram.entries = 8 overflows"),
            std::string::npos);
  config = {};
  config.stack_engine.levels = 2;
  EXPECT_NE(estimator.estimate(config).not_covered.find("stack_engine.levels = 2 overflows"),
            std::string::npos);

  // Two boxes side by side touch with their faces: the chip is certain of no pair.
  const ObjectPair boxes = {procedural("box", 12), procedural("box", 12)};
  float left = 0, right = 0;
  for (const TriangleRecord& triangle : boxes.a.triangles) {
    for (const Vec3f& corner : triangle.corners) {
      left = std::min(left, corner.x);
      right = std::max(right, corner.x);
    }
  }
  Pose beside;
  beside.t[0] = right - left;
  QueryOptions first;
  first.first_witness = true;
  EXPECT_NE(estimator_of(boxes, beside, first).estimate({}).not_covered.find("the host settles"),
            std::string::npos);
  EXPECT_EQ(estimator_of(gear_and_casting(4000), contact(), first).estimate({}).not_covered, "");
}

TEST(Estimate, RefusesAnotherQuestion) {
  const ObjectPair objects = tori();
  QueryEstimator estimator = estimator_of(objects, Pose{}, {});
  for (const char* key : {"dop.k", "memory_controller.leaf_layout", "query.tumbled_side",
                          "stack_engine.leaf_test", "triangle_unit.filter"}) {
    ChipConfig config;
    const ConfigKey& asked = *find_key(key);
    asked.set(config, asked.get(config) == asked.min ? asked.max : asked.min);
    EXPECT_THROW(estimator.estimate(config), std::invalid_argument) << key;
  }
}

TEST(ListSample, StandsForTheQuery) {
  const ObjectPair objects = gear_and_casting(4000);
  const QueryProfile profile(objects.a, objects.b, contact(), {});
  const ListSample sample = sample_lists(profile, 200);
  EXPECT_FALSE(sample.whole);
  EXPECT_NEAR(static_cast<double>(sample.lists.size()), 200, 20);
  double lists = 0, entries = 0;
  for (std::size_t i = 0; i < sample.lists.size(); ++i) {
    lists += sample.lists[i].weight;
    entries += sample.lists[i].weight * static_cast<double>(sample.lists[i].entries);
    if (i > 0) {
      EXPECT_GT(sample.lists[i].list, sample.lists[i - 1].list);
    }
  }
  EXPECT_NEAR(lists, static_cast<double>(profile.tape.lists.size()), 1e-6);
  EXPECT_NEAR(entries, static_cast<double>(profile.tape.entries.size()), 1e-6);
  std::size_t in_blocks = 0, findings = 0;
  for (const ListSample::Block& block : sample.blocks) {
    in_blocks += block.lists;
    findings += block.findings;
  }
  EXPECT_EQ(in_blocks, profile.tape.lists.size());
  std::size_t found = 0;
  for (const ListTape::Test& test : profile.tape.tests) found += test.verdict != Verdict::miss ? 1 : 0;
  EXPECT_EQ(findings, found);
  EXPECT_TRUE(sample_lists(profile, profile.tape.lists.size()).whole);
}

TEST(Estimate, OfAWorkloadIsTheSumOfItsQueries) {
  const ObjectPair objects = gear_and_casting(800);
  const std::vector<Pose> poses = {contact(), Pose{},
                                   pose_from_quaternion({0.1, 0.2, 0.1, 0.5, 0.3, 0.1, 0.7})};
  const ChipConfig config = preset("paper52");
  WorkloadEstimator whole(objects.a, objects.b, poses, query_options(config, objects.a, objects.b), kAll);
  Cycle model = 0;
  for (const Pose& pose : poses) model += simulated(objects, pose, config).cycles;
  EXPECT_EQ(whole.estimate(config).cycles, model);
  EXPECT_TRUE(whole.estimate(config).whole);
  WorkloadEstimator sampled(objects.a, objects.b, poses, query_options(config, objects.a, objects.b), 200);
  EXPECT_FALSE(sampled.estimate(config).whole);
  EXPECT_NEAR(static_cast<double>(sampled.estimate(config).cycles), static_cast<double>(model),
              0.03 * static_cast<double>(model));
  EXPECT_EQ(sampled.estimate(config).bound, whole.estimate(config).bound);
}

TEST(Estimate, UpToTheFirstWitnessTakesAPartOfTheTime) {
  const ObjectPair objects = gear_and_casting(4000);
  QueryOptions first;
  first.first_witness = true;
  QueryEstimator witness = estimator_of(objects, contact(), first), all = estimator_of(objects, contact());
  ASSERT_NE(witness.profile().witness, kNoTest);
  EXPECT_EQ(estimator_of(objects, contact(), first, kAll).estimate({}).cycles,
            simulated(objects, contact(), {}, true).cycles);
  EXPECT_LT(witness.estimate({}).cycles, all.estimate({}).cycles / 2);
}

TEST(Estimate, IsTheSameEveryTime) {
  const ObjectPair objects = gear_and_casting(4000);
  QueryEstimator one = estimator_of(objects, contact()), other = estimator_of(objects, contact());
  const Cycle cycles = one.estimate({}).cycles;
  ChipConfig config;
  config.triangle_unit.cache_lines = 8;
  EXPECT_NE(one.estimate(config).cycles, cycles);
  EXPECT_EQ(one.estimate({}).cycles, cycles);
  EXPECT_EQ(other.estimate({}).cycles, cycles);
}

// The errors that are printed with estimates, and the speed: `collisionchip estimate --validate`.
TEST(LongEstimate, FreshObjectsStayWithinTheKnownError) {
  const auto rows = validate_estimates(validation_cases(17), 400, 17, QueryEstimator::kLists);
  std::vector<double> whole, sampled, workloads;
  for (const ValidationRow& row : rows)
    (row.estimate.whole ? whole : row.queries > 1 ? workloads : sampled).push_back(row.error());
  const auto expect_within = [](const std::vector<double>& errors, const KnownError& known) {
    const ErrorFigures figures = error_figures(errors);
    EXPECT_LE(100 * figures.median, 1.5 * known.median);
    EXPECT_LE(100 * figures.p95, 1.5 * known.p95);
    EXPECT_LE(100 * figures.worst, 1.5 * known.worst);
  };
  expect_within(sampled, kKnownErrorSampled);
  expect_within(workloads, kKnownErrorWorkload);
  EXPECT_LE(100 * error_figures(whole).worst, kKnownErrorWhole.worst);
}

}  // namespace
}  // namespace collisionchip

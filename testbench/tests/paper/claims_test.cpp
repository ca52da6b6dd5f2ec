// Verdicts follow the numbers: with the paper's own story
// every claim is a yes, and what contradicts one turns it.
#include "collisionchip/testbench/paper/claims.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "collisionchip/testbench/paper/speed_up.h"

namespace collisionchip {
namespace {

using Means = std::map<std::string, double>;

// The numbers of every point by kind: "work", "scaling",
// "chip", "host" of either mode. The maximum is twice the mean.
struct Story {
  Means first_work = {{"list.visits", 100},
                      {"single_list.visits", 150},
                      {"simultaneous.visits", 400},
                      {"list.aligned_visits", 50},
                      {"single_list.aligned_visits", 100},
                      {"simultaneous.aligned_visits", 200},
                      {"list.transforms", 20},
                      {"single_list.transforms", 20},
                      {"simultaneous.transforms", 200},
                      {"simultaneous_stacked.transforms", 100},
                      {"list.overlap_tests", 200},
                      {"single_list.overlap_tests", 200},
                      {"simultaneous.overlap_tests", 200},
                      {"list.triangle_tests", 30},
                      {"single_list.triangle_tests", 30},
                      {"simultaneous.triangle_tests", 30},
                      {"list.pairs", 1},
                      {"list.colliding", 1}};
  Means all_work = first_work;
  Means first_host = {{"list", 31}, {"single_list", 41}, {"simultaneous", 121}, {"set_up", 1}};
  Means all_host = {{"list", 301}, {"single_list", 401}, {"simultaneous", 801}, {"set_up", 1}};
  double worst_host = 2.2;         // the software's slowest orientation by its mean
  double worst_traditional = 2.2;  // the same for the traditional traversal
  double first_chip_us = 1, all_chip_us = 10;
  double cycles_by_eq5 = 1.001;                           // of paper52-eq5
  double cache_hits = 80;                                 // in 100
  std::vector<double> overlap_curve = {10, 30, 200, 90};  // first witness, list, farthest first
};

Turn turn_of(const Means& means, double worst) {
  Turn turn;
  for (const auto& [name, mean] : means) {
    turn.add(name, worst * mean);
    turn.add(name, (2 - worst) * mean);
  }
  return turn;
}

class ClaimsTest : public ::testing::Test {
 protected:
  ClaimsTest() {
    plan_ = paper_plan(true, {});
    plan_.distances = 4;
  }

  Turn chip_turn(const std::string& chip, WitnessMode mode) const {
    const double us = mode == WitnessMode::first ? story_.first_chip_us : story_.all_chip_us;
    const double cycles = us / 0.00375;
    const double by_eq5 = chip == "paper52-eq5" ? story_.cycles_by_eq5 : 1.1;
    return turn_of({{"cycles", cycles},
                    {"eq5_cycles", cycles / by_eq5},
                    {"pci_cycles", 0},
                    {"cache_hits", story_.cache_hits},
                    {"cache_tests", 100}},
                   2);
  }

  Turn host_turn(WitnessMode mode) const {
    Turn turn;
    for (const auto& [name, mean] : mode == WitnessMode::first ? story_.first_host : story_.all_host) {
      const double worst = name == "simultaneous" ? story_.worst_traditional : story_.worst_host;
      turn.add(name, worst * mean);
      turn.add(name, (2 - worst) * mean);
    }
    return turn;
  }

  std::string verdict(const std::string& id) {
    points_.clear();
    const PaperResults results(plan_, points_);
    for (const PaperObject& object : plan_.objects) {
      for (const WitnessMode mode : witness_modes()) {
        const bool first = mode == WitnessMode::first;
        for (std::size_t d = 0; d < plan_.distances; ++d) {
          Means work = first ? story_.first_work : story_.all_work;
          const double scale = story_.overlap_curve[d] / 200;
          for (auto& [name, mean] : work) {
            if (name.find("overlap_tests") != std::string::npos) mean *= scale;
          }
          points_[results.work_point(object, mode, d)] = turn_of(work, 2);
          points_[results.host_point(object, mode, d)] = host_turn(mode);
          for (const char* chip : {"paper41", "paper52", "paper52-eq5"}) {
            points_[results.chip_point(object, chip, mode, d)] = chip_turn(chip, mode);
          }
        }
        for (const std::uint32_t triangles : resolutions_of(plan_, object)) {
          points_[results.scaling_point(object, triangles, mode)] =
              turn_of(first ? story_.first_work : story_.all_work, 2);
        }
      }
    }
    for (const Claim& claim : evaluate_claims(results, "a test")) {
      if (claim.id == id) return name_of(claim.agrees);
    }
    return "no such claim";
  }

  // The series of two traversals exchanged, as a slip in a table would.
  void swap_series(Means& means, const std::string& a, const std::string& b) {
    Means swapped = means;
    for (const auto& [name, mean] : means) {
      const std::size_t dot = name.find('.');
      const std::string series = name.substr(0, dot), rest = dot == std::string::npos ? "" : name.substr(dot);
      if (series == a) swapped[b + rest] = mean;
      if (series == b) swapped[a + rest] = mean;
    }
    means = swapped;
  }

  PaperPlan plan_;
  Story story_;
  std::map<std::string, Turn> points_;
};

const std::vector<std::string> kAll = {
    "new_is_faster",  "first_peak",       "first_gains_more",      "maximum_alike",
    "fewer_visits",   "fewer_transforms", "half_on_the_stack",     "tests_alike",
    "half_the_reads", "speed_up",         "worst_case_gains_more", "eq5",
    "real_time",      "triangle_cache"};

TEST_F(ClaimsTest, ThePapersOwnStoryAgreesEverywhere) {
  for (const std::string& id : kAll) EXPECT_EQ(verdict(id), "yes") << id;
  const PaperResults results(plan_, points_);
  EXPECT_EQ(evaluate_claims(results, "a test").size(), kAll.size());
}

TEST_F(ClaimsTest, SwappedSeriesTurnTheVerdicts) {
  swap_series(story_.first_work, "list", "simultaneous");
  swap_series(story_.all_work, "list", "simultaneous");
  EXPECT_EQ(verdict("fewer_visits"), "no");
  EXPECT_EQ(verdict("fewer_transforms"), "no");
  EXPECT_EQ(verdict("half_the_reads"), "no");
  story_ = {};
  swap_series(story_.first_host, "single_list", "simultaneous");
  EXPECT_EQ(verdict("first_gains_more"), "no");
  swap_series(story_.all_host, "single_list", "simultaneous");
  EXPECT_EQ(verdict("new_is_faster"), "no");
}

TEST_F(ClaimsTest, ASmallGainIsNotTwiceFewer) {
  story_.first_work["list.visits"] = 300;
  EXPECT_EQ(verdict("fewer_visits"), "partly");
  story_.first_work["list.visits"] = 500;
  EXPECT_EQ(verdict("fewer_visits"), "no");
  EXPECT_EQ(verdict("fewer_transforms"), "yes");
  story_.first_work["list.transforms"] = 300;
  EXPECT_EQ(verdict("fewer_transforms"), "no");
}

TEST_F(ClaimsTest, TheStackSavesHalfOfTheTransforms) {
  story_.first_work["simultaneous_stacked.transforms"] = 60;
  EXPECT_EQ(verdict("half_on_the_stack"), "partly");
  story_.all_work["simultaneous_stacked.transforms"] = 190;
  EXPECT_EQ(verdict("half_on_the_stack"), "no");
}

TEST_F(ClaimsTest, MoreTestsInOneModeAgreePartly) {
  story_.first_work["list.overlap_tests"] = 600;
  EXPECT_EQ(verdict("tests_alike"), "partly");
  story_.all_work["list.triangle_tests"] = 90;
  EXPECT_EQ(verdict("tests_alike"), "no");
}

TEST_F(ClaimsTest, APeakAtTheEndIsNone) {
  story_.overlap_curve = {10, 20, 30, 40};
  EXPECT_EQ(verdict("first_peak"), "no");
}

TEST_F(ClaimsTest, SpeedUpsByTheirSize) {
  story_.first_chip_us = 2, story_.all_chip_us = 20;
  EXPECT_EQ(verdict("speed_up"), "yes");  // 15
  story_.first_chip_us = 3, story_.all_chip_us = 30;
  EXPECT_EQ(verdict("speed_up"), "partly");
  story_.first_chip_us = 40, story_.all_chip_us = 400;
  EXPECT_EQ(verdict("speed_up"), "no");
  story_.worst_host = 1.5;
  EXPECT_EQ(verdict("worst_case_gains_more"), "no");
}

TEST_F(ClaimsTest, SlowQueriesMissTheKilohertz) {
  story_.all_chip_us = 501;  // the slowest takes twice as long
  EXPECT_EQ(verdict("real_time"), "partly");
  story_.first_chip_us = 501;
  EXPECT_EQ(verdict("real_time"), "no");
}

TEST_F(ClaimsTest, Eq5AndCache) {
  story_.cycles_by_eq5 = 1.05;
  EXPECT_EQ(verdict("eq5"), "partly");
  story_.cache_hits = 74;
  EXPECT_EQ(verdict("triangle_cache"), "no");
}

TEST_F(ClaimsTest, MaximaThatGainMore) {
  story_.worst_traditional = 4;
  EXPECT_EQ(verdict("maximum_alike"), "partly");
  story_.worst_traditional = 8;
  EXPECT_EQ(verdict("maximum_alike"), "no");
}

TEST_F(ClaimsTest, TheTableHasALineForEach) {
  verdict("eq5");
  const std::string text = to_text(evaluate_claims(PaperResults(plan_, points_), "a test"));
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), 2 + kAll.size());
  EXPECT_NE(text.find("| §5.2, Eq. 5 |"), std::string::npos);
}

TEST(SpeedUpTest, ByHand) {
  Turn chip, host;
  chip.add("cycles", 1000);  // 3.75 us
  chip.add("cycles", 3000);  // 11.25 us; on average 7.5
  chip.add("pci_cycles", 400);
  chip.add("pci_cycles", 400);  // 1.5 us
  host.add("list", 16);
  host.add("list", 46);
  host.add("fcl", 100);
  host.add("fcl", 200);
  host.add("set_up", 1);
  host.add("set_up", 1);
  const SpeedUp list = speed_up(chip, host, "list");
  EXPECT_DOUBLE_EQ(list.traversal_mean, 30 / 7.5);
  EXPECT_DOUBLE_EQ(list.traversal_worst, 45 / 11.25);
  EXPECT_DOUBLE_EQ(list.query_mean, 31 / (7.5 + 1.5 + 1));
  EXPECT_DOUBLE_EQ(list.query_worst, 46 / (11.25 + 1.5 + 1));
  EXPECT_DOUBLE_EQ(speed_up(chip, host, "fcl").traversal_mean, 150 / 7.5);
}

TEST(FirstPeakTest, FromTheFarEnd) {
  EXPECT_EQ(first_peak({1, 5, 3, 9, 2}), 1u);
  EXPECT_EQ(first_peak({1, 4, 3, 9, 2}), 3u);  // the first one is not half of the largest
  EXPECT_EQ(first_peak({1, 2, 3}), 2u);
  EXPECT_EQ(first_peak({1, 7, 7, 2}), 1u);
  EXPECT_EQ(first_peak({4, 4, 4}), 0u);
}

}  // namespace
}  // namespace collisionchip

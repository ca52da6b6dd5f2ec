// explore --estimate: the best point is among those that are simulated, and few others are.
#include "collisionchip/testbench/explore/pruning.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/testbench/estimator/crossing_objects.h"
#include "collisionchip/testbench/tests/explore/explore_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

// 54 points of which a few are much better than the others.
const std::string kSpread = std::string(R"(
[[axis]]
key = "sdram.bus_bytes"
values = [8, 16, 32]
[[axis]]
key = "dop_unit.dotadds"
values = [1, 2, 4]
[[axis]]
key = "memory_controller.request_latency"
values = [1, 20, 60]
[[axis]]
key = "query.tumbled_side"
values = ["a", "b"]
)") + kWorkload;

std::size_t count(const std::vector<bool>& kept) {
  return static_cast<std::size_t>(std::count(kept.begin(), kept.end(), true));
}

TEST(Pruning, KeepsTheBestPoint) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", kSpread));
  const Pruning pruning = prune(loaded.plan, loaded.points, loaded.workloads, 1, folder / "estimates.csv");
  EXPECT_EQ(pruning.estimated, 54u);
  EXPECT_EQ(pruning.pruned + count(pruning.kept), 54u);
  EXPECT_GT(pruning.pruned, 27u);
  EXPECT_EQ(pruning.not_covered, 0u);

  ResultStore all(folder / "all.sqlite", "1");
  loaded.run(all, jobs(2));
  const auto best = loaded.write(all, folder / ".").best.front();
  ASSERT_TRUE(best);
  EXPECT_TRUE(pruning.kept[best->point]);

  ResultStore few(folder / "few.sqlite", "1");
  ExploreOptions options = jobs(2);
  options.wanted = [&](std::uint64_t point) { return pruning.kept[point]; };
  const ExploreCounts counts = loaded.run(few, options);
  EXPECT_EQ(counts.computed, count(pruning.kept));
  EXPECT_EQ(counts.pruned, pruning.pruned);
  const ExportSummary summary =
      export_results(loaded.plan, loaded.points, loaded.workloads, few, folder / ".", options.wanted);
  EXPECT_EQ(summary.pruned, pruning.pruned);
  EXPECT_EQ(summary.missing, 0u);
  ASSERT_TRUE(summary.best.front());
  EXPECT_EQ(summary.best.front()->point, best->point);
  EXPECT_EQ(summary.best.front()->value, best->value);
}

// One workload that is estimated as a whole, one query of which lists are sampled, and two of them: three known errors.
const std::string kThreeErrors = R"(
[[axis]]
key = "memory_controller.request_latency"
from = 1
to = 64
[[axis]]
key = "sdram.banks"
values = [2, 4, 8]
[[workload]]
name = "whole"
a = { kind = "torus-knot", triangles = 60 }
b = { kind = "gear", triangles = 50 }
poses = ["0.3 0.1 0 1 0 0 0", "0.1 0.1 0.2 1 0.5 0 0"]
[[workload]]
name = "one"
a = { kind = "gear", triangles = 1000 }
b = { kind = "gear", triangles = 1000 }
poses = ["0.35 0.1 0.05 0.9 0.3 0.2 0.1"]
[[workload]]
name = "two"
a = { kind = "gear", triangles = 1000 }
b = { kind = "gear", triangles = 1000 }
poses = ["0.35 0.1 0.05 0.9 0.3 0.2 0.1", "0.1 0.2 0 1 0 0.5 0"]
)";

struct Bounds {
  double low = 0, high = 0;
  bool kept = false;
};

// The bounds of each point from the table: estimates with the largest errors that were ever seen, too high and too low, in
// shares of the true cycles.
std::vector<Bounds> bounds_of(const std::string& table, std::size_t points) {
  const std::map<std::string, double> worst = {{"whole", 0.03}, {"one", 0.15}, {"two", 0.12}};
  std::vector<Bounds> all(points);
  std::istringstream file(table);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::vector<std::string> fields;
    std::istringstream words(line);
    for (std::string word; std::getline(words, word, ',');) fields.push_back(word);
    const double error = worst.at(fields[1]), cycles = std::stod(fields[2]);
    EXPECT_NEAR(std::stod(fields[4]), 100 * error, 1e-4) << line;
    Bounds& bounds = all.at(std::stoull(fields[0]));
    bounds.low += cycles / (1 + error);
    bounds.high += cycles / (1 - error);
    bounds.kept = fields[6] == "1";
  }
  return all;
}

// No point that may be the best is left out, and none is simulated that cannot be.
TEST(Pruning, KeepsWhatTheKnownErrorsAllowAndNoMore) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", kThreeErrors));
  const Pruning pruning = prune(loaded.plan, loaded.points, loaded.workloads, 1, folder / "estimates.csv");
  const std::vector<Bounds> bounds = bounds_of(folder.read("estimates.csv"), 192);
  double best = bounds[0].high;
  for (const Bounds& point : bounds) best = std::min(best, point.high);
  double last_kept = 0, first_pruned = 1e300;
  for (std::size_t point = 0; point < bounds.size(); ++point) {
    EXPECT_EQ(bounds[point].kept, bounds[point].low <= best) << "point " << point;
    EXPECT_EQ(bounds[point].kept, pruning.kept[point]) << "point " << point;
    if (bounds[point].kept) last_kept = std::max(last_kept, bounds[point].low);
    if (!bounds[point].kept) first_pruned = std::min(first_pruned, bounds[point].low);
  }
  // The points are close enough for a bound that is a fiftieth off to be seen.
  EXPECT_LT(first_pruned, 1.02 * last_kept);
  EXPECT_GT(pruning.pruned, 20u);
  EXPECT_LT(pruning.pruned, 172u);
}

TEST(Pruning, EstimatesStandBesideTheResults) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", kSpread));
  const Pruning pruning = prune(loaded.plan, loaded.points, loaded.workloads, 1, folder / "estimates.csv");
  std::istringstream file(folder.read("estimates.csv"));
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line, "point,workload,cycles,error_95,error_worst,bound,kept");
  // Short queries are worked off as a whole: these are the chip's cycles.
  ResultStore store(folder / "s.sqlite", "1");
  loaded.run(store, jobs(2));
  loaded.write(store, folder / ".");
  const std::string results = folder.read("results.csv");
  std::size_t lines = 0;
  for (; std::getline(file, line); ++lines) {
    const std::size_t cycles_at = line.find(',', line.find(',') + 1) + 1;
    const std::string cycles = line.substr(cycles_at, line.find(',', cycles_at) - cycles_at);
    EXPECT_NE(results.find("," + cycles + ","), std::string::npos) << line;
    EXPECT_EQ(line.back() == '1', pruning.kept[lines]) << line;
  }
  EXPECT_EQ(lines, 54u);
}

TEST(Pruning, KeepsAtLeastSoMany) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", kSpread));
  const std::string file = folder / "estimates.csv";
  EXPECT_EQ(count(prune(loaded.plan, loaded.points, loaded.workloads, 30, file).kept), 30u);
  EXPECT_EQ(count(prune(loaded.plan, loaded.points, loaded.workloads, 1000, file).kept), 54u);
}

TEST(Pruning, KeepsWhatEstimatesDoNotCover) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", std::string(R"(
[[axis]]
key = "stack_sram.entries"
values = [4, 65536]
[[axis]]
key = "sdram.bus_bytes"
values = [8, 32]
)") + kWorkload));
  const Pruning pruning = prune(loaded.plan, loaded.points, loaded.workloads, 1, folder / "estimates.csv");
  EXPECT_EQ(pruning.not_covered, 2u);
  EXPECT_EQ(pruning.kept, (std::vector<bool>{true, true, false, true}));
  EXPECT_NE(folder.read("estimates.csv").find("0,knots,,,,stack_sram.entries = 4 overflows"),
            std::string::npos);
}

// The points of DOPs are estimated as without the others.
TEST(Pruning, KeepsMachinesOfOtherVolumesAndSaysSo) {
  const Folder folder;
  const std::string buses = std::string(R"(
[[axis]]
key = "sdram.bus_bytes"
values = [8, 32]
)") + kWorkload;
  Loaded loaded(folder.write("plan.toml", R"(
[[axis]]
key = "tree.format"
values = ["obb40", "aabb21", "dop128"]
)" + buses));
  const Pruning pruning = prune(loaded.plan, loaded.points, loaded.workloads, 1, folder / "estimates.csv");
  EXPECT_EQ(pruning.not_covered, 4u);
  EXPECT_EQ(pruning.first_not_covered,
            "point 0, knots: tree.format = obb40: the recurrence knows the DOP Unit alone");
  const std::string estimates = folder.read("estimates.csv");
  EXPECT_NE(estimates.find("\n3,knots,,,,tree.format = aabb21: the recurrence knows the DOP Unit alone,1\n"),
            std::string::npos)
      << estimates;
  Loaded alone(folder.write("alone.toml", buses));
  prune(alone.plan, alone.points, alone.workloads, 1, folder / "alone.csv");
  const auto cycles = [](const std::string& lines, const std::string& point) {
    const std::size_t at = lines.find("\n" + point + ",knots,");
    return lines.substr(at + point.size() + 8,
                        lines.find(',', at + point.size() + 8) - at - point.size() - 8);
  };
  EXPECT_EQ(cycles(estimates, "5"), cycles(folder.read("alone.csv"), "1"));
}

TEST(Pruning, LeavesConflictsToTheExploration) {
  const Folder folder;
  Loaded loaded(folder.write("plan.toml", std::string(R"(
on_conflict = "skip"
[[axis]]
key = "sdram.t_ras"
values = [12, 200]
[[axis]]
key = "sdram.bus_bytes"
values = [8, 32]
)") + kWorkload));
  const Pruning pruning = prune(loaded.plan, loaded.points, loaded.workloads, 1, folder / "estimates.csv");
  EXPECT_EQ(pruning.estimated, 2u);
  EXPECT_EQ(pruning.kept, (std::vector<bool>{false, true, true, true}));
}

// Lists whose pairs are nearly all fetched ahead: where estimates of them are too high, the best points are those left out.
TEST(Pruning, KeepsTheBestPointForALargePartAcrossManySmallOnes) {
  const Folder folder;
  RandomNumbers random(1);
  write_mesh(make_crossing(Crossing::wall, 1), folder / "wall.obj");
  write_mesh(make_parts(Part::blade, 30, 0, random), folder / "blades.obj");
  Loaded loaded(folder.write("plan.toml", R"(
[[axis]]
key = "stack_engine.prefetch_known"
values = [true, false]
[[axis]]
key = "memory_controller.request_latency"
values = [1, 60]
[[workload]]
name = "wall"
a = "wall.obj"
b = "blades.obj"
poses = ["0 0 0 1 0 0 0"]
)"));
  const Pruning pruning = prune(loaded.plan, loaded.points, loaded.workloads, 1, folder / "estimates.csv");
  EXPECT_GT(pruning.pruned, 0u);
  ResultStore all(folder / "all.sqlite", "1");
  loaded.run(all, jobs(1));
  const auto best = loaded.write(all, folder / ".").best.front();
  ASSERT_TRUE(best);
  EXPECT_TRUE(pruning.kept[best->point]) << "point " << best->point;
}

// Whether trees and profiles are there from another point or not.
TEST(Pruning, APointThatCannotBeAskedFailsAsWithoutEstimates) {
  for (const char* capacities : {"[1, 512, 256]", "[512, 1, 256]"}) {
    const Folder folder;
    Loaded loaded(folder.write(
        "plan.toml", std::string("[[axis]]\nkey = \"sdram.capacity_mib\"\nvalues = ") + capacities + R"(
[[workload]]
name = "large"
a = { kind = "gear", triangles = 3000 }
b = { kind = "bolt", triangles = 3000 }
poses = ["0.35 0.1 0.05 0.9 0.3 0.2 0.1"]
)"));
    const std::uint64_t small = capacities[1] == '1' ? 0 : 1;
    const std::string why =
        "objects of 3000 and 3000 triangles need 3 MiB of SDRAM: expected at most sdram.capacity_mib = 1";
    const Pruning pruning = prune(loaded.plan, loaded.points, loaded.workloads, 1, folder / "estimates.csv");
    EXPECT_EQ(pruning.kept, (std::vector<bool>{true, true, true}));
    EXPECT_EQ(pruning.not_covered, 1u);
    EXPECT_EQ(pruning.first_not_covered, fmt::format("point {}, large: {}", small, why));
    EXPECT_NE(folder.read("estimates.csv").find(fmt::format("\n{},large,,,,{},1\n", small, why)),
              std::string::npos);
    ResultStore store(folder / "store.sqlite", "1");
    EXPECT_EQ(loaded.run(store, jobs(1)).failed, 1u);
    const ExportSummary summary = loaded.write(store, folder / ".");
    EXPECT_NE(summary.first_failure.find(why), std::string::npos) << summary.first_failure;
    EXPECT_EQ(summary.complete, 2u);
  }
}

TEST(Pruning, RefusesOtherObjectivesAndLimits) {
  const Folder folder;
  const auto refused = [&](const std::string& plan) {
    Loaded loaded(folder.write("plan.toml", plan + kSpread));
    try {
      prune(loaded.plan, loaded.points, loaded.workloads, 1, folder / "estimates.csv");
    } catch (const InputError& error) {
      return folder.without(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused("objectives = [\"cycles\", \"sdram.activates\"]\n"),
            "plan.toml: --estimate: expected objectives = [\"cycles\"]: estimates know no other");
  EXPECT_EQ(refused("limits.chip.area_mm2 = 20\n"),
            "plan.toml: --estimate: expected no [limits]: an estimate knows cycles alone, and the best point "
            "within the "
            "limits would be pruned because of one beyond them");
  EXPECT_EQ(refused("[[axis]]\nkey = \"sdram.t_rp\"\nfrom = 1\nto = 64\n"
                    "[[axis]]\nkey = \"sdram.t_rcd\"\nfrom = 1\nto = 64\n"
                    "[[axis]]\nkey = \"stack_engine.look_ahead\"\nfrom = 1\nto = 64\n"),
            "plan.toml: --estimate: expected at most 10000000 points x workloads, got 14155776");
}

}  // namespace
}  // namespace collisionchip

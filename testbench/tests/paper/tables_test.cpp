// The tables show the points they say they show.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "collisionchip/testbench/paper/paper_run.h"
#include "collisionchip/testbench/paper/software.h"
#include "collisionchip/testbench/paper/speed_up.h"
#include "collisionchip/testbench/poses/tumbling_poses.h"
#include "collisionchip/testbench/tests/paper/direct_turn.h"
#include "collisionchip/testbench/tests/paper/small_plan.h"
#include "collisionchip/testbench/tests/paper/temporary_folder.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using nlohmann::json;
using testing_support::count_work;
using testing_support::run_chip;
using testing_support::small_plan;
using testing_support::TemporaryFolder;

// One run for all tests of this file.
class PaperTables : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    run_paper(small_plan(), folder_->path());
    paper_ = new json(json::parse(folder_->text("paper.json")));
    host_ = new json(json::parse(folder_->text("host/host.json")));
  }
  static void TearDownTestSuite() {
    delete folder_;
    delete paper_;
    delete host_;
  }

  // The rows that have these values, as objects by column.
  static std::vector<json> rows(const json& file, const std::string& table, const json& wanted) {
    const json& columns = file.at("tables").at(table).at("columns");
    std::vector<json> found;
    for (const json& values : file.at("tables").at(table).at("rows")) {
      json row;
      for (std::size_t i = 0; i < columns.size(); ++i) row[columns[i].get<std::string>()] = values.at(i);
      bool all = true;
      for (const auto& [name, value] : wanted.items()) all = all && row.at(name) == value;
      if (all) found.push_back(row);
    }
    return found;
  }
  static json row(const json& file, const std::string& table, const json& wanted) {
    const std::vector<json> found = rows(file, table, wanted);
    EXPECT_EQ(found.size(), 1u) << table << " " << wanted;
    return found.empty() ? json() : found[0];
  }

  static CollisionObject gear(std::uint32_t triangles) {
    PaperPlan plan = small_plan();
    return CollisionObject::build(paper_mesh(plan, plan.objects[0], triangles));
  }
  static std::vector<Pose> turn(double distance) { return tumbling_turn(distance, small_plan().steps); }
  static void expect_value(const json& row, const std::string& column, double value) {
    EXPECT_NEAR(row.at(column).get<double>(), value, 1e-5 * value) << column;
  }

  static inline TemporaryFolder* folder_ = nullptr;
  static inline json* paper_ = nullptr;
  static inline json* host_ = nullptr;
};

TEST_F(PaperTables, Figures9And10AreTheWorkOfTheirMode) {
  const double distance = approach_distances(0.2, 2.4, 4)[2];
  const CollisionObject object = gear(400);
  for (const WitnessMode mode : witness_modes()) {
    const Turn work = count_work(object, turn(distance), mode);
    for (const auto& [traversal, kind] : traversals()) {
      const std::vector<json> all = rows(*paper_, mode == WitnessMode::first ? "figure09" : "figure10",
                                         {{"object", "gear"}, {"traversal", traversal}});
      ASSERT_EQ(all.size(), 4u);
      expect_value(all[2], "distance", distance);
      expect_value(all[2], "colliding", work.mean("list.colliding"));
      expect_value(all[2], "pairs_max", work.max("list.pairs"));
      for (const std::string& counter : work_names()) {
        expect_value(all[2], counter + "_mean", work.mean(traversal + "." + counter));
        expect_value(all[2], counter + "_max", work.max(traversal + "." + counter));
      }
    }
  }
}

TEST_F(PaperTables, Figures11And12AreTakenAtThePeak) {
  const CollisionObject object = gear(200);
  for (const WitnessMode mode : witness_modes()) {
    for (const auto& [traversal, kind] : traversals()) {
      const json key = {
          {"object", "gear"}, {"triangles", 200}, {"mode", name_of(mode)}, {"traversal", traversal}};
      const json visits = row(*paper_, "figure11", key), transforms = row(*paper_, "figure12", key);
      const Turn work = count_work(object, turn(visits.at("distance").get<double>()), mode);
      expect_value(visits, "visits_mean", work.mean(traversal + ".visits"));
      expect_value(visits, "node_writes_mean", work.mean(traversal + ".node_writes"));
      expect_value(transforms, "transforms_max", work.max(traversal + ".transforms"));
    }
  }
}

TEST_F(PaperTables, Figure13AndEq5AreTheChips) {
  const double distance = approach_distances(0.2, 2.4, 4)[3];
  const CollisionObject object = gear(400);
  for (const std::string chip : {"paper52", "paper41"}) {
    for (const WitnessMode mode : witness_modes()) {
      const Turn answer = run_chip(preset(chip), object, turn(distance), mode);
      const json key = {{"object", "gear"}, {"preset", chip}, {"mode", name_of(mode)}};
      const json cycles = rows(*paper_, "figure13", key).at(3), eq5 = rows(*paper_, "eq5", key).at(3);
      expect_value(cycles, "cycles_mean", answer.mean("cycles"));
      expect_value(cycles, "cycles_max", answer.max("cycles"));
      expect_value(cycles, "chip_ms_mean", 3.75e-6 * answer.mean("cycles"));
      expect_value(cycles, "pci_ms_mean", 3.75e-6 * answer.mean("pci_cycles"));
      expect_value(cycles, "pci_ms_max", 3.75e-6 * answer.max("pci_cycles"));
      expect_value(cycles, "cache_hit_ratio", answer.sum("cache_hits") / answer.sum("cache_tests"));
      expect_value(eq5, "tau", answer.mean("lists"));
      expect_value(eq5, "eq5_cycles",
                   (100 + (eq5.at("alpha").get<double>() - 2) * 10) * answer.mean("lists"));
      expect_value(eq5, "cycles_by_eq5", answer.sum("cycles") / answer.sum("eq5_cycles"));
    }
  }
  EXPECT_EQ(rows(*paper_, "eq5", {{"preset", "paper52-eq5"}}).size(), 2u);
}

// The speed-up is the time of host/figure10 by that of figure13.
TEST_F(PaperTables, TheSpeedUpIsTheQuotientOfItsTimes) {
  const json key = {{"object", "gear"}, {"preset", "paper41"}, {"mode", "all"}, {"software", "simultaneous"}};
  const json up = rows(*host_, "figure13", key).at(3);
  const json software = rows(*host_, "figure10", {{"object", "gear"}, {"software", "simultaneous"}}).at(3);
  const json chip =
      rows(*paper_, "figure13", {{"object", "gear"}, {"preset", "paper41"}, {"mode", "all"}}).at(3);
  const double with_set_up = software.at("ms_mean").get<double>() / chip.at("chip_ms_mean").get<double>();
  EXPECT_LT(up.at("speedup_mean").get<double>(), with_set_up);
  EXPECT_GT(up.at("speedup_mean").get<double>(), 0.5 * with_set_up);
  EXPECT_LT(up.at("query_speedup_mean").get<double>(), with_set_up);
  EXPECT_EQ(up.at("in_contact"), 1);
}

TEST_F(PaperTables, TheCsvFilesSayTheSame) {
  const json& table = paper_->at("tables").at("eq5");
  std::string first;
  for (const json& value : table.at("rows").at(0)) {
    first += (first.empty() ? "" : ",") + (value.is_string() ? value.get<std::string>() : value.dump());
  }
  const std::string text = folder_->text("eq5.csv");
  EXPECT_EQ(
      text.rfind("object,triangles,preset,mode,distance,tau,alpha,eq5_cycles,cycles,cycles_by_eq5\n" + first,
                 0),
      0u);
}

}  // namespace
}  // namespace collisionchip

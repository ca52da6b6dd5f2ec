// Estimates of many poses: their totals by hand, and that CSV and JSON say what the terminal says.
#include <gtest/gtest.h>

#include "collisionchip/testbench/estimator/estimate_table.h"

namespace collisionchip {
namespace {

std::vector<EstimateRow> rows_of(const std::vector<Cycle>& cycles) {
  std::vector<EstimateRow> rows;
  for (const Cycle one : cycles) {
    EstimateRow row;
    row.pose = rows.size();
    row.lists = 10;
    row.estimate.cycles = one;
    row.estimate.whole = rows.size() % 2 == 0;
    row.estimate.bound = "memory";
    rows.push_back(row);
  }
  return rows;
}

TEST(EstimateTable, TotalsAreThoseOfNearestRanks) {
  std::vector<Cycle> cycles;
  for (Cycle i = 1; i <= 40; ++i) cycles.push_back(i == 7 ? 1000 : i);
  const EstimateTotals totals = totals_of(rows_of(cycles));
  EXPECT_EQ(totals.cycles, 40u * 41 / 2 - 7 + 1000);
  EXPECT_EQ(totals.median, 21u) << "the 20th of 40: 7 is missing below it";
  EXPECT_EQ(totals.p95, 39u) << "the 38th";
  EXPECT_EQ(totals.slowest, 1000u);
  EXPECT_EQ(totals.slowest_pose, 6u);
  EXPECT_EQ(totals.lists, 400u);
  EXPECT_EQ(totals_of(rows_of({5})).p95, 5u);
  EXPECT_EQ(totals_of({}).slowest, 0u);
}

TEST(EstimateTable, AFileHasALineForEachPose) {
  EXPECT_EQ(estimates_csv(rows_of({1000, 2000}), 4000),
            "pose,cycles,ms,lists,bound,whole,error_median,error_p95,error_worst\n"
            "0,1000,0.004000,10,memory,1,0,0.1,3\n"
            "1,2000,0.008000,10,memory,0,0.5,3.5,15\n");
}

TEST(EstimateTable, JsonHasTheQuestionThePosesAndTheTotals) {
  const std::string json = estimates_json(rows_of({1000, 3000}), 4000, {{"chip", "paper41"}});
  for (const char* part :
       {"\"chip\": \"paper41\"", "\"cycles\": 3000", "\"slowest_pose\": 1", "\"cycles\": 4000"})
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
}

}  // namespace
}  // namespace collisionchip

// The timeline of a real run: what the page shows of a trace
// adds up to what the statistics say of the same query.
#include <map>

#include "collisionchip/testbench/tests/report/program.h"
#include "collisionchip/testbench/tests/report/timeline_reader.h"

namespace collisionchip {
namespace {

using testing_support::Outcome;
using testing_support::PageReader;
using testing_support::Phase;
using testing_support::ProgramTest;
using testing_support::unpacked;
using Json = nlohmann::ordered_json;

class TimelineTest : public ProgramTest {
 protected:
  TimelineTest() {
    run("mesh gear a.obj --triangles 300");
    run("mesh torus-knot b.obj --triangles 400");
    write("poses.txt", "0.3 0.1 0.05 0.9 0.3 0.2 0.1\n0.1 0.2 0.3 0.1 0.7 0.2 0.3\n");
    collide("");
  }
  void collide(const std::string& more) const {
    const Outcome outcome = run("collide a.obj b.obj --poses poses.txt --out one " + more);
    EXPECT_EQ(outcome.status, 0) << outcome.text;
  }
  void report(const std::string& more = "") {
    const Outcome outcome = run("report one " + more);
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    page_ = PageReader(read("one/report.html"));
    folder_ = page_.data()["folders"][0];
  }
  // Cycles by state, and number of phases by state.
  using Sums = std::map<std::string, std::pair<std::uint64_t, std::uint64_t>>;
  Sums sums_of(const Json& timeline, const Json& track) const {
    Sums sums;
    for (const Phase& phase : unpacked(track, page_, timeline["from"].get<TraceCycle>())) {
      auto& sum = sums[track["states"][phase.state].get<std::string>()];
      sum.first += static_cast<std::uint64_t>(phase.end - phase.begin);
      ++sum.second;
    }
    return sums;
  }
  std::string complaint() const {
    const Outcome outcome = run("report one --out page.html");
    EXPECT_EQ(outcome.status, 3) << outcome.text;
    EXPECT_FALSE(exists("page.html"));
    return outcome.text;
  }

  PageReader page_;
  Json folder_;
};

TEST_F(TimelineTest, PhasesOfUnitsAddUpToTheirAccounts) {
  report();
  ASSERT_EQ(folder_["timelines"].size(), 1u) << "the first pose";
  const Json timeline = folder_["timelines"][0], query = folder_["queries"][0];
  EXPECT_EQ(timeline["cycles"], query["cycles"]);
  std::size_t compared = 0;
  for (const Json& track : timeline["tracks"]) {
    if (track["group"] != "units") continue;
    const Json& account = query["units"][track["name"].get<std::string>()];
    Sums sums = sums_of(timeline, track);
    EXPECT_EQ(sums["busy"].first, account["busy"]) << track["name"];
    EXPECT_EQ(sums["idle"].first, account["idle"]) << track["name"];
    for (const auto& [cause, cycles] : account["stalled"].items())
      EXPECT_EQ(sums[cause].first, cycles) << track["name"] << " " << cause;
    EXPECT_EQ(sums.count("not recorded"), 0u) << track["name"];
    ++compared;
  }
  EXPECT_GE(compared, 9u);
}

TEST_F(TimelineTest, MemoryAndListsAgreeWithTheCounters) {
  report();
  const Json timeline = folder_["timelines"][0], counters = folder_["queries"][0]["counters"];
  std::uint64_t activates = 0, accesses = 0, bursts = 0, lists = 0, alpha = 0;
  for (const Json& track : timeline["tracks"]) {
    Sums sums = sums_of(timeline, track);
    if (track["name"].get<std::string>().rfind("bank ", 0) == 0) {
      activates += sums["activating"].second;
      accesses += sums["column access"].second;
    } else if (track["name"] == "data bus") {
      for (const char* purpose : {"tumbled pair", "aligned pair", "triangle"}) bursts += sums[purpose].second;
    } else if (track["group"] == "lists") {
      lists += sums["comparing"].second;
      for (const Phase& phase : unpacked(track, page_, 0))
        alpha += phase.state == 2 ? static_cast<std::uint64_t>(phase.value) : 0;
    }
  }
  EXPECT_EQ(activates, counters["sdram.activates"]);
  EXPECT_EQ(accesses, counters["sdram.reads"]);
  EXPECT_EQ(bursts, counters["sdram.reads"]);
  EXPECT_EQ(lists, counters["stack_engine.lists"]);
  EXPECT_EQ(alpha, counters["stack_engine.aligned_pairs"]);
}

TEST_F(TimelineTest, CyclesInDetailCanBeChosen) {
  report("--cycles 1000 1300");
  const Json timeline = folder_["timelines"][0];
  EXPECT_EQ(timeline["from"], 1000);
  EXPECT_EQ(timeline["to"], 1300);
  for (const Json& track : timeline["tracks"]) {
    const auto phases = unpacked(track, page_, 1000);
    ASSERT_FALSE(phases.empty());
    EXPECT_EQ(phases.back().end, 1300) << track["name"];
  }
  EXPECT_EQ(run("report one --cycles 5 5").status, 2);
  EXPECT_EQ(run("report one --cycles -1 5").status, 2);
}

TEST_F(TimelineTest, OtherPosesAndWindowsOnDemand) {
  collide("--trace-queries 0:2");
  report();
  ASSERT_EQ(folder_["timelines"].size(), 2u);
  EXPECT_EQ(folder_["timelines"][1]["pose"], 1);
  collide("--trace-cycles 500:900");
  report();
  for (const Json& track : folder_["timelines"][0]["tracks"]) {
    if (track["name"] != "stack_engine") continue;  // its phases are short; a phase is recorded whole
    Sums sums = sums_of(folder_["timelines"][0], track);
    EXPECT_GT(sums["not recorded"].first, 450u);
    EXPECT_GT(sums["transform"].first, 0u);
  }
}

TEST_F(TimelineTest, RefusesTracesThatAreCutOrOfAnotherRun) {
  const std::string whole = read("one/trace.sqlite");
  write("one/trace.sqlite", whole.substr(0, whole.size() / 2));
  EXPECT_NE(complaint().find("one/trace.sqlite"), std::string::npos);
  write("one/trace.sqlite", "no trace at all");
  EXPECT_NE(complaint().find("one/trace.sqlite"), std::string::npos);
  ASSERT_EQ(run("collide a.obj b.obj --poses poses.txt --out other --set sdram.banks=8").status, 0);
  write("one/trace.sqlite", read("other/trace.sqlite"));
  EXPECT_NE(complaint().find("one of another configuration"), std::string::npos);
  ASSERT_EQ(run("collide b.obj a.obj --poses poses.txt --out other").status, 0);
  write("one/trace.sqlite", read("other/trace.sqlite"));
  EXPECT_NE(complaint().find("expected the cycles of pose 0 as in stats.json"), std::string::npos);
}

TEST_F(TimelineTest, NoTraceNoTimeline) {
  collide("--model reference");
  EXPECT_FALSE(exists("one/trace.sqlite")) << "that of the earlier run is gone";
  report();
  EXPECT_FALSE(folder_.contains("timelines"));
}

}  // namespace
}  // namespace collisionchip

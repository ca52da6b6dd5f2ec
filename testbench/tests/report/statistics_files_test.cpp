// Statistics as JSON, as CSV and as text: they are complete, the schema describes them, and broken files
// are refused with their line.
#include <map>
#include <sstream>
#include <vector>

#include "collisionchip/testbench/results/statistics_schema.h"
#include "collisionchip/testbench/tests/report/json_schema.h"
#include "collisionchip/testbench/tests/report/program.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {
namespace {

using namespace testing_support;

class StatisticsFiles : public ProgramTest {
 protected:
  StatisticsFiles() {
    EXPECT_EQ(run("mesh gear gear.obj --triangles 400").status, 0);
    write("poses.txt", "0.4 0 0 1 0 0 0.1\n9 9 9 1 0 0 0\n0 0.1 0 1 0 0 0\n");
  }
  Outcome collide(const std::string& options) const { return run("collide gear.obj gear.obj " + options); }
  Json statistics() const { return Json::parse(read("stats.json")); }
  Outcome to_csv() const { return run("stats stats.json --csv stats.csv"); }

  // The CSV by row and column.
  std::vector<std::vector<std::string>> table() const {
    std::vector<std::vector<std::string>> rows;
    std::istringstream text(read("stats.csv"));
    for (std::string line; std::getline(text, line);) {
      rows.emplace_back();
      std::istringstream cells(line + ",");
      for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    }
    return rows;
  }
};

std::string schema_complaint(const Json& file) {
  const Json schema = Json::parse(statistics_schema());
  return SchemaChecker(schema).complaint(file);
}

TEST_F(StatisticsFiles, AreWhatTheSchemaSays) {
  for (const char* const options :
       {"--poses poses.txt --stats stats.json", "--eq5 --stats stats.json",
        "--model reference --stats stats.json", "--first --no-check --chip paper52-eq5 --stats stats.json",
        "--chip beyond --stats stats.json", "--chip bruteforce --stats stats.json",
        "--set tree.format=obb64 --stats stats.json",
        "--poses poses.txt --chip beyond --set group_engine.queries=2 --batch 2 --stats stats.json"}) {
    ASSERT_EQ(collide(options).status, 0);
    EXPECT_EQ(schema_complaint(statistics()), "") << options;
  }
}

TEST_F(StatisticsFiles, TheSchemaNoticesWhatIsMissingWrongOrNew) {
  ASSERT_EQ(collide("--stats stats.json").status, 0);
  const Json sound = statistics();
  const auto broken = [&](const std::string& pointer, const Json& value) {
    Json file = sound;
    const Json::json_pointer place(pointer);
    if (value.is_null()) {
      file[place.parent_pointer()].erase(place.back());
    } else {
      file[place] = value;
    }
    return schema_complaint(file);
  };
  EXPECT_NE(broken("/run", {}), "");
  EXPECT_NE(broken("/run/seed", "none"), "");
  EXPECT_NE(broken("/run/model", "fpga"), "");
  EXPECT_NE(broken("/run/configuration/sdram", 4), "");
  EXPECT_NE(broken("/run/channels/stack_engine.requests", -1), "");
  EXPECT_NE(broken("/queries/0/cycles", 1.5), "");
  EXPECT_NE(broken("/queries/0/matrix/12", 1), "");
  EXPECT_NE(broken("/queries/0/units/stack_engine/stalled/drain", {}), "");
  EXPECT_NE(broken("/queries/0/units/stack_engine/stalled/coffee", 3), "");
  EXPECT_NE(broken("/queries/0/counters/sdram.reads", {}), "");
  EXPECT_NE(broken("/queries/0/counters/sdram.coffee", 3), "");
  EXPECT_NE(broken("/queries/0/histograms/stack_engine.alpha", 3), "");
  EXPECT_NE(broken("/queries/0/histograms/stack_engine.alpha/0", Json::array({1, 2, 3})), "");
  EXPECT_NE(broken("/queries/0/histograms/stack_engine.alpha/0/1", -1), "");
  EXPECT_EQ(broken("/queries/0/counters/sdram.reads", 3), "") << "the values themselves are free";
}

// Accounts, counters and histograms have only the machine's units: no zero for a unit that it lacks.
TEST_F(StatisticsFiles, HaveWhatTheMachineHas) {
  for (const char* const chip : {"paper41", "beyond", "today", "bruteforce"}) {
    ASSERT_EQ(collide(std::string("--stats stats.json --chip ") + chip).status, 0);
    const ChipConfig config = preset(chip);
    const Json file = statistics();
    const Json& query = file.at("queries")[0];
    std::size_t there = 0;
    for (const Statistic& row : statistics_table()) {
      const Json& rows = query.at(row.kind == StatisticKind::histogram ? "histograms" : "counters");
      EXPECT_EQ(rows.contains(row.name), has_unit(config, row.only)) << chip << ", " << row.name;
      there += has_unit(config, row.only) ? 1 : 0;
    }
    EXPECT_LT(there, statistics_table().size());
    for (const auto& roof : file.at("run").at("roofs").items())
      EXPECT_TRUE(query.at("units").contains(roof.key())) << chip << ", " << roof.key();
  }
}

TEST(StatisticsSchema, IsUpToDate) {
  std::ifstream in(COLLISIONCHIP_SOURCE_DIR "/docs/stats.schema.json", std::ios::binary);
  const std::string committed{std::istreambuf_iterator<char>(in), {}};
  EXPECT_TRUE(committed == statistics_schema())
      << "docs/stats.schema.json is not what the table of statistics says. To write it again:\n"
      << "  python3 docs/make.py BINARY keys";
}

TEST_F(StatisticsFiles, TheCsvHoldsEveryNumberOfEveryQuery) {
  ASSERT_EQ(collide("--poses poses.txt --stats stats.json").status, 0);
  const Outcome outcome = to_csv();
  EXPECT_EQ(outcome.text, "stats.csv: 3 queries\n");
  const auto rows = table();
  ASSERT_EQ(rows.size(), 4u);
  std::map<std::string, std::size_t> column;
  for (const std::string& name : rows[0]) EXPECT_TRUE(column.emplace(name, column.size()).second) << name;
  const Json queries = statistics().at("queries");
  for (std::size_t q = 0; q < 3; ++q) {
    const auto& row = rows[q + 1];
    ASSERT_EQ(row.size(), rows[0].size());
    const auto cell = [&](const std::string& name) { return row.at(column.at(name)); };
    for (const Statistic& statistic : statistics_table()) {
      if (!has_unit(ChipConfig{}, statistic.only)) continue;
      if (statistic.kind != StatisticKind::histogram) {
        EXPECT_EQ(cell(statistic.name), queries[q].at("counters").at(statistic.name).dump());
        continue;
      }
      std::string expected;
      for (const Json& entry : queries[q].at("histograms").at(statistic.name))
        expected += (expected.empty() ? "" : " ") + entry[0].dump() + ":" + entry[1].dump();
      EXPECT_EQ(cell(statistic.name), expected);
    }
    for (const AccountRow& account : account_table()) {
      if (!has_unit(ChipConfig{}, account.only)) continue;
      const Json& unit = queries[q].at("units").at(account.unit);
      EXPECT_EQ(cell(account.unit + ".busy"), unit.at("busy").dump());
      EXPECT_EQ(cell(account.unit + ".idle"), unit.at("idle").dump());
      for (const StallCause& cause : account.causes)
        EXPECT_EQ(cell(account.unit + ".stalled." + cause.name), unit.at("stalled").at(cause.name).dump());
    }
    for (const char* const name : {"pose", "pairs", "cycles", "eq5_cycles", "readback_cycles"})
      EXPECT_EQ(cell(name), queries[q].at(name).dump());
    EXPECT_EQ(cell("uncertain_causes.side"), queries[q].at("uncertain_causes").at("side").dump());
    EXPECT_EQ(cell("matrix.3"), queries[q].at("matrix")[3].dump());
  }
}

TEST_F(StatisticsFiles, TheReferencesTableIsShorter) {
  ASSERT_EQ(collide("--model reference --stats stats.json").status, 0);
  ASSERT_EQ(to_csv().status, 0);
  const auto rows = table();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].front(), "pose");
  EXPECT_EQ(rows[0].back(), "time_us");
}

TEST_F(StatisticsFiles, BrokenOnesAreRefusedWithTheirLine) {
  ASSERT_EQ(collide("--poses poses.txt --stats stats.json").status, 0);
  const std::string sound = read("stats.json");
  const auto complaint = [&](const std::string& text) {
    write("stats.json", text);
    const Outcome outcome = to_csv();
    EXPECT_EQ(outcome.status, 3) << outcome.text;
    return outcome.text;
  };
  EXPECT_EQ(complaint("pose,pairs\n"),
            "collisionchip: stats.json:1: expected '{\"queries\": [', the first line of a statistics file\n");
  const std::size_t second = sound.find('\n', sound.find('\n') + 1) + 1;
  EXPECT_EQ(complaint(sound.substr(0, second + 100)),
            "collisionchip: stats.json:3: expected a query, one per line, as collide --stats writes it\n");
  EXPECT_EQ(complaint(sound.substr(0, second)),
            "collisionchip: stats.json:3: expected '],' and the run: the file is cut short\n");
  EXPECT_NE(complaint(sound.substr(0, sound.size() - 10)).find("the file is cut short"), std::string::npos);
  EXPECT_EQ(complaint(sound.substr(0, second) + "{\"pose\":1},\n" + sound.substr(second)),
            "collisionchip: stats.json:3: expected the members of the first query\n");
  EXPECT_EQ(run("stats none.json --csv out.csv").text.substr(0, 50),
            "collisionchip: none.json: expected a statistics fi");
  write("stats.json", sound);
  EXPECT_EQ(run("stats stats.json --csv no/such/folder.csv").status, 3);
  EXPECT_EQ(run("stats stats.json").status, 3) << "--csv is missing";
  EXPECT_EQ(run("stats").status, 2);
}

TEST_F(StatisticsFiles, TheFullAccountShowsThemToo) {
  ASSERT_EQ(collide("--stats stats.json").status, 0);
  const std::string brief = collide("").text, full = collide("--account full").text;
  EXPECT_EQ(brief.find("alpha    "), std::string::npos);
  const Json file = statistics();
  const Json& counters = file.at("queries")[0].at("counters");
  const auto shows = [&](const std::string& text) { return full.find(text) != std::string::npos; };
  EXPECT_TRUE(shows(counters.at("sdram.activates").dump() + " ACT, "));
  EXPECT_TRUE(shows("  tumbled pairs       "));
  EXPECT_TRUE(shows(counters.at("triangle_unit.misses").dump() + " misses, "));
  EXPECT_TRUE(shows("  alpha               "));
  EXPECT_TRUE(shows("#"));
  EXPECT_TRUE(shows("at most " + counters.at("stack_sram_left.high_water").dump() + " words left"));
  for (const auto& [channel, capacity] : file.at("run").at("channels").items())
    EXPECT_TRUE(shows("  " + channel + " ")) << channel << capacity;
  EXPECT_TRUE(collide("--poses poses.txt --account full").text.find("  alpha  ") != std::string::npos);
  EXPECT_EQ(collide("--account all").status, 2);
}

}  // namespace
}  // namespace collisionchip

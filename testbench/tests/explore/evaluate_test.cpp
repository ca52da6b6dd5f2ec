// `collisionchip evaluate`: one line in, one line out, whatever the line.
#include <gtest/gtest.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "collisionchip/testbench/tests/explore/explore_support.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using Json = nlohmann::ordered_json;

class EvaluateTest : public ::testing::Test {
 protected:
  std::vector<std::string> say(const std::string& lines, const std::string& options = "", int status = 0) {
    folder_.write("lines", lines);
    const std::string command = std::string(COLLISIONCHIP_BINARY) + " evaluate --workload " + plan_ + " " +
                                options + " < " + folder_ / "lines > " + folder_ / "answers 2> " +
                                folder_ / "said";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), status);
    std::istringstream answers(folder_.read("answers"));
    std::vector<std::string> all;
    for (std::string line; std::getline(answers, line);) all.push_back(line);
    return all;
  }
  std::vector<Json> ask(const std::string& lines, const std::string& options = "", int status = 0) {
    std::vector<Json> all;
    for (const std::string& line : say(lines, options, status)) all.push_back(Json::parse(line));
    return all;
  }

  Folder folder_;
  const std::string plan_ = folder_.write("plan.toml", kWorkload);
};

TEST_F(EvaluateTest, AnswersWithTheNumbersOfAnExploration) {
  Loaded loaded(folder_.write("grid.toml",
                              std::string("[[axis]]\nkey = \"sdram.banks\"\nvalues = [2, 8]\n") + kWorkload));
  ResultStore store(folder_ / "s.sqlite", "1");
  loaded.run(store, jobs(1));
  const auto answers =
      ask("{\"sdram.banks\": 2, \"id\": 7}\n{\"sdram\": {\"banks\": 8}, \"id\": {\"trial\": [1]}}\n");
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers[0]["id"], 7);
  EXPECT_EQ(answers[1]["id"].dump(), "{\"trial\":[1]}");
  for (std::uint64_t point = 0; point < 2; ++point) {
    const std::string hash = config_hash(loaded.points.configuration(point));
    EXPECT_EQ(answers[point]["status"], "done");
    EXPECT_EQ(answers[point]["configuration"], hash);
    const Evaluation expected = *store.find(hash, loaded.workloads[0].hash);
    const Json& statistics = answers[point]["results"]["knots"];
    for (std::size_t i = 0; i < expected.statistics.size(); ++i) {
      const std::string& name = statistic_names()[i];
      ASSERT_EQ(statistics.contains(name), expected.statistics[i].has_value()) << name;
      EXPECT_EQ(statistics.value(name, std::uint64_t{0}), expected.statistics[i].value_or(0)) << name;
    }
    EXPECT_FALSE(statistics.contains("group_engine.lists")) << "a unit that paper41 lacks";
  }
}

TEST_F(EvaluateTest, ABadLineIsAnsweredAndTheNextOneToo) {
  const char* const bad[][2] = {
      {"nonsense", "line 1: expected a JSON object of keys, got nonsense"},
      {"", "line 2: expected a JSON object of keys, got "},
      {"[1]", "line 3: expected a JSON object of keys, got [1]"},
      {"{\"sdram.bnaks\": 4}", "line 4: sdram.bnaks: unknown key; nearest is sdram.banks"},
      {"{\"sdram.banks\": 3}", "line 5: sdram.banks: expected a power of two in 1..64, got 3"},
      {"{\"sdram.banks\": \"4\"}", "line 6: sdram.banks: expected an integer in 1..64, got '4'"},
      {"{\"sdram.banks\": 4.5}", "line 7: sdram.banks: expected an integer in 1..64, got 4.5"},
      {"{\"sdram.page_policy\": \"ajar\"}",
       "line 8: sdram.page_policy: expected 'closed' or 'open', got 'ajar'"},
      {"{\"sdram.t_rc\": 3}", "line 9: sdram.t_rc = 3 is less than sdram.t_ras = 12"},
      {"{\"sdram\": {\"bnaks\": 4}}", "line 10: sdram.bnaks: unknown key; nearest is sdram.banks"},
      {"{\"sdram.banks\": [4]}", "line 11: sdram.banks: expected an integer in 1..64, got [4]"},
      {"{\"stack_engine.prefetch\": 1}", "line 12: stack_engine.prefetch: expected true or false, got 1"},
  };
  std::string lines;
  for (const auto& line : bad) lines += line[0] + std::string("\n");
  const auto answers = ask(lines + "{\"stack_engine.prefetch\": false}");
  ASSERT_EQ(answers.size(), std::size(bad) + 1);
  for (std::size_t i = 0; i < std::size(bad); ++i) {
    EXPECT_EQ(answers[i]["status"], "refused");
    EXPECT_EQ(answers[i]["reason"], bad[i][1]);
  }
  EXPECT_EQ(answers.back()["status"], "done");
}

TEST_F(EvaluateTest, ALineChangesTheChipForItselfOnly) {
  const auto answers =
      ask("{}\n{\"sdram.t_cl\": 20}\n{}\n", "--set sdram.banks=8 --statistic cycles --statistic sdram.reads");
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[0], answers[2]);
  const Json &first = answers[0]["results"]["knots"], &second = answers[1]["results"]["knots"];
  EXPECT_EQ(first.size(), 2u);
  EXPECT_LT(first["cycles"].get<std::uint64_t>(), second["cycles"].get<std::uint64_t>());
  ChipConfig config;
  config.sdram.banks = 8;
  EXPECT_EQ(answers[0]["configuration"], config_hash(config));
}

TEST_F(EvaluateTest, AStoreKeepsWhatWasAnswered) {
  const std::string line = "{\"sdram.banks\": 2}\n";
  const auto first = ask(line, "--store " + folder_ / "s.sqlite");
  // Changed behind its back: the second answer comes from there.
  SqliteDatabase(folder_ / "s.sqlite", SQLITE_OPEN_READWRITE).execute("UPDATE results SET cycles = 42");
  const auto second = ask(line, "--store " + folder_ / "s.sqlite");
  EXPECT_NE(first[0]["results"]["knots"]["cycles"], 42);
  EXPECT_EQ(second[0]["results"]["knots"]["cycles"], 42);
}

// In a line that is refused, too; which ids there are: AskedLine.KeepsAnIdByteForByte.
TEST_F(EvaluateTest, AnIdComesBackByteForByte) {
  const std::string ids[] = {"123456789012345678901234567890", "[1, 1e400 ,-0]"};
  const auto answers =
      say("{\"id\": " + ids[0] + ", \"sdram.banks\": 2}\n{\"sdram.banks\": 1e400, \"id\":" + ids[1] +
              "}\n{\"id\": 3, \"sdram.banks\": 2, \"sdram\": {\"banks\": 2}}\n",
          "--statistic cycles");
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[0].rfind("{\"id\":" + ids[0] + ",\"status\":\"done\",", 0), 0u) << answers[0];
  EXPECT_EQ(answers[1],
            "{\"id\":" + ids[1] +
                ",\"status\":\"refused\",\"reason\":\"line 2: sdram.banks: expected an integer in "
                "1..64, got '1e400'\"}");
  EXPECT_EQ(
      answers[2],
      "{\"id\":3,\"status\":\"refused\",\"reason\":\"line 3: sdram.banks: expected each key once, got it "
      "twice\"}");
}

TEST_F(EvaluateTest, WithoutAnyResultTheStatusIsNotDone) {
  EXPECT_TRUE(say("").empty());
  ask("{\"sdram.bnaks\": 4}\n{\"sdram.banks\": 3}\n", "", 3);
  EXPECT_NE(folder_.read("said").find(
                "\ncollisionchip: evaluate: expected at least one line with a result, got "
                "none in 2 lines: line 1: sdram.bnaks: unknown key; nearest is sdram.banks\n"),
            std::string::npos)
      << folder_.read("said");
  // A failure is an answer, too: of two that disagree.
  const std::string store = "--store " + folder_ / "s.sqlite";
  ask("{}\n{\"sdram.banks\": 2}\n", store);
  const auto fail = [&](const std::string& reason, const std::string& which) {
    SqliteDatabase(folder_ / "s.sqlite", SQLITE_OPEN_READWRITE)
        .execute("UPDATE results SET status = 'failed', reason = '" + reason + "'" + which);
  };
  fail("no room", " WHERE rowid = 1");
  EXPECT_EQ(ask("{}\n{\"sdram.banks\": 2}\n", store)[0]["status"], "failed");
  ask("{}\n", store, 3);
  EXPECT_NE(folder_.read("said").find("got none in 1 line: knots: no room\n"), std::string::npos);
  fail("models disagree: pose 0", " WHERE rowid = 1");
  ask("{}\n{\"sdram.banks\": 2}\n", store, 1);
}

}  // namespace
}  // namespace collisionchip

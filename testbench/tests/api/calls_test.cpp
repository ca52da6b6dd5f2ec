// Configurations, runs, estimates and explorations as calls of the library.
#include <gtest/gtest.h>

#include <algorithm>

#include "collisionchip/api.h"
#include "collisionchip/testbench/tests/test_folder.h"

namespace collisionchip::api {
namespace {

using testing_support::Folder;

const std::vector<Pose> kPoses = {pose_from_quaternion({0.4, 0, 0, 1, 0, 0, 0.1}),
                                  pose_from_quaternion({5, 0, 0.3, 1, 0, 0.5, 0})};  // the second is apart

template <typename Work>
std::string complaint_of(Error::Kind kind, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

TEST(ConfigOfTheLibrary, IsAValueAlsoElsewhere) {
  const Config config = Config("today", {"sdram.t_rp=60"}).replace({"sdram.banks=8"});
  EXPECT_EQ(config.toml(), Config("today", {"sdram.banks=8", "sdram.t_rp=60"}).toml());
  EXPECT_EQ(config.hash(), Engine::chip(config).configuration_hash());
  const Config again = Config::of(config.settings(), config.set_singly());
  for (const Config& one : {config, again}) {
    const std::string toml = one.replace({"memory.kind=ddr4-3200"}).toml();
    EXPECT_NE(toml.find("t_rp = 60\n"), std::string::npos) << "what was set by itself stays";
    EXPECT_NE(toml.find("t_rcd = 22\n"), std::string::npos) << "all else is the kind's";
  }
  EXPECT_EQ(complaint_of(Error::Kind::input, [&] { (void)config.replace({"sdram.bnaks=8"}); }),
            "--set sdram.bnaks=8: unknown key; nearest is sdram.banks");
}

TEST(ConfigOfTheLibrary, SaysOfEachKeyWhatItMayBe) {
  const std::vector<ConfigKeyText>& texts = config_key_texts();
  const auto banks = std::find_if(texts.begin(), texts.end(),
                                  [](const ConfigKeyText& text) { return text.name == "sdram.banks"; });
  ASSERT_NE(banks, texts.end());
  EXPECT_EQ(banks->range, "a power of two in 1..64");
  EXPECT_EQ(banks->default_value, "4");
  EXPECT_EQ(banks->most, 64u);
  for (const auto& [name, text] : preset_texts()) EXPECT_FALSE(Config(name).toml().empty()) << text;
}

TEST(QueryOfTheLibrary, IsTheSameByAnyNumberOfProcesses) {
  const Shape gear = Shape::make("gear", 260), bolt = Shape::make("bolt", 260);
  const Config machine("today");
  const Engine chip = Engine::chip(machine);
  const auto results = chip.collide(gear, bolt, kPoses, {0, false, true}, {1});  // whose simulation stays
  const QueryRecord one = query(machine, gear, bolt, kPoses, {}, {1}),
                    two = query(machine, gear, bolt, kPoses, {}, {2});
  EXPECT_EQ(one.pairs, two.pairs);
  EXPECT_EQ(one.queries, two.queries);
  EXPECT_EQ(one.parity, two.parity);
  EXPECT_EQ(one.parity.find("PARITY: tlm = reference: 2 queries, "), 0u) << one.parity;
  EXPECT_EQ(chip.collide(gear, bolt, kPoses[0]).cost.cycles, results[0].cost.cycles)
      << "it answers as before";
  ASSERT_EQ(one.pairs.size(), 2u);
  for (std::size_t i = 0; i < results.size(); ++i) EXPECT_EQ(one.pairs[i], results[i].pairs);
  EXPECT_EQ(one.queries, "[" + results[0].statistics + "," + results[1].statistics + "]");
  EXPECT_EQ(query(machine, gear, gear, kPoses, {"reference", true, false, false}).pairs[0].size(), 1u);
}

TEST(QueryOfTheLibrary, StopsWhenItIsTold) {
  const Shape gear = Shape::make("gear", 260);
  const Config machine("today");
  for (const unsigned jobs : {1u, 2u}) {
    int asked = 0;
    const BatchOptions stopped{jobs, [&] { return ++asked > 1; }};
    complaint_of(Error::Kind::interrupted,
                 [&] { query(machine, gear, gear, std::vector<Pose>(2000, kPoses[0]), {}, stopped); });
  }
  std::size_t asked = 0;
  const BatchOptions counts{1, [&] { return ++asked == 0; }};
  query(machine, gear, gear, std::vector<Pose>(128, kPoses[1]), {"reference", true, false, false}, counts);
  EXPECT_GE(asked, 128u) << "between any two poses";
  EXPECT_EQ(complaint_of(Error::Kind::input,
                         [&] {
                           query(machine, gear, gear, kPoses, {"fcl", false, true, true});
                         })
                .find("--raw: expected "),
            0u);
}

TEST(EstimateOfTheLibrary, OfAllListsIsTheCycles) {
  const Shape gear = Shape::make("gear", 60);
  const Config machine;
  const std::vector<Estimate> estimates = estimate(machine, gear, gear, kPoses);
  ASSERT_EQ(estimates.size(), 2u);
  EXPECT_TRUE(estimates[0].is_whole);
  EXPECT_EQ(estimates[0].cycles, Engine::chip(machine).collide(gear, gear, kPoses[0]).cost.cycles);
  EXPECT_EQ(complaint_of(Error::Kind::input, [&] { estimate(Config("today"), gear, gear, kPoses); })
                .find("estimate: "),
            0u);
  complaint_of(Error::Kind::interrupted, [&] {
    estimate(machine, gear, gear, kPoses, {}, {1, [] { return true; }});
  });
}

TEST(ExploreOfTheLibrary, GoesOnWhereItWas) {
  const Folder folder;
  const std::string plan = folder.write("plan.toml",
                                        "[[axis]]\nkey = \"sdram.banks\"\nvalues = [2, 4, 8]\n"
                                        "[[workload]]\nname = \"gears\"\n"
                                        "a = { kind = \"gear\", triangles = 60 }\nb = { kind = \"bolt\", "
                                        "triangles = 60 }\nposes = [\"0 0 0 1 0 0 0\"]\n"),
                    out = folder / "out";
  int asked = 0;
  complaint_of(Error::Kind::interrupted, [&] { explore(plan, out, {}, {1, [&] { return ++asked > 3; }}); });
  const ExploreSummary rest = explore(plan, out, {}, {2});
  EXPECT_EQ(rest.points, 3u);
  EXPECT_EQ(rest.computed + rest.reused, 3u);
  EXPECT_EQ(explore(plan, out).reused, 3u);
  EXPECT_NE(folder.read("out/results.json").find("\"status\":\"done\""), std::string::npos);
  EXPECT_NE(complaint_of(Error::Kind::input, [&] { explore(folder.write("bad.toml", "axes = 3\n"), out); })
                .find("bad.toml:1: "),
            std::string::npos);
}

}  // namespace
}  // namespace collisionchip::api

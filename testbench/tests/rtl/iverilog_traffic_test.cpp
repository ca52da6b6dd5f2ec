// Traffic of real queries on the model, played against the RTL by Icarus Verilog: a second simulator's
// opinion, without SystemC and Verilator.
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "testbench/golden_player.h"
#include "testbench/tests/system/system_support.h"
#include "traces/unit_traffic.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct Played {
  int status;
  std::string said;
};

struct IverilogTraffic : ::testing::Test {
  std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) /
                                 ::testing::UnitTest::GetInstance()->current_test_info()->name();
  IverilogTraffic() { std::filesystem::create_directories(folder); }
  ~IverilogTraffic() override { std::filesystem::remove_all(folder); }

  Played play(const std::string& traffic) const {
    const std::filesystem::path file = folder / "unit.traffic", said = folder / "said.txt";
    std::ofstream(file) << traffic;
    const std::string command =
        fmt::format("{} {}/rtl_model/play_traffic.py {} > {} 2>&1", COLLISIONCHIP_PYTHON,
                    COLLISIONCHIP_SOURCE_DIR, file.string(), said.string());
    const int status = std::system(command.c_str());
    std::ostringstream text;
    text << std::ifstream(said).rdbuf();
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text.str()};
  }
};

// Of one query on the model.
std::string traffic_of(const std::string& unit, const ChipConfig& config, const ObjectPair& objects,
                       const Pose& pose, bool first_witness = false) {
  const GoldenVectors vectors = make_golden_vectors(config, objects.a, objects.b, {pose}, first_witness);
  GoldenChip chip(vectors, config);
  const UnitTraffic traffic(chip.board().chip(), config, unit);
  chip.play(vectors.queries[0]);
  std::ostringstream text;
  traffic.write(text);
  return text.str();
}

TEST_F(IverilogTraffic, TheStackEngineDoesAsTheModelOnRealQueries) {
  Random random(1);
  for (int i = 0; i < 6; ++i) {
    ChipConfig config;
    config.stack_engine.look_ahead = 1 + static_cast<std::uint32_t>(random.below(8));
    config.stack_engine.prefetch = i % 3 != 1;
    config.stack_engine.leaf_test = i % 3 == 2 ? LeafTest::triangle : LeafTest::dop_first;
    if (i % 2 == 1) config.stack_sram.entries = 6;
    const ObjectPair objects = random_objects(random, 40);
    const Played played = play(traffic_of("stack_engine", config, objects, random_pose(random, 0.3), i == 3));
    EXPECT_EQ(played.status, 0) << played.said;
    EXPECT_NE(played.said.find("PARITY: stack_engine iverilog = tlm"), std::string::npos) << played.said;
    std::fputs(played.said.c_str(), stdout);
  }
}

TEST_F(IverilogTraffic, TheStackSramsGiveTheirWordsWhenTheModelDoes) {
  Random random(4);
  for (const std::uint32_t latency : {1u, 2u, 5u}) {
    ChipConfig config;
    config.stack_sram.latency = latency;
    const Pose pose = random_pose(random, 0.1);
    for (const char* unit : {"stack_sram_left", "stack_sram_right"}) {
      const Played played = play(traffic_of(unit, config, tori(), pose));
      EXPECT_EQ(played.status, 0) << played.said;
      std::fputs(played.said.c_str(), stdout);
    }
  }
}

TEST_F(IverilogTraffic, ThePointerFifoDoesAsTheModelWhenItIsFull) {
  Random random(2);
  ChipConfig config;
  config.pointer_fifo.depth = 4;
  config.pointer_fifo.threshold = 4;
  const Played played = play(traffic_of("pointer_fifo", config, tori(), random_pose(random, 0.1)));
  EXPECT_EQ(played.status, 0) << played.said;
  EXPECT_NE(played.said.find("PARITY: pointer_fifo iverilog = tlm"), std::string::npos) << played.said;
}

TEST_F(IverilogTraffic, AnotherValueAnotherCycleAndAMissingPutAreFound) {
  Random random(3);
  const std::string good =
      traffic_of("stack_engine", ChipConfig{}, random_objects(random, 20), random_pose(random, 0.2));
  ASSERT_EQ(play(good).status, 0);
  const auto change_line = [&good](const std::string& pin, const auto& change) {
    const std::size_t at = good.find(" =" + pin + " ");
    EXPECT_NE(at, std::string::npos);
    const std::size_t begin = good.rfind('\n', at) + 1, end = good.find('\n', at);
    return good.substr(0, begin) + change(good.substr(begin, end - begin)) + good.substr(end);
  };
  const Played value =
      play(change_line("requests_address_o", [](const std::string& line) { return line + "1"; }));
  EXPECT_EQ(value.status, 1);
  EXPECT_NE(value.said.find("requests_address_o: expected"), std::string::npos) << value.said;
  const Played missing = play(change_line("flags_pop_o", [](const std::string&) { return std::string(); }));
  EXPECT_EQ(missing.status, 1);
  EXPECT_NE(missing.said.find("flags_pop_o: expected 0, is 1"), std::string::npos) << missing.said;
  // One cycle earlier: in front of all lines of its own.
  std::string line, moved = change_line("leaf_tests_put_o", [&line](const std::string&text) {
                      line = text;
                      return std::string();
                    });
  const std::size_t space = line.find(' ');
  const std::size_t own_cycle = moved.find("\n" + line.substr(0, space + 1));
  ASSERT_NE(own_cycle, std::string::npos);
  moved.insert(own_cycle + 1, std::to_string(std::stoull(line) - 1) + line.substr(space) + "\n");
  const Played early = play(moved);
  EXPECT_EQ(early.status, 1) << early.said;
  EXPECT_NE(early.said.find("leaf_tests_put_o: expected 1, is 0"), std::string::npos) << early.said;
}

TEST_F(IverilogTraffic, WhatIsNoTrafficIsRefused) {
  EXPECT_EQ(play("unit stack_engine\n").status, 2);
  EXPECT_EQ(play("collisionchip-traffic 1\nunit dop_unit_of_mine\npins\n0 end 0\n").status, 2);
}

}  // namespace
}  // namespace collisionchip

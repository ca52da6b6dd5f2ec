// Traffic of real queries on the model, played against the RTL by Icarus Verilog: a second simulator's
// opinion, without SystemC and Verilator.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "collisionchip/rtl_model/adapter/rtl_builds.h"
#include "collisionchip/testbench/host/golden_player.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/traces/vectors/unit_traffic.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct Played {
  int status;
  std::string said;
};

struct IverilogTraffic : ::testing::Test {
  std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) /
      (::testing::UnitTest::GetInstance()->current_test_info()->name() + std::to_string(getpid()));
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

// The traffic of one query on the model.
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

ObjectPair small_tori() {
  return {object_of(torus(6, 4)), object_of(torus(6, 4))};
}

TEST_F(IverilogTraffic, TheDopUnitDoesAsTheModel) {
  Random random(5);
  for (int i = 0; i < 2; ++i) {
    const Played played = play(
        traffic_of("dop_unit", ChipConfig{}, random_objects(random, 30), random_pose(random, 0.3), i == 1));
    EXPECT_EQ(played.status, 0) << played.said;
    EXPECT_NE(played.said.find("PARITY: dop_unit iverilog = tlm"), std::string::npos) << played.said;
    std::fputs(played.said.c_str(), stdout);
  }
}

TEST_F(IverilogTraffic, TheTriangleUnitDoesAsTheModelWithTheFilterAndWithout) {
  Random random(6);
  for (const bool filter : {true, false}) {
    ChipConfig config;
    config.triangle_unit.filter = filter;
    const Played played = play(traffic_of("triangle_unit", config, small_tori(), random_pose(random, 0.1)));
    EXPECT_EQ(played.status, 0) << played.said;
    EXPECT_NE(played.said.find("PARITY: triangle_unit iverilog = tlm"), std::string::npos) << played.said;
    std::fputs(played.said.c_str(), stdout);
  }
}

TEST_F(IverilogTraffic, TheMemoryControllerDoesAsTheModelOnTheMachinesThatItIsVerilatedFor) {
  Random random(7);
  for (const ChipConfig& machine : machines_of("memory_controller")) {
    const Played played =
        play(traffic_of("memory_controller", machine, small_tori(), random_pose(random, 0.1)));
    EXPECT_EQ(played.status, 0) << played.said;
    EXPECT_NE(played.said.find("PARITY: memory_controller iverilog = tlm"), std::string::npos) << played.said;
    std::fputs(played.said.c_str(), stdout);
  }
}

// The first line of the pin, as `change` has it.
template <typename Change>
std::string change_line(const std::string& traffic, const std::string& pin, const Change& change) {
  const std::size_t at = traffic.find(" =" + pin + " ");
  EXPECT_NE(at, std::string::npos) << pin;
  const std::size_t begin = traffic.rfind('\n', at) + 1, end = traffic.find('\n', at);
  return traffic.substr(0, begin) + change(traffic.substr(begin, end - begin)) + traffic.substr(end);
}

std::string another_value(const std::string& traffic, const std::string& pin) {
  return change_line(traffic, pin, [](const std::string& line) { return line + "1"; });
}

// In front of all lines of its own cycle.
std::string one_cycle_earlier(const std::string& traffic, const std::string& pin) {
  std::string line;
  std::string moved = change_line(traffic, pin, [&line](const std::string& text) {
    line = text;
    return std::string();
  });
  const std::size_t space = line.find(' ');
  const std::size_t own_cycle = moved.find("\n" + line.substr(0, space + 1));
  EXPECT_NE(own_cycle, std::string::npos);
  return moved.insert(own_cycle + 1, std::to_string(std::stoull(line) - 1) + line.substr(space) + "\n");
}

TEST_F(IverilogTraffic, AnotherValueAnotherCycleAndAMissingPutAreFound) {
  Random random(3);
  const std::string good =
      traffic_of("stack_engine", ChipConfig{}, random_objects(random, 20), random_pose(random, 0.2));
  ASSERT_EQ(play(good).status, 0);
  const Played value = play(another_value(good, "requests_address_o"));
  EXPECT_EQ(value.status, 1);
  EXPECT_NE(value.said.find("requests_address_o: expected"), std::string::npos) << value.said;
  const Played missing =
      play(change_line(good, "flags_pop_o", [](const std::string&) { return std::string(); }));
  EXPECT_EQ(missing.status, 1);
  EXPECT_NE(missing.said.find("flags_pop_o: expected 0, is 1"), std::string::npos) << missing.said;
  const Played early = play(one_cycle_earlier(good, "leaf_tests_put_o"));
  EXPECT_EQ(early.status, 1) << early.said;
  EXPECT_NE(early.said.find("leaf_tests_put_o: expected 1, is 0"), std::string::npos) << early.said;
}

// The files in traces/golden are what the model does now, play, and cannot be changed unnoticed.
TEST_F(IverilogTraffic, TheCommittedFilesPlayAndAChangedValueAndCycleAreFound) {
  const std::filesystem::path golden = std::filesystem::path(COLLISIONCHIP_SOURCE_DIR) / "traces" / "golden";
  const GoldenVectors vectors = read_golden_vectors((golden / "knots.vectors").string());
  const std::map<std::string, std::pair<std::string, std::string>> units = {
      {"dop_unit", {"flags_bits_o", "flags_put_o"}},
      {"pointer_fifo", {"entries_aligned_o", "entries_put_o"}},
      {"stack_engine", {"requests_address_o", "requests_put_o"}},
      {"stack_sram_left", {"words_word_o", "words_put_o"}},
      {"triangle_unit", {"findings_aligned_o", "findings_put_o"}}};
  for (const auto& [unit, pins] : units) {
    std::ostringstream committed, now;
    committed << std::ifstream(golden / (unit + ".traffic")).rdbuf();
    const std::string good = committed.str();
    GoldenChip chip(vectors, vectors.config);
    const UnitTraffic traffic(chip.board().chip(), vectors.config, unit);
    chip.play(vectors.queries[0]);
    traffic.write(now);
    EXPECT_TRUE(now.str() == good) << unit << ": a new recording differs (docs/vectors.md)";
    const Played played = play(good);
    EXPECT_EQ(played.status, 0) << played.said;
    std::fputs(played.said.c_str(), stdout);
    const Played value = play(another_value(good, pins.first));
    EXPECT_EQ(value.status, 1) << value.said;
    EXPECT_NE(value.said.find(pins.first + ": expected"), std::string::npos) << value.said;
    const Played early = play(one_cycle_earlier(good, pins.second));
    EXPECT_EQ(early.status, 1) << early.said;
    EXPECT_NE(early.said.find(pins.second + ": expected 1, is 0"), std::string::npos) << early.said;
  }
}

TEST_F(IverilogTraffic, WhatIsNoTrafficIsRefused) {
  EXPECT_EQ(play("unit stack_engine\n").status, 2);
  EXPECT_EQ(play("collisionchip-traffic 1\nunit dop_unit_of_mine\npins\n0 end 0\n").status, 2);
}

}  // namespace
}  // namespace collisionchip

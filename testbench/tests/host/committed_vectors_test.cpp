// The vectors in traces/golden: a new recording has the same bytes. They play on reference, model and RTL. A changed value
// and a changed cycle are found by each of these that can know them.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/host/golden_player.h"
#include "collisionchip/traces/vectors/unit_traffic.h"

namespace collisionchip {
namespace {

const std::string kFolder = COLLISIONCHIP_SOURCE_DIR "/traces/golden/";
const std::string kFile = kFolder + "knots.vectors";
// Vectors of machines with other volumes, each with the traffic of its unit.
struct OtherVolumes {
  std::string vectors, unit;
};
const OtherVolumes kOthers[] = {{"obb40.vectors", "obb_unit"}, {"aabb21.vectors", "aabb_unit"}};
// Vectors of a machine without a tree.
const std::string kBruteForce = kFolder + "brute_force.vectors";

std::string text_of_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

GoldenVectors read_text(const std::string& text) {
  const std::filesystem::path file =
      std::filesystem::path(::testing::TempDir()) /
      fmt::format("committed_{}_{}.vectors", getpid(),
                  std::hash<std::string>{}(::testing::UnitTest::GetInstance()->current_test_info()->name()));
  std::ofstream(file) << text;
  GoldenVectors vectors = read_golden_vectors(file.string());
  std::filesystem::remove(file);
  return vectors;
}

// The first difference of any query; empty if there is none.
using Player = std::string (*)(const GoldenVectors&);

std::string on_reference(const GoldenVectors& vectors) {
  const GoldenReference reference(vectors);
  for (const GoldenQuery& query : vectors.queries) {
    if (const std::string found = reference.difference(query); !found.empty()) return found;
  }
  return "";
}

std::string on_chip(const GoldenVectors& vectors, const ChipConfig& config) {
  GoldenChip chip(vectors, config);
  for (const GoldenQuery& query : vectors.queries) {
    if (const std::string found = difference(query.answer, chip.play(query)); !found.empty()) return found;
  }
  return "";
}

std::string on_model(const GoldenVectors& vectors) {
  return on_chip(vectors, vectors.config);
}

std::string on_rtl(const GoldenVectors& vectors) {
  ChipConfig config = vectors.config;
  for (const std::string& unit : rtl_units()) set_model(config, unit, UnitModel::rtl);
  return on_chip(vectors, config);
}

// With the number behind the last `statement` one greater.
std::string changed(std::string text, const std::string& statement) {
  const std::size_t line = text.rfind("\n" + statement + " ");
  EXPECT_NE(line, std::string::npos) << statement;
  const std::size_t number = line + statement.size() + 2;
  std::size_t end = number;
  const std::uint64_t value = std::stoull(text.substr(number), &end);
  return text.replace(number, end, std::to_string(value + 1));
}

void plays_and_finds(Player play, bool has_cycles, const std::string& file = kFile) {
  const std::string good = text_of_file(file);
  EXPECT_EQ(play(read_text(good)), "");
  EXPECT_EQ(play(read_text(changed(good, "expect cycles"))).rfind("cycles: expected ", 0) == 0, has_cycles);
  EXPECT_EQ(play(read_text(changed(good, "expect lists"))).rfind("lists: expected ", 0), 0u);
  EXPECT_NE(play(read_text(changed(good, "expect hit"))), "");
}

TEST(CommittedVectors, PlayOnTheReference) {
  plays_and_finds(on_reference, false);
  plays_and_finds(on_reference, false, kBruteForce);
}

TEST(CommittedVectors, PlayOnTheModel) {
  plays_and_finds(on_model, true);
  plays_and_finds(on_model, true, kBruteForce);
}

TEST(CommittedVectors, OfOtherVolumesPlayOnReferenceAndModel) {
  for (const OtherVolumes& other : kOthers) {
    plays_and_finds(on_reference, false, kFolder + other.vectors);
    plays_and_finds(on_model, true, kFolder + other.vectors);
  }
}

// The reference builds the tree again: a wrong bit of a node is reported with its address.
TEST(CommittedVectors, AWrongWordOfANodeIsFoundByTheReference) {
  for (const OtherVolumes& other : kOthers) {
    GoldenVectors vectors = read_golden_vectors(kFolder + other.vectors);
    vectors.memory[0].words[1] ^= 0x100u;
    try {
      const GoldenReference reference(vectors);
      ADD_FAILURE() << other.vectors;
    } catch (const std::exception& error) {
      EXPECT_EQ(std::string(error.what()).rfind("memory 00000004: expected ", 0), 0u) << error.what();
    }
  }
}

TEST(CommittedVectors, PlayOnTheRtl) {
  if (rtl_units().empty()) GTEST_SKIP() << "this program has no RTL";
  plays_and_finds(on_rtl, true);
}

void expect_recorded_anew(const std::string& file, const std::string& unit) {
  GoldenVectors vectors = read_golden_vectors(file);
  const CollisionObject knot = build_object(make_procedural_mesh("torus-knot", 24), vectors.config);
  std::vector<Pose> poses;
  for (const GoldenQuery& query : vectors.queries) poses.push_back(query.pose);
  GoldenVectors anew = make_golden_vectors(vectors.config, knot, knot, poses, false);
  GoldenChip chip(anew, anew.config);
  std::ostringstream pins;
  {
    const UnitTraffic traffic(chip.board().chip(), anew.config, unit);
    anew.queries[0].answer = chip.play(anew.queries[0]);
    traffic.write(pins);
  }
  for (std::size_t i = 1; i < anew.queries.size(); ++i) anew.queries[i].answer = chip.play(anew.queries[i]);
  std::ostringstream text;
  write_golden_vectors(text, anew);
  EXPECT_TRUE(text.str() == text_of_file(file)) << file << ": a new recording is another one";
  EXPECT_TRUE(pins.str() == text_of_file(kFolder + unit + ".traffic")) << "and so is the traffic of " << unit;
}

// If this fails, the model's timing, the memory image or the matrices have changed: docs/vectors.md says how to
// record the vectors again.
TEST(CommittedVectors, AreWhatTheModelDoesNow) {
  expect_recorded_anew(kFile, "dop_unit");
  for (const OtherVolumes& other : kOthers) expect_recorded_anew(kFolder + other.vectors, other.unit);
  expect_recorded_anew(kBruteForce, "pair_sequencer");
}

TEST(CommittedVectors, TrafficOfAUnitThatTheMachineHasNotIsRefused) {
  const GoldenVectors vectors = read_golden_vectors(kBruteForce);
  GoldenChip chip(vectors, vectors.config);
  EXPECT_THROW(UnitTraffic(chip.board().chip(), vectors.config, "triangle_unit"), InputError);
  EXPECT_THROW(UnitTraffic(chip.board().chip(), ChipConfig{}, "pair_sequencer"), InputError);
}

}  // namespace
}  // namespace collisionchip

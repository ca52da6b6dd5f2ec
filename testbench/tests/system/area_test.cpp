// The area of a configuration: by hand from its items, and its items from the page of the synthesis.
#include "collisionchip/tlm/statistics/costs.h"

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/tlm/statistics/synthesised_clock.h"

namespace collisionchip {
namespace {

using namespace testing_support;

std::uint64_t area_of(const ChipConfig& config, const std::string& unit) {
  JudgedSimulation simulation(config);
  return unit_cost(simulation.board(), unit).area_um2;
}

// Rows of a generated table of the page, by their first cell: all their cells.
std::map<std::string, std::vector<std::string>> rows_of(const std::string& part) {
  std::ifstream page(COLLISIONCHIP_SOURCE_DIR "/docs/costs.md");
  std::map<std::string, std::vector<std::string>> rows;
  bool here = false;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("<!-- ", 0) == 0) here = line == "<!-- made: synthesis_" + part + " -->";
    if (!here || line.rfind("| ", 0) != 0) continue;
    std::vector<std::string> cells;
    std::istringstream text(line.substr(2));
    for (std::string cell; std::getline(text, cell, '|');)
      cells.push_back(cell.substr(0, cell.find_last_not_of(' ') + 1));
    for (std::string& cell : cells) cell.erase(0, cell.find_first_not_of(' '));
    rows[cells.front()] = cells;
  }
  return rows;
}

TEST(Area, KeysAreTheSynthesisPagesFigures) {
  const AreaKeys area;
  const auto units = rows_of("cmos"), operators = rows_of("operators"), groups = rows_of("groups");
  const auto um2 = [&](const std::string& unit) {
    return std::lround(1e6 * std::stod(units.at(unit).at(2)));
  };
  EXPECT_EQ(area.dotadd_um2, um2("dotadd, 6 stages"));
  EXPECT_EQ(area.dotadd_stage_um2, (um2("dotadd, 12 stages") - um2("dotadd, 6 stages")) / 6);
  EXPECT_EQ(area.pci_interface_um2, um2("pci_interface"));
  EXPECT_EQ(area.memory_controller_um2, um2("memory_controller"));
  EXPECT_EQ(area.stack_engine_um2, um2("stack_engine"));
  EXPECT_EQ(std::to_string(area.multiply_um2), operators.at("fp_mul").at(1));
  EXPECT_EQ(std::to_string(area.add_um2), operators.at("fp_add").at(1));
  EXPECT_EQ(std::to_string(area.compare_um2), operators.at("fp_compare").at(1));
  EXPECT_EQ(std::to_string(area.fixed_dotadd_um2), groups.at("group_dotadd").at(2));
  EXPECT_EQ(std::to_string(area.corner_dotadd_um2), groups.at("group_dotadd, corners").at(2));
  EXPECT_EQ(std::to_string(area.group_compare_um2), groups.at("group_compare").at(2));
  EXPECT_EQ(std::to_string(area.group_decode_um2), groups.at("group_decode").at(2));
  EXPECT_EQ(std::to_string(area.group_extent_um2), groups.at("group_extent").at(2));
  EXPECT_EQ(std::to_string(area.small_block_um2), groups.at("small_block").at(2));
  EXPECT_EQ(std::to_string(area.small_cross_um2), groups.at("small_cross").at(2));
  EXPECT_EQ(std::to_string(area.small_sum_um2), groups.at("small_sum").at(2));
  EXPECT_EQ(std::to_string(area.small_triple_um2), groups.at("small_triple").at(2));
  EXPECT_EQ(std::to_string(area.small_sign_um2), groups.at("small_sign").at(2));
}

// By hand: members of 24 coordinates, groups of four, leaves of four, all filters.
TEST(Area, OfAMachineWithGroupsIsTheSumOfItsItems) {
  ChipConfig config = preset("beyond");
  const AreaKeys a = config.area;
  EXPECT_EQ(logic_area(config, "group_unit"),
            (4 + 2) * a.fixed_dotadd_um2 + 4 * a.group_compare_um2 + 2 * a.group_decode_um2);
  config.group.leaf_plane = false;
  EXPECT_EQ(logic_area(config, "group_unit"),
            4 * a.fixed_dotadd_um2 + 4 * a.group_compare_um2 + 2 * a.group_decode_um2);
  // A tumbled triangle moves in four cycles, and so its twelve extents come from three.
  config.leaf_unit.dotadds = 5;
  config.leaf_unit.filtered = 4;
  EXPECT_EQ(logic_area(config, "leaf_unit"), 5 * a.corner_dotadd_um2 + 15 * a.group_extent_um2 +
                                                 8 * a.group_compare_um2 + 8 * a.fixed_dotadd_um2);
  config.leaf_unit.filtered = 1;
  EXPECT_EQ(logic_area(config, "leaf_unit"), 5 * a.corner_dotadd_um2 + 15 * a.group_extent_um2 +
                                                 5 * a.group_compare_um2 + 2 * a.fixed_dotadd_um2);
  config.group.plane = false;
  EXPECT_EQ(logic_area(config, "leaf_unit"),
            5 * a.corner_dotadd_um2 + 15 * a.group_extent_um2 + 5 * a.group_compare_um2);
  config.small_triangle_unit.lanes = config.small_triangle_unit.interval = 1;
  const std::uint64_t pair = a.small_block_um2 + 10 * (a.small_cross_um2 + a.small_triple_um2) +
                             32 * a.small_sum_um2 + 15 * a.small_sign_um2;
  EXPECT_EQ(logic_area(config, "small_triangle_unit"), pair);
  config.small_triangle_unit.interval = 3;
  EXPECT_EQ(logic_area(config, "small_triangle_unit"), pair / 3);
  // A record maker: two multipliers of 159698 um2 and eleven adders of 51887, of 53 bits in the place of 24.
  config.small_triangle_unit.determinants = false;
  config.small_triangle_unit.record_makers = 3;
  const std::uint64_t maker = 2 * 778805 + 11 * 114583;
  EXPECT_EQ(logic_area(config, "small_triangle_unit"), logic_area(ChipConfig{}, "triangle_unit") + 3 * maker);
}

// What docs/beyond.md holds them against.
TEST(Area, OfThePresetsWithGroupsIsWithinWhatTheyReplace) {
  EXPECT_LE(chip_cost(preset("beyond")).area_um2, chip_cost(preset("paper41")).area_um2);
  EXPECT_LE(chip_cost(preset("beyond-small")).area_um2, 15'000'000u);
}

// By hand for four lanes and a tile of ten: parts of three triangles of 24 words.
TEST(Area, WithoutATreeLanesAndTheirMemoriesCount) {
  ChipConfig config = preset("bruteforce");
  config.engine.tile = 10;
  config.triangle_unit.lanes = 4;
  const std::uint64_t words = 24, parts = 4 * 3 * 4 * words, waiting = 8 * 4 * words,
                      fifos = 4 * 2 * 4 * 16 * 12;
  ChipConfig one = ChipConfig{};
  EXPECT_EQ(area_of(config, "triangle_unit"),
            4 * logic_area(one, "triangle_unit") + sram_area(config.area, parts + waiting + fifos));
  EXPECT_EQ(area_of(config, "pair_sequencer"), 8 * 32 * 144u);
  for (const std::string unit :
       {"stack_engine", "stack_sram_left", "stack_sram_right", "dop_unit", "obb_unit"})
    EXPECT_EQ(area_of(config, unit), 0u);
  EXPECT_EQ(area_of(one, "pair_sequencer"), 0u);
}

// Six planes and their flags in each level register; three words of a way; a stack has no level registers.
TEST(Area, EachEngineOfPairsHasItsOwnRegisters) {
  const auto engine = [](AabbParentKey parent) {
    ChipConfig config;
    config.tree.format = TreeFormatKey::aabb21;
    config.aabb_unit.parent = parent;
    return logic_area(config, "stack_engine");
  };
  const std::uint64_t paper = logic_area(ChipConfig{}, "stack_engine"), bit = 144, levels = 128;
  EXPECT_EQ(engine(AabbParentKey::context), paper + levels * (6 * 32 + 6) * bit);
  EXPECT_EQ(engine(AabbParentKey::refetch), engine(AabbParentKey::context) + 3 * 32 * bit);
  EXPECT_EQ(engine(AabbParentKey::simultaneous), paper - levels * 93 * bit);
}

TEST(Area, TheSlowestUnitIsTheSynthesisPages) {
  const auto units = rows_of("cmos");
  const auto period = [&](const std::string& unit) {
    return std::lround(1e3 * std::stod(units.at(unit).at(3)));
  };
  ChipConfig config;
  EXPECT_STREQ(slowest_synthesised_path(config).unit, "triangle_unit");
  EXPECT_EQ(slowest_synthesised_path(config).period_ps, period("triangle_unit"));
  config.triangle_unit.filter = false;
  EXPECT_EQ(slowest_synthesised_path(config).period_ps, period("triangle_unit, no filter"));
  config.triangle_unit.ideal = true;
  EXPECT_STREQ(slowest_synthesised_path(config).unit, "stack_engine");
  EXPECT_EQ(slowest_synthesised_path(config).period_ps, period("stack_engine"));
}

// Two DOTADDs, sixteen comparators, two input registers of 256 bytes and two sets of 48 coefficients; MMM and d'.
TEST(Area, OfTheDopUnitIsTheSumOfItsItems) {
  const ChipConfig config;
  const std::uint64_t registers = 2 * 2048 + 2 * 2 * 24 * 32, sram = 20 * 24 + 8 * 24 * 2;
  EXPECT_EQ(area_of(config, "dop_unit"),
            2 * 684000 + 16 * 7815 + registers * 144 + sram * 8 * 5590 / 1000 * 150 / 100);
}

// What the items leave out of the synthesised units: control, selection, the registers of the edge tests.
TEST(Area, OfTheTriangleUnitIsCloseToTheSynthesis) {
  const auto units = rows_of("cmos");
  ChipConfig config;
  for (const bool filter : {true, false}) {
    config.triangle_unit.filter = filter;
    const double synthesised =
        1e6 * std::stod(units.at(filter ? "triangle_unit" : "triangle_unit, no filter").at(2));
    const double ours = static_cast<double>(logic_area(config, "triangle_unit"));
    EXPECT_GT(ours / synthesised, 0.85) << filter;
    EXPECT_LT(ours / synthesised, 1.0) << filter;
  }
}

TEST(Area, FollowsTheParameters) {
  const auto chip = [](const std::string& set) {
    ChipConfig config;
    if (!set.empty()) apply_set(config, set);
    JudgedSimulation simulation(config);
    return static_cast<std::int64_t>(chip_cost(simulation.board()).area_um2);
  };
  const std::int64_t usual = chip("");
  EXPECT_EQ(chip("dop_unit.dotadds=4") - usual, 2 * 684000);
  EXPECT_EQ(chip("dop_unit.dotadd_stages=8") - usual, 2 * 2 * 16500);
  EXPECT_EQ(chip("dop_unit.comparator_groups=2") - usual,
            16 * 7815 + 8 * 24 * 2 * 8 * 5590 / 1000 * 150 / 100);
  EXPECT_EQ(chip("stack_engine.levels=64") - usual, -64 * 93 * 144);
  EXPECT_GT(chip("triangle_unit.cache_lines=512"), usual);
  EXPECT_LT(chip("dop.k=18"), usual);
  EXPECT_EQ(chip("stack_sram.entries=32768"), usual);  // outside the chip
  EXPECT_EQ(chip("area.add_um2=0") - usual, -51887 * (2 * (4 + 17) + 6));
}

TEST(Area, ChangesNoHash) {
  ChipConfig config;
  const std::string hash = config_hash(config);
  apply_set(config, "area.add_um2=1");
  EXPECT_NE(config_hash(config), hash);
  apply_set(config, "area.add_um2=51887");
  EXPECT_EQ(config_hash(config), hash);
}

}  // namespace
}  // namespace collisionchip

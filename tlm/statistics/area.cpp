#include "collisionchip/tlm/statistics/area.h"

#include <algorithm>
#include <array>

#include "collisionchip/reference/image/node_format.h"

namespace collisionchip {

namespace {

constexpr std::uint64_t kBits = 32;                   // of a float32 number
constexpr std::uint64_t kParentBits = 6 * kBits + 6;  // six planes, and whose they are

std::uint64_t dotadds(const ChipConfig& config, std::uint64_t count, std::uint32_t stages) {
  const std::uint64_t more = stages > 6 ? stages - 6 : 0;
  return count * (config.area.dotadd_um2 + more * config.area.dotadd_stage_um2);
}

std::uint64_t operators(const ChipConfig& config, const Operations& side_by_side) {
  return side_by_side.multiplies * config.area.multiply_um2 + side_by_side.adds * config.area.add_um2 +
         side_by_side.compares * config.area.compare_um2;
}

std::uint64_t registers(const ChipConfig& config, std::uint64_t bits) {
  return bits * config.area.register_bit_um2;
}

// Input register, d and e registers; comparators for both tumbled members.
std::uint64_t dop_unit_area(const ChipConfig& config) {
  if (!config.has_dops()) return 0;
  const ChipConfig::DopUnit& unit = config.dop_unit;
  const std::uint64_t k = config.dop.k;
  const std::uint64_t input = std::uint64_t{config.memory_controller.input_registers} * kSdramBlockBytes * 8;
  const std::uint64_t d = 2 * k * kBits * unit.register_sets;
  const std::uint64_t e = unit.e_register == ERegister::node ? k * kBits * unit.comparator_groups : 0;
  const std::uint64_t comparators = 2 * std::uint64_t{unit.compare_floats} * unit.comparator_groups;
  return dotadds(config, unit.dotadds, unit.dotadd_stages) + operators(config, {0, 0, comparators}) +
         registers(config, input + d + e);
}

// Input register, placed pairs, a decoder for each side, the DOTADDs of the frame stage and the twelve that turn a
// box into an aligned one's frame, the axes side by side.
std::uint64_t obb_unit_area(const ChipConfig& config) {
  if (!config.has_obbs()) return 0;
  constexpr std::uint64_t kNumbers = 15, kRows = 12;  // of a box
  const ChipConfig::ObbUnit& unit = config.obb_unit;
  const std::uint64_t pair =
      std::uint64_t{config.nodes().beats(config.sdram.bus_bytes)} * config.sdram.bus_bytes;
  const std::uint64_t input = config.memory_controller.input_registers * pair * 8;
  const std::uint64_t placed = 2 * kNumbers * kBits * unit.register_sets;
  return dotadds(config, unit.dotadds + kRows, unit.dotadd_stages) +
         operators(config, 2 * decode_operations(config) + unit.axes_per_cycle * axis_operations(config)) +
         registers(config, input + placed);
}

// The same with the numbers of a box that is moved: its centre, its reach along six axes and nine products, and what
// each pair in the unit needs of its parent.
std::uint64_t aabb_unit_area(const ChipConfig& config) {
  if (!config.has_tree() || !config.has_aabbs()) return 0;
  constexpr std::uint64_t kNumbers = 18, kRows = 6;
  const ChipConfig::AabbUnit& unit = config.aabb_unit;
  const std::uint64_t pair =
      std::uint64_t{config.nodes().beats(config.sdram.bus_bytes)} * config.sdram.bus_bytes;
  const std::uint64_t parent = config.nodes().needs_parent ? kParentBits : 0;
  const std::uint64_t input = config.memory_controller.input_registers * (pair * 8 + parent);
  const std::uint64_t placed = 2 * kNumbers * kBits * unit.register_sets;
  return dotadds(config, unit.dotadds + kRows, unit.dotadd_stages) +
         operators(config, 2 * decode_operations(config) + unit.axes_per_cycle * axis_operations(config)) +
         registers(config, input + placed);
}

// Twelve DOTADDs and two edge tests for each vertex per cycle (§4.3), in each lane; the filter has a second DOTADD beside each
// and bounds beside each edge test.
std::uint64_t triangle_unit_area(const ChipConfig& config) {
  const ChipConfig::TriangleUnit& unit = config.triangle_unit;
  if (unit.ideal || config.has_groups()) return 0;
  const std::uint64_t vertices = std::uint64_t{unit.vertices_per_cycle} * unit.lanes;
  return dotadds(config, (unit.filter ? 24 : 12) * vertices, unit.dotadd_stages) +
         operators(config, vertices * triangle_operators(config));
}

// Numbers of triangles, places of tile, triangle and pair, addresses.
std::uint64_t pair_sequencer_area(const ChipConfig& config) {
  constexpr std::uint64_t kWords = 8;
  return config.has_tiles() ? registers(config, kWords * kBits) : 0;
}

// What nobody has synthesised: by the items that a unit has.
std::uint64_t fixed_dotadds(const ChipConfig& config, std::uint64_t count) {
  return count * config.area.fixed_dotadd_um2;
}

std::uint64_t group_engine_area(const ChipConfig& config) {
  if (!config.has_groups()) return 0;
  return config.area.group_engine_um2 +
         std::uint64_t{config.group_engine.contexts} * config.area.group_context_um2;
}

std::uint64_t group_unit_area(const ChipConfig& config) {
  if (!config.has_groups()) return 0;
  return fixed_dotadds(config, config.group_unit.dotadds) +
         std::uint64_t{config.group_unit.compares} * config.area.group_compare_um2;
}

// The DOTADDs that move, as many again for the volumes of aligned triangles, a comparator for each of two filters.
std::uint64_t leaf_unit_area(const ChipConfig& config) {
  if (!config.has_groups()) return 0;
  const std::uint64_t own = config.group.own_volume ? 2 : 1;
  return fixed_dotadds(config, own * config.leaf_unit.dotadds) +
         std::uint64_t{2} * config.area.group_compare_um2;
}

// A slow pipeline is one of the Triangle Unit's.
std::uint64_t small_triangle_unit_area(const ChipConfig& config) {
  if (!config.has_groups()) return 0;
  const ChipConfig::SmallTriangleUnit& unit = config.small_triangle_unit;
  const bool slow = !unit.determinants || unit.undecided == UndecidedPairs::slow_unit;
  const std::uint64_t small = std::uint64_t{unit.lanes} * config.area.small_triangle_um2 / unit.interval;
  const std::uint64_t vertices = config.triangle_unit.vertices_per_cycle;
  const std::uint64_t paper = dotadds(config, (config.triangle_unit.filter ? 24 : 12) * vertices,
                                      config.triangle_unit.dotadd_stages) +
                              operators(config, vertices * triangle_operators(config));
  return (unit.determinants ? small : 0) + (slow ? paper : 0);
}

std::uint64_t stack_engine_area(const ChipConfig& config) {
  if (!config.has_tree()) return 0;
  constexpr std::uint64_t kSynthesised = 128;  // levels
  const bool parents = config.nodes().needs_parent && config.stack_engine.list_heads == ListHeads::registers;
  const std::uint64_t level = registers(config, config.area.stack_level_bits);
  const std::uint64_t more = registers(config, parents ? kParentBits : 0);
  const std::uint64_t others = config.area.stack_engine_um2 -
                               std::min<std::uint64_t>(config.area.stack_engine_um2, kSynthesised * level);
  return others + config.stack_engine.levels * (level + more);
}

}  // namespace

std::uint64_t sram_area(const ChipConfig& config, std::uint64_t bytes) {
  return bytes * 8 * config.area.sram_bit_nm2 / 1000 * config.area.sram_percent / 100;
}

std::uint64_t logic_area(const ChipConfig& config, CostUnit unit) {
  switch (unit) {
    case CostUnit::pci_interface:
      return config.area.pci_interface_um2;
    case CostUnit::memory_controller:
      return config.memory.channels * config.area.memory_controller_um2;
    case CostUnit::stack_engine:
      return stack_engine_area(config);
    case CostUnit::dop_unit:
      return dop_unit_area(config);
    case CostUnit::triangle_unit:
      return triangle_unit_area(config);
    case CostUnit::obb_unit:
      return obb_unit_area(config);
    case CostUnit::aabb_unit:
      return aabb_unit_area(config);
    case CostUnit::pair_sequencer:
      return pair_sequencer_area(config);
    case CostUnit::group_engine:
      return group_engine_area(config);
    case CostUnit::group_unit:
      return group_unit_area(config);
    case CostUnit::leaf_unit:
      return leaf_unit_area(config);
    case CostUnit::small_triangle_unit:
      return small_triangle_unit_area(config);
    default:
      return 0;
  }
}

SlowestUnit slowest_synthesised_unit(const ChipConfig& config) {
  const std::array<SlowestUnit, 5> units = {
      SlowestUnit{"triangle_unit", config.triangle_unit.ideal ||
                                           (config.has_groups() && config.small_triangle_unit.determinants)
                                       ? 0u
                                   : config.triangle_unit.filter ? 16300u
                                                                 : 16030u},
      SlowestUnit{"stack_engine", config.has_tree() ? 11330u : 0u},
      SlowestUnit{"dop_unit", config.has_dops() ? 9440u : 0u}, SlowestUnit{"pci_interface", 9140},
      SlowestUnit{"memory_controller", 8690}};
  return *std::max_element(units.begin(), units.end(), [](const SlowestUnit& a, const SlowestUnit& b) {
    return a.period_ps < b.period_ps;
  });
}

}  // namespace collisionchip

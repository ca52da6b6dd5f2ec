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
  const DopUnitKeys& unit = config.dop_unit;
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
  const ObbUnitKeys& unit = config.obb_unit;
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
  const AabbUnitKeys& unit = config.aabb_unit;
  const std::uint64_t pair =
      std::uint64_t{config.nodes().beats(config.sdram.bus_bytes)} * config.sdram.bus_bytes;
  const std::uint64_t parent = config.nodes().needs_parent ? kParentBits : 0;
  const std::uint64_t input = config.memory_controller.input_registers * (pair * 8 + parent);
  const std::uint64_t placed = 2 * kNumbers * kBits * unit.register_sets;
  const std::uint64_t above =
      config.refetches_parents() ? 2 * (kParentBits + kBits) : 0;  // the ancestor read last
  return dotadds(config, unit.dotadds + kRows, unit.dotadd_stages) +
         operators(config, 2 * decode_operations(config) + unit.axes_per_cycle * axis_operations(config)) +
         registers(config, input + placed + above);
}

// Twelve DOTADDs and two edge tests for each vertex per cycle (§4.3), in each lane; the filter has a second DOTADD beside each
// and bounds beside each edge test.
std::uint64_t triangle_unit_area(const ChipConfig& config) {
  const TriangleUnitKeys& unit = config.triangle_unit;
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

// Turns, and for each memory a queue of whose burst is on its way and the rows that its banks have open.
std::uint64_t engine_switch_area(const ChipConfig& config) {
  if (!config.has_groups() || config.engine.count == 1) return 0;
  constexpr std::uint64_t kTurnBits = 2, kUnderWay = 64, kRowBits = 16, kPatienceBits = 4;
  const std::uint64_t memory =
      kTurnBits * (1 + kUnderWay) + kPatienceBits + config.memory_side().banks * kRowBits;
  return registers(config, kTurnBits + config.memory.channels * memory);
}

std::uint64_t group_engine_area(const ChipConfig& config) {
  if (!config.has_groups()) return 0;
  return config.area.group_engine_um2 +
         std::uint64_t{config.group_engine.contexts} * config.area.group_context_um2;
}

std::uint64_t group_unit_area(const ChipConfig& config) {
  if (!config.has_groups()) return 0;
  const std::uint64_t compares = config.group_unit.compares, width = config.group.width;
  const std::uint64_t decoders = 1 + (compares + width - 1) / width;  // a tumbled member, aligned ones
  return std::uint64_t{config.group_unit.dotadds} * config.area.fixed_dotadd_um2 +
         compares * config.area.group_compare_um2 + decoders * config.area.group_decode_um2;
}

// The DOTADDs that move; extents of a tumbled triangle, as many as its cycles in the DOTADDs ask for, and of an aligned
// one; for each triangle that the first two filters take in a cycle a comparator and both ends of its slab along an aligned
// volume; for each tumbled triangle of a leaf a comparator of the third filter.
std::uint64_t leaf_unit_area(const ChipConfig& config) {
  if (!config.has_groups()) return 0;
  const GroupFilters filters = config.group_filters();
  const std::uint64_t triangles = config.group.leaf_size,
                      filtered = std::min<std::uint64_t>(triangles, config.leaf_unit.filtered),
                      extents = config.dop.k / 2,
                      moved = (extents + config.leaf_move_cycles() - 1) / config.leaf_move_cycles();
  std::uint64_t area = std::uint64_t{config.leaf_unit.dotadds} * config.area.corner_dotadd_um2;
  if (filters.tight_leaf || filters.own_volume) area += moved * config.area.group_extent_um2;
  if (filters.tight_leaf) area += filtered * config.area.group_compare_um2;
  if (filters.plane) area += filtered * 2 * config.area.fixed_dotadd_um2;
  if (filters.own_volume)
    area += extents * config.area.group_extent_um2 + triangles * config.area.group_compare_um2;
  return area;
}

// 15 determinants of differences. The five corners beside the origin have ten cross products and ten determinants, and all
// others are sums of these. Of products of differences there are 32: for each plane the one of its edges and two for each
// corner beyond, for each aligned edge one for each tumbled edge and each tumbled corner.
std::uint64_t determinants_area(const ChipConfig& config) {
  constexpr std::uint64_t kOfCorners = 10, kSums = 2 * (1 + 2 * 3) + 3 * (3 + 3), kSigns = 15;
  const AreaKeys& area = config.area;
  return area.small_block_um2 + kOfCorners * (std::uint64_t{area.small_cross_um2} + area.small_triple_um2) +
         kSums * area.small_sum_um2 + kSigns * area.small_sign_um2;
}

// Two multipliers, three adders and four dividers or roots of doubles. A multiplier grows by the square of its bits, an adder
// with them; what yields two bits in a cycle is two adders.
std::uint64_t record_maker_area(const ChipConfig& config) {
  constexpr std::uint64_t kDouble = 53, kSingle = 24;
  const std::uint64_t multiplier = config.area.multiply_um2 * kDouble * kDouble / (kSingle * kSingle);
  const std::uint64_t adder = config.area.add_um2 * kDouble / kSingle;
  return 2 * multiplier + (3 + 4 * 2) * adder;
}

// A slow pipeline is one of the Triangle Unit's, with what makes its records.
std::uint64_t small_triangle_unit_area(const ChipConfig& config) {
  if (!config.has_groups()) return 0;
  const SmallTriangleUnitKeys& unit = config.small_triangle_unit;
  const bool slow = !unit.determinants || unit.undecided == UndecidedPairs::slow_unit;
  const std::uint64_t small = unit.lanes * determinants_area(config) / unit.interval;
  const std::uint64_t vertices = config.triangle_unit.vertices_per_cycle;
  const std::uint64_t paper = dotadds(config, (config.triangle_unit.filter ? 24 : 12) * vertices,
                                      config.triangle_unit.dotadd_stages) +
                              operators(config, vertices * triangle_operators(config)) +
                              unit.record_makers * record_maker_area(config);
  return (unit.determinants ? small : 0) + (slow ? paper : 0);
}

std::uint64_t stack_engine_area(const ChipConfig& config) {
  if (!config.has_tree()) return 0;
  constexpr std::uint64_t kSynthesised = 128;  // levels
  const bool parents = config.nodes().needs_parent && config.stack_engine.list_heads == ListHeads::registers;
  const std::uint64_t level = registers(config, config.area.stack_level_bits);
  const std::uint64_t more = registers(config, parents ? kParentBits : 0);
  const std::uint64_t way =
      registers(config, config.refetches_parents() ? 3 * kBits : 0);  // root, next pair, target
  const std::uint64_t others = config.area.stack_engine_um2 -
                               std::min<std::uint64_t>(config.area.stack_engine_um2, kSynthesised * level);
  const std::uint64_t levels = config.stacks_pairs() ? 0 : config.stack_engine.levels;
  return others + way + levels * (level + more);
}

}  // namespace

std::uint64_t sram_area(const ChipConfig& config, std::uint64_t bytes) {
  return bytes * 8 * config.area.sram_bit_nm2 / 1000 * config.area.sram_percent / 100;
}

namespace {

// Each channel of memory has a Memory Controller, each engine with groups its own units.
std::uint32_t number_of(const ChipConfig& config, CostUnit unit) {
  switch (unit) {
    case CostUnit::memory_controller:
      return config.memory.channels;
    case CostUnit::record_cache:
    case CostUnit::group_engine:
    case CostUnit::group_unit:
    case CostUnit::leaf_unit:
    case CostUnit::small_triangle_unit:
      return config.engine.count;
    default:
      return 1;
  }
}

std::uint64_t area_of_one(const ChipConfig& config, CostUnit unit) {
  switch (unit) {
    case CostUnit::pci_interface:
      return config.area.pci_interface_um2;
    case CostUnit::memory_controller:
      return config.area.memory_controller_um2;
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
    case CostUnit::engine_switch:
      return engine_switch_area(config);
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

}  // namespace

std::uint64_t logic_area(const ChipConfig& config, CostUnit unit) {
  return number_of(config, unit) * area_of_one(config, unit);
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

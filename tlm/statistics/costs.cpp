#include "collisionchip/tlm/statistics/costs.h"

#include <cmath>

#include "collisionchip/tlm/chip/unit_params.h"
#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/statistics/area.h"
#include "collisionchip/tlm/statistics/cost_parts.h"
#include "collisionchip/tlm/statistics/other_costs.h"

namespace collisionchip {

namespace {

// Eq. 4 for one edge (Figure 7): four products, three differences and a sum; the order of the ends, three
// tests of z, three inequalities.
constexpr Operations kEdge = {4, 4, 7};
// The filter's part (reference/triangle/triangle_filter.h). For an edge: the error of two cross products,
// each of four products and five sums; the third inequality and its error, the sums of one corner; five
// limits of a corner and three more of the edge. For a coordinate of the first stage: the sum with |y| / 4
// and the least value; of the second: the least and the largest value.
constexpr Operations kFilterEdge = {8, 17, 8};
constexpr Operations kFilterFirst = {0, 1, 1}, kFilterSecond = {0, 0, 2};

constexpr std::uint64_t kEdges = 6, kCoordinates = 18;  // of two triangles
constexpr std::uint64_t kFloats = 21, kBounds = 3;      // of a triangle's record
constexpr std::uint64_t kMatrixFifoWords = 16 * 12;     // each of two (§4.3)
constexpr std::uint64_t kMatrixWords = 12;

std::uint64_t triangle_words(const ChipConfig& config) {
  return kFloats + (config.triangle_unit.filter ? kBounds : 0);
}

// 32 bits of an SRAM of so many bytes, in pJ.
double access_energy(const ChipConfig& config, std::uint64_t bytes) {
  constexpr double kBytes = 8192;  // of the published figure
  return 1e-3 * config.energy.sram_fj * std::sqrt(static_cast<double>(bytes) / kBytes);
}

double energy_of(const ChipConfig& config, const Operations& operations) {
  const EnergyKeys& e = config.energy;
  return 1e-3 * (static_cast<double>(operations.multiplies) * e.multiply_fj +
                 static_cast<double>(operations.adds) * e.add_fj +
                 static_cast<double>(operations.compares) * e.compare_fj);
}

// Chips of eight bits at two transfers per memory clock: one for each byte of the bus.
UnitCost sdram_cost(const CostSource& source) {
  if (source.board == nullptr) return {};
  const Board& board = *source.board;
  const ChipConfig& config = source.config;
  SdramStatistics counted;
  for (std::size_t i = 0; i < board.channels(); ++i) {
    counted.activates += board.sdram(i).statistics().activates;
    counted.data_cycles += board.sdram(i).statistics().data_cycles;
  }
  const double chips = config.memory_side().bus_bytes * (config.sdram.ecc == Ecc::secded ? 1.125 : 1.0);
  const double nanoseconds = 1e-3 * config.chip.clock_period_ps;
  const double standby = config.energy.standby_mw * nanoseconds *
                         static_cast<double>(board.channels() * board.chip().query_cycles());
  const double energy = static_cast<double>(counted.activates) * config.energy.activate_pj +
                        static_cast<double>(counted.data_cycles) * config.energy.read_pj + standby;
  UnitCost cost;
  cost.energy_pj = static_cast<std::uint64_t>(std::llround(chips * energy));
  return cost;
}

UnitCost stack_sram_cost(const CostSource& source, const char* name) {
  const ChipConfig& config = source.config;
  if (!config.has_tree()) return {};
  std::uint64_t words = 0;
  if (source.board != nullptr) {
    const StackSram& sram = source.board->chip().unit<StackSram>(name);
    words = sram.words_read() + sram.words_written();
  }
  UnitCost cost;
  const double energy = add_sram(config, std::uint64_t{4} * config.stack_sram.entries, words, cost);
  return closed(config, cost, energy);
}

// The MMM drives the pipelines of both siblings, or one after the other; d' is compared with both aligned
// members. A dual-port memory has one port to read, so each group of comparators has d' in a memory of its own.
UnitCost dop_unit_cost(const CostSource& source) {
  const ChipConfig& config = source.config;
  if (!config.has_dops()) return {};
  const auto& counted = source.counted<DopUnit>("dop_unit");
  const std::uint64_t k = config.dop.k, passes = config.dop_unit.dotadds == 1 ? 2 : 1;
  UnitCost cost;
  cost.operations = counted.tumbled_pairs * transform_operations(config) +
                    counted.aligned_pairs * overlap_operations(config);
  double energy = add_sram(config, 4 * registers::kMmmWordsPerRow * k,
                           counted.tumbled_pairs * passes * registers::kMmmWordsPerRow * k, cost);
  const std::uint32_t groups = config.dop_unit.comparator_groups;
  for (std::uint32_t group = 0; group < groups; ++group)
    energy += add_sram(config, 4 * 2 * k * config.dop_unit.register_sets,
                       counted.tumbled_pairs * 2 * k + counted.aligned_pairs * 4 * k / groups, cost);
  return closed(config, cost, energy);
}

// Of a quaternion (obb_codec.h): nine products and twelve sums, the factors of two left out; of w four products,
// three sums and a comparison, its root as one of the products.
constexpr Operations kRotation = {9, 12, 0}, kFourth = {4, 3, 1};
// The largest of the three kinds of axes, the cross products (obb_overlap.h), epsilon included.
constexpr Operations kAxis = {6, 5, 1};
// Of an axis-aligned box: centre and half sides; of the products of edges, two turns, two reaches, a margin.
constexpr Operations kCentre = {0, 6, 0}, kAlignedAxis = {4, 3, 1};

// Each lane has a part of the tile and its own matrix FIFOs; the records that wait lie in one memory, whose word goes
// to all lanes. Adds the memories to the cost; returns their energy.
double tile_energy(const ChipConfig& config, const TriangleUnit::Statistics& counted, UnitCost& cost) {
  const std::uint64_t words = triangle_words(config), lanes = config.triangle_unit.lanes;
  const std::uint64_t part = (config.engine.tile + lanes - 1) / lanes * 4 * words;
  const std::uint64_t waiting = config.triangle_unit.queue_depth * 4 * words;
  cost.sram_bytes += (lanes - 1) * (part + 2 * 4 * kMatrixFifoWords);  // beside those of the first lane
  double energy = add_sram(config, part, (counted.tests + counted.tile_loads) * words, cost) +
                  add_sram(config, waiting, 2 * counted.rounds * words, cost);
  for (int fifo = 0; fifo < 2; ++fifo)
    energy += add_sram(config, 4 * kMatrixFifoWords, 2 * kMatrixWords * counted.tests, cost);
  return energy;
}

UnitCost triangle_unit_cost(const CostSource& source) {
  const ChipConfig& config = source.config;
  if (config.has_groups()) return {};
  const auto& counted = source.counted<TriangleUnit>("triangle_unit");
  UnitCost cost;
  cost.operations = counted.tests * triangle_operations(config);
  double energy = 0;
  if (config.has_tiles()) {
    energy = tile_energy(config, counted, cost);
  } else if (!config.triangle_unit.ideal) {
    const std::uint64_t words = triangle_words(config), line = 4 * (words + 1);  // and the tag
    const TriangleUnitParams unit = triangle_unit_params(config);
    const std::uint64_t aligned_writes = counted.aligned_misses + counted.aligned_leaves;
    const std::uint64_t tumbled_writes = counted.tumbled_misses + counted.tumbled_leaves;
    energy =
        add_sram(config, unit.cache_lines * line, (counted.tests + aligned_writes) * words, cost) +
        add_sram(config, (2 + unit.tumbled_leaves) * line, (counted.tests + tumbled_writes) * words, cost);
    for (int fifo = 0; fifo < 2; ++fifo)
      energy += add_sram(config, 4 * kMatrixFifoWords, 2 * kMatrixWords * counted.tests, cost);
  }
  return closed(config, cost, energy);
}

UnitCost pointer_fifo_cost(const CostSource& source) {
  const ChipConfig& config = source.config;
  constexpr std::uint64_t kWords = 2;  // of an entry, written once and read once
  const std::uint64_t entries = source.board == nullptr ? 0 : source.board->chip().pointer_fifo().entries();
  UnitCost cost;
  const double energy = add_sram(config, 4 * kWords * config.pointer_fifo.depth, 2 * kWords * entries, cost);
  return closed(config, cost, energy);
}

}  // namespace

double add_sram(const ChipConfig& config, std::uint64_t bytes, std::uint64_t words, UnitCost& cost) {
  cost.sram_bytes += bytes;
  cost.sram_words += words;
  return static_cast<double>(words) * access_energy(config, bytes);
}

UnitCost closed(const ChipConfig& config, UnitCost cost, double energy) {
  energy += energy_of(config, cost.operations);
  cost.energy_pj = static_cast<std::uint64_t>(std::llround(energy * config.energy.technology_percent / 100));
  return cost;
}

Operations transform_operations(const ChipConfig& config) {
  return 2 * config.dop.k * kDotadd;
}

// Each of two aligned members against each of two tumbled ones, both directions of every axis.
Operations overlap_operations(const ChipConfig& config) {
  return {0, 0, std::uint64_t{4} * config.dop.k};
}

Operations decode_operations(const ChipConfig& config) {
  if (config.has_aabbs()) return kCentre;
  return config.tree.format == TreeFormatKey::obb40 ? kRotation + kFourth : Operations{};
}

Operations axis_operations(const ChipConfig& config) {
  return config.has_aabbs() ? kAlignedAxis : kAxis;
}

// Two stages of DOTADDs for each coordinate; the filter has a second one beside each.
Operations triangle_operations(const ChipConfig& config) {
  const Operations paper = 2 * kCoordinates * kDotadd + kEdges * kEdge;
  if (!config.triangle_unit.filter) return paper;
  return paper + 2 * kCoordinates * kDotadd + kEdges * kFilterEdge +
         kCoordinates * (kFilterFirst + kFilterSecond);
}

// Two edge tests and, of the filter, six coordinates in each of two stages.
Operations triangle_operators(const ChipConfig& config) {
  constexpr std::uint64_t kEdgeTests = 2, kCoordinatesAtOnce = 6;
  if (!config.triangle_unit.filter) return kEdgeTests * kEdge;
  return kEdgeTests * (kEdge + kFilterEdge) + kCoordinatesAtOnce * (kFilterFirst + kFilterSecond);
}

namespace {

UnitCost query_cost(const CostSource& source, CostUnit unit) {
  switch (unit) {
    case CostUnit::sdram:
      return sdram_cost(source);
    case CostUnit::stack_sram_left:
      return stack_sram_cost(source, "stack_sram_left");
    case CostUnit::stack_sram_right:
      return stack_sram_cost(source, "stack_sram_right");
    case CostUnit::dop_unit:
      return dop_unit_cost(source);
    case CostUnit::triangle_unit:
      return triangle_unit_cost(source);
    case CostUnit::pointer_fifo:
      return pointer_fifo_cost(source);
    default:
      return other_unit_cost(source, unit);
  }
}

UnitCost unit_cost(const CostSource& source, CostUnit unit) {
  UnitCost cost = query_cost(source, unit);
  cost.area_um2 = logic_area(source.config, unit) + sram_area(source.config, cost.sram_bytes);
  return cost;
}

UnitCost chip_cost(const CostSource& source) {
  UnitCost sum;
  for (const CostUnit unit :
       {CostUnit::pci_interface, CostUnit::memory_controller, CostUnit::sdram, CostUnit::stack_engine,
        CostUnit::stack_sram_left, CostUnit::stack_sram_right, CostUnit::dop_unit, CostUnit::triangle_unit,
        CostUnit::pointer_fifo, CostUnit::obb_unit, CostUnit::pair_sequencer, CostUnit::aabb_unit,
        CostUnit::record_cache, CostUnit::group_engine, CostUnit::group_unit, CostUnit::leaf_unit,
        CostUnit::small_triangle_unit, CostUnit::engine_switch}) {
    const UnitCost cost = unit_cost(source, unit);
    const bool outside = unit == CostUnit::stack_sram_left || unit == CostUnit::stack_sram_right;
    sum.operations = sum.operations + cost.operations;
    sum.sram_words += cost.sram_words;
    sum.sram_bytes += outside ? 0 : cost.sram_bytes;
    sum.area_um2 += outside ? 0 : cost.area_um2;
    sum.energy_pj += cost.energy_pj;
  }
  return sum;
}

}  // namespace

UnitCost unit_cost(const Board& board, CostUnit unit) {
  return unit_cost(CostSource{board.config(), &board}, unit);
}

UnitCost chip_cost(const Board& board) {
  return chip_cost(CostSource{board.config(), &board});
}

UnitCost chip_cost(const ChipConfig& config) {
  return chip_cost(CostSource{config});
}

}  // namespace collisionchip

#include "collisionchip/tlm/statistics/other_costs.h"

#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/units/group_engine/group_engine.h"
#include "collisionchip/tlm/units/group_unit/group_unit.h"
#include "collisionchip/tlm/units/leaf_unit/leaf_unit.h"
#include "collisionchip/tlm/units/obb_unit/obb_unit.h"
#include "collisionchip/tlm/units/record_cache/record_cache.h"
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit.h"
#include "collisionchip/tlm/volumes/box_unit.h"

namespace collisionchip {

namespace {

constexpr std::uint64_t kBoxRows = 12;  // DOTADDs of a rotation and a centre
// Of a unit of boxes by its name; a machine has one of them at most. An axis-aligned box is placed by fifteen rows, and
// turned by six for each test.
constexpr std::uint64_t kAlignedRows = 15, kAlignedTestRows = 6;

UnitCost box_unit_cost(const CostSource& source, const std::string& unit) {
  const ChipConfig& config = source.config;
  if (!config.has_tree() || unit != config.volume_unit()) return {};
  const auto& counted = source.counted<BoxUnit>(unit);
  const std::uint64_t rows = config.has_obbs() ? kBoxRows : kAlignedRows;
  const std::uint64_t test_rows = config.has_obbs() ? kBoxRows : kAlignedTestRows;
  std::uint64_t decoded = counted.tumbled_pairs + counted.aligned_pairs;
  UnitCost cost;
  double cache = 0;
  if (config.has_obbs() && config.obb_unit.branch_cache_lines > 0) {
    ObbUnit::KeptPairs kept;
    if (source.board != nullptr) kept = source.board->chip().unit<ObbUnit>(unit).kept_pairs();
    // A line is written whole when its pair has been decoded, and read whole.
    constexpr std::uint64_t kLine = 128 + 4;  // with its pair's number
    cache = add_sram(config, config.obb_unit.branch_cache_lines * kLine, decoded * kLine / 4, cost);
    decoded -= kept.tumbled + kept.aligned;
  }
  cost.operations = 2 * decoded * decode_operations(config) +
                    (2 * counted.tumbled_pairs * rows + counted.tests * test_rows) * kDotadd +
                    counted.axes * axis_operations(config);
  return closed(config, cost, cache);
}

// Operations of 18-bit numbers count like those of float32, which takes more.
UnitCost record_cache_cost(const ChipConfig& config, const RecordCache::Statistics& counted) {
  const GroupLayout layout = config.group_layout();
  constexpr std::uint64_t kTag = 4;
  const std::uint64_t group = layout.group_bytes() + kTag, block = layout.block_bytes() + kTag;
  UnitCost cost;
  const auto words = [](const RecordCache::Counts& counts, std::uint64_t bytes) {
    return counts.requests + (counts.hits + counts.reads) * (bytes / 4 - 1);
  };
  const double energy =
      add_sram(config, config.record_cache.group_lines * group, words(counted.groups, group), cost) +
      add_sram(config, config.record_cache.block_lines * block, words(counted.blocks, block), cost);
  return closed(config, cost, energy);
}

// Each entry is written once and read once. A command queue keeps roots and matrices of all its queries: rows are read for
// each list, corners for each pair of leaves.
UnitCost group_engine_cost(const ChipConfig& config, const GroupEngine::Statistics& counted) {
  UnitCost cost;
  double energy = add_sram(config, std::uint64_t{4} * config.group_engine.entries, 2 * counted.groups, cost);
  if (config.has_queue()) {
    constexpr std::uint64_t kRoots = 2;
    const std::uint64_t rows = group_words::volume_words(config.dop.k), corners = group_words::kFrameWords;
    energy += add_sram(config, std::uint64_t{4} * config.queries_of_engine() * (kRoots + rows + corners),
                       counted.lists * rows + counted.leaf_pairs * corners, cost);
  }
  return closed(config, cost, energy);
}

// Groups that wait lie in a memory of its own; so do tumbled members in the aligned grid, 18 bits a coefficient.
UnitCost group_unit_cost(const ChipConfig& config, const GroupUnit::Statistics& counted) {
  const GroupLayout layout = config.group_layout();
  const std::uint64_t k = config.dop.k, width = config.group.width, contexts = config.group_engine.contexts;
  const std::uint64_t waiting = contexts * config.group_engine.look_ahead * layout.group_bytes();
  const std::uint64_t members = contexts * width * k * 18 / 8;
  UnitCost cost;
  cost.operations = counted.transforms * k * kDotadd + Operations{0, 0, counted.node_tests * k};
  const double energy =
      add_sram(config, waiting, 2 * counted.aligned_groups * layout.group_bytes() / 4, cost) +
      add_sram(config, members, (counted.transforms + counted.node_tests) * k, cost);
  return closed(config, cost, energy);
}

// Moved leaves: two lists of each context, all members of a group.
UnitCost leaf_unit_cost(const ChipConfig& config, const LeafUnit::Statistics& counted) {
  constexpr std::uint64_t kTriangleWords = 9 + 14 + 6;  // corners, volume, slab
  constexpr std::uint64_t kRows = 18;
  const std::uint64_t leaf = 4 * kTriangleWords * config.group.leaf_size;
  const std::uint64_t places = std::uint64_t{2} * config.group_engine.contexts * config.group.width;
  UnitCost cost;
  cost.operations = counted.moved_leaves * config.group.leaf_size * kRows * kDotadd +
                    Operations{0, 0, counted.leaf_pairs * config.group.leaf_size * config.dop.k};
  const double energy =
      add_sram(config, places * leaf, (counted.moved_leaves + counted.leaf_pairs) * leaf / 4, cost);
  return closed(config, cost, energy);
}

// Fifteen determinants, each of three products of three numbers twice; the slow pipeline as the Triangle Unit, and the
// records that are made for it: a multiplication of doubles counts as five, an addition as two.
UnitCost small_triangle_unit_cost(const ChipConfig& config, const SmallTriangleUnit::Statistics& counted) {
  constexpr Operations kDeterminants = 15 * Operations{9, 5, 1};
  UnitCost cost;
  constexpr Operations kRecord = {5 * 55, 2 * 38, 2};
  cost.operations = counted.slow_tests * triangle_operations(config) + counted.records * kRecord;
  if (config.small_triangle_unit.determinants)
    cost.operations = cost.operations + counted.tests * kDeterminants;
  return closed(config, cost, 0);
}

// Each engine has one.
template <typename U>
UnitCost cost_of_engines(const CostSource& source, const char* unit,
                         UnitCost (*cost)(const ChipConfig&, const typename U::Statistics&)) {
  const ChipConfig& config = source.config;
  UnitCost sum;
  if (!config.has_groups()) return sum;
  for (std::uint32_t engine = 0; engine < config.engine.count; ++engine) {
    const UnitCost one = cost(config, source.counted<U>(numbered(unit, engine)));
    sum.operations = sum.operations + one.operations;
    sum.sram_words += one.sram_words;
    sum.sram_bytes += one.sram_bytes;
    sum.energy_pj += one.energy_pj;
  }
  return sum;
}

}  // namespace

UnitCost other_unit_cost(const CostSource& source, CostUnit unit) {
  switch (unit) {
    case CostUnit::obb_unit:
      return box_unit_cost(source, "obb_unit");
    case CostUnit::aabb_unit:
      return box_unit_cost(source, "aabb_unit");
    case CostUnit::record_cache:
      return cost_of_engines<RecordCache>(source, "record_cache", record_cache_cost);
    case CostUnit::group_engine:
      return cost_of_engines<GroupEngine>(source, "group_engine", group_engine_cost);
    case CostUnit::group_unit:
      return cost_of_engines<GroupUnit>(source, "group_unit", group_unit_cost);
    case CostUnit::leaf_unit:
      return cost_of_engines<LeafUnit>(source, "leaf_unit", leaf_unit_cost);
    case CostUnit::small_triangle_unit:
      return cost_of_engines<SmallTriangleUnit>(source, "small_triangle_unit", small_triangle_unit_cost);
    default:
      return {};
  }
}

}  // namespace collisionchip

// The host of lists of groups.
#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "collisionchip/reference/groups/group_object.h"
#include "collisionchip/reference/groups/group_steps.h"
#include "collisionchip/reference/groups/integer_map.h"
#include "collisionchip/reference/groups/sibling_group_traversal.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/machines/matrix_words.h"
#include "collisionchip/testbench/machines/shares.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/machine/leaf_pair_entry.h"
#include "collisionchip/tlm/machines/derived_of.h"
#include "collisionchip/tlm/units/group_engine/group_engine.h"
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit.h"

namespace collisionchip {

namespace groups_host_row {
namespace {

void add_volumes(const Mesh&, const ChipConfig& config, CollisionObject& object) {
  object.groups = std::make_shared<const GroupObject>(GroupObject::build(config.group_layout(), object));
}

// Full leaves below full groups. Most objects need more.
std::uint64_t least_bytes(const ChipConfig& config, std::uint64_t triangles) {
  const GroupLayout layout = config.group_layout();
  const auto leaf_size = static_cast<std::uint64_t>(layout.leaf_size),
             width = static_cast<std::uint64_t>(layout.width);
  const std::uint64_t leaves = (triangles + leaf_size - 1) / leaf_size,
                      groups = (leaves + width - 3) / (width - 1);
  return leaves * layout.block_bytes() + groups * layout.group_units() * kGroupUnitBytes;
}

std::uint64_t object_bytes(const ChipConfig& config, const CollisionObject& object) {
  if (!object.groups || !(object.groups->layout == config.group_layout()))
    throw std::invalid_argument("memory image: the objects have no groups of this machine");
  return object.groups->bytes();
}

std::uint32_t write_object(const ChipConfig& config, const CollisionObject& object, unsigned char* bytes,
                           std::uint64_t base) {
  std::memcpy(bytes + base, object.groups->words.data(), object.groups->bytes());
  return group_words::entry_word(config.group_layout(), static_cast<std::uint32_t>(base / kGroupUnitBytes),
                                 config.group_layout().every_member());
}

// A Pose Unit makes them in whole numbers; so does its host, and so does the reference.
RegisterNumbers register_numbers(const ChipConfig& config) {
  return has_pose_unit(config) ? RegisterNumbers::integers : RegisterNumbers::doubles;
}

MatrixRegisters make_registers(const ChipConfig& config, const PlacedObject& a, const PlacedObject& b,
                               const Pose& pose, TumbledSide side) {
  const PlacedObject &tumbled = side == TumbledSide::a ? a : b, &aligned = side == TumbledSide::a ? b : a;
  const GroupRegisters made = make_group_registers(*tumbled.object->groups, *aligned.object->groups, pose,
                                                   side, config.group_filters(), register_numbers(config));
  const auto unit_of = [](const PlacedObject& placed) {
    return static_cast<std::uint32_t>(placed.begin / kGroupUnitBytes);
  };
  MatrixRegisters words{group_words::encode_volumes(unit_of(tumbled), unit_of(aligned), made.volumes),
                        group_words::encode_corners(made.corners)};
  const auto error = static_cast<std::uint64_t>(made.corners.error);
  words.frames.push_back(static_cast<std::uint32_t>(error));
  words.frames.push_back(static_cast<std::uint32_t>(error >> 32));
  const std::vector<std::uint32_t> frames = has_contact_unit(config)
                                                ? group_words::encode_contact(side, pose_words(pose))
                                                : frame_words(make_frame_matrices(pose, side));
  words.frames.insert(words.frames.end(), frames.begin(), frames.end());
  return words;
}

// Bytes that list words name, and that entries of the Pointer FIFO name.
std::uint64_t reach(const ChipConfig& config) {
  const bool leaf_entries = config.pointer_fifo.entry == FifoEntry::leaf_pair;
  const std::uint32_t units =
      leaf_entries ? std::min(group_words::kMostUnits, most_leaf_units(config.group_engine.queries > 1))
                   : group_words::kMostUnits;
  return std::uint64_t{units} * kGroupUnitBytes;
}

// Empty if no block of the object begins so far from the beginning of the SDRAM.
LeafBlock leaf_of(const PlacedObject& placed, std::uint64_t unit) {
  const GroupObject& groups = *placed.object->groups;
  const std::uint64_t address = unit * kGroupUnitBytes;
  const bool inside =
      address >= placed.begin && address - placed.begin + groups.layout.block_bytes() <= groups.bytes();
  return inside ? groups.block(static_cast<GroupAddress>((address - placed.begin) / kGroupUnitBytes))
                : LeafBlock{};
}

std::vector<Finding> pairs_named(const ChipConfig& config, const PlacedObject& tumbled,
                                 const PlacedObject& aligned, const Finding& entry) {
  if (config.pointer_fifo.entry == FifoEntry::pair) return {entry};
  const LeafPairEntry named = leaf_pair_of(entry, config.group_engine.queries > 1);
  const LeafBlock t = leaf_of(tumbled, named.leaves.tumbled), a = leaf_of(aligned, named.leaves.aligned);
  std::vector<Finding> pairs;
  for (unsigned bit = 0; named.pairs >> bit != 0; ++bit) {
    if ((named.pairs >> bit & 1u) == 0) continue;
    const unsigned of_t = bit / 4, of_a = bit % 4;
    if (of_t >= static_cast<unsigned>(t.count) || of_a >= static_cast<unsigned>(a.count)) return {};
    pairs.push_back({entry.kind, t.triangles[of_t].number, a.triangles[of_a].number, {}});
  }
  return pairs;
}

// In the words of the other traversals.
QueryResult reference(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                      const Pose& pose, const QueryOptions& asked) {
  QueryOptions options = asked;
  GroupOptions groups;
  groups.filters = config.group_filters();
  groups.registers = register_numbers(config);
  groups.small_unit = config.small_triangle_unit.determinants;
  if (has_contact_unit(config)) groups.contact_limbs = static_cast<int>(config.contact_unit.limbs);
  const bool host = groups.small_unit && config.small_triangle_unit.undecided == UndecidedPairs::host;
  if (host) options.answers = Answers::exact;
  const GroupResult found = sibling_group_traversal(*a.groups, *b.groups, pose, options, groups);
  QueryResult result = found.in_common_counts();
  if (host)
    result.counters.uncertain =
        has_contact_unit(config) ? found.counters.contacts_left : found.counters.undecided;
  return result;
}

WorkCounts read(const Board&, const Statistics& statistics) {
  WorkCounts counts;
  counts.lists = statistics.number("group_engine.lists");
  counts.aligned_pairs = statistics.number("group_engine.groups");
  counts.triangle_tests = statistics.number("small_triangle_unit.tests");
  counts.overflows = statistics.number("small_triangle_unit.contact_overflows");
  counts.in_any_order = true;
  return counts;
}

WorkCounts read_entry(const Board& board, std::size_t entry) {
  const auto number = static_cast<std::uint32_t>(entry % board.config().engine.count);
  const GroupEngine& engine = board.chip().unit<GroupEngine>(numbered("group_engine", number));
  WorkCounts counts;
  counts.lists = engine.lists_of(entry);
  counts.aligned_pairs = engine.groups_of(entry);
  const auto& tester = board.chip().unit<SmallTriangleUnit>(numbered("small_triangle_unit", number));
  counts.triangle_tests = tester.tests_of(entry);
  counts.overflows = tester.overflows_of(entry);
  counts.in_any_order = true;
  return counts;
}

// What ends the undecided pairs, and in which width.
std::string contact_text(const Statistics& s) {
  return fmt::format(
      "  {:<20}{} of these: {} hits ({} by a common corner), {} misses, {} left; last pass {} of 24, {} of "
      "48, {} of 96 bits\n",
      "contact_unit", s.number("contact_unit.tests"), s.number("contact_unit.hits"),
      s.number("contact_unit.corners"), s.number("contact_unit.misses"), s.number("contact_unit.uncertain"),
      s.number("contact_unit.one_limb"), s.number("contact_unit.two_limbs"),
      s.number("contact_unit.four_limbs"));
}

// What the filters and the caches leave.
std::string account_text(const Statistics& s, const ChipConfig& config) {
  const auto line = [&](const char* name, const std::string& records) {
    const std::uint64_t all = s.number("record_cache." + records + "_requests");
    return fmt::format("  {:<20}{} asked for, {:.1f} % in the cache, {:.1f} % on their way for another\n",
                       name, all, shares::percent(s.number("record_cache." + records + "_hits"), all),
                       shares::percent(s.number("record_cache." + records + "_shared"), all));
  };
  return "\n" + line("groups", "group") + line("blocks", "block") +
         fmt::format("  {:<20}{} pairs of leaves, {} blocks read for them, {} pairs of triangles\n",
                     "filters", s.number("leaf_unit.leaf_pairs"), s.number("leaf_unit.aligned_blocks"),
                     s.number("leaf_unit.triangle_tests")) +
         fmt::format("  {:<20}{} tests: {} hits, {} misses, {} uncertain; {} undecided by determinants\n",
                     "small_triangle_unit", s.number("small_triangle_unit.tests"),
                     s.number("small_triangle_unit.hits"), s.number("small_triangle_unit.misses"),
                     s.number("small_triangle_unit.uncertain"), s.number("small_triangle_unit.undecided")) +
         (has_contact_unit(config) ? contact_text(s) : "") +
         fmt::format(
             "  {:<20}{:.2f} with a list on average; {} lists waited at most, in blocks of {} places\n",
             "contexts", s.histogram("group_engine.active").mean(), s.number("group_engine.most_lists"),
             s.number("group_engine.most_entries"));
}

}  // namespace
}  // namespace groups_host_row

HostKind groups_host() {
  using namespace groups_host_row;
  HostKind host;
  host.machine = "groups";
  host.add_volumes = add_volumes;
  host.object_keys = {"group.width", "group.bits", "group.leaf_size"};
  host.least_bytes = least_bytes;
  host.has_known_size = false;
  host.object_bytes = object_bytes;
  host.write_object = write_object;
  host.reach = reach;
  host.why_no_further =
      "with groups, whatever sdram.capacity_mib says, for their list words and results name no more; "
      "machines with "
      "engine.kind = \"tree\" have the whole SDRAM";
  host.registers = make_registers;
  host.pairs_named = pairs_named;
  host.reference = reference;
  host.reference_keys = {"dop.k",
                         "group.",
                         "contact_unit.multipliers",
                         "contact_unit.limbs",
                         "pose_unit.multipliers",
                         "small_triangle_unit.determinants",
                         "small_triangle_unit.undecided"};
  host.read = read;
  host.read_entry = read_entry;
  host.walks = WalksThrough::groups;
  host.account_text = account_text;
  host.not_estimated = "engine.kind = groups: only machines with lists of pairs can be estimated";
  host.not_read_back = "engine.kind = \"tree\" or \"brute_force\"; groups cannot be read back";
  return host;
}

}  // namespace collisionchip

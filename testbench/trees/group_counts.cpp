#include "collisionchip/testbench/trees/group_counts.h"

#include <algorithm>

#include <fmt/format.h>

#include "collisionchip/reference/traverse/query.h"

namespace collisionchip {

namespace {

GroupOptions options_of(FilterStages stages) {
  GroupOptions options;
  options.filters = {stages >= FilterStages::tight, stages >= FilterStages::slab,
                     stages >= FilterStages::all};
  return options;
}

double ratio(std::uint64_t value, std::uint64_t to) {
  return to > 0 ? static_cast<double>(value) / static_cast<double>(to) : 0;
}

}  // namespace

std::uint64_t GroupRow::read_bytes() const {
  const GroupLayout& layout = combination.layout;
  return (counters.lists + counters.groups) * layout.group_bytes() +
         (counters.tumbled_blocks + counters.aligned_blocks) * layout.block_bytes();
}

GroupCountsResult count_groups(const GroupCountsQuestion& question, const GroupCountsProgress& progress) {
  TreeOptions tree;
  tree.k = question.k;
  const CollisionObject a = CollisionObject::build(question.a, tree);
  const std::optional<CollisionObject> b =
      question.b ? std::optional(CollisionObject::build(*question.b, tree)) : std::nullopt;
  GroupCountsResult result;
  std::vector<std::vector<TrianglePair>> pairs;
  for (const Pose& pose : question.poses) {
    QueryResult found = list_traversal(a, b ? *b : a, pose);
    result.today.lists += found.counters.lists;
    result.today.aligned_pairs += found.counters.aligned_pairs;
    result.today.overlap_tests += found.counters.overlap_tests;
    result.today.triangle_tests += found.counters.triangle_tests;
    result.pairs += found.pairs.size();
    pairs.push_back(std::move(found.pairs));
  }
  for (const GroupCombination& combination : question.combinations) {
    progress(result.rows.size());
    const GroupObject group_a = GroupObject::build(combination.layout, a);
    const std::optional<GroupObject> other =
        b ? std::optional(GroupObject::build(combination.layout, *b)) : std::nullopt;
    const GroupObject& group_b = other ? *other : group_a;
    GroupRow row;
    row.combination = combination;
    row.image_bytes = group_a.bytes() + group_b.bytes();
    for (std::size_t first = 0; first < question.poses.size(); first += question.batch) {
      const auto from = question.poses.begin() + static_cast<std::ptrdiff_t>(first);
      const std::size_t count = std::min(question.batch, question.poses.size() - first);
      const GroupBatchResult found =
          sibling_group_batch(group_a, group_b, {from, from + static_cast<std::ptrdiff_t>(count)}, {},
                              options_of(combination.filters));
      row.counters.add(found.counters);
      for (std::size_t pose = 0; pose < count; ++pose) {
        row.pairs += found.pairs[pose].size();
        row.wrong_poses += found.pairs[pose] == pairs[first + pose] ? 0 : 1;
      }
    }
    result.rows.push_back(row);
  }
  return result;
}

std::string group_counts_text(const GroupCountsResult& result) {
  const TraversalCounters& today = result.today;
  std::string text = fmt::format(
      "pairs of nodes: {} lists, {} pairs read, {} overlap tests, {} triangle tests, {} pairs that "
      "intersect; of "
      "these\n{:>5}{:>5}{:>5}{:>8}{:>7}{:>8}{:>8}{:>12}{:>12}{:>8}{:>12}{:>10}\n",
      today.lists, today.aligned_pairs, today.overlap_tests, today.triangle_tests, result.pairs, "width",
      "bits", "leaf", "filters", "bytes", "lists", "groups", "node tests", "leaf pairs", "tests", "undecided",
      "MB read");
  for (const GroupRow& row : result.rows) {
    const GroupLayout& layout = row.combination.layout;
    const GroupCounters& counters = row.counters;
    text += fmt::format(
        "{:>5}{:>5}{:>5}{:>8}{:>7}{:>8.3f}{:>8.3f}{:>12.3f}{:>12.3f}{:>8.3f}{:>12.5f}{:>10.3f}\n",
        layout.width, layout.bits, layout.leaf_size,
        kFilterStageNames[static_cast<std::size_t>(row.combination.filters)], layout.group_bytes(),
        ratio(counters.lists, today.lists), ratio(counters.groups, today.aligned_pairs),
        ratio(counters.node_tests, today.overlap_tests), ratio(counters.leaf_pairs, today.triangle_tests),
        ratio(counters.triangle_tests, today.triangle_tests),
        ratio(counters.undecided, counters.triangle_tests), 1e-6 * static_cast<double>(row.read_bytes()));
  }
  for (const GroupRow& row : result.rows) {
    if (row.wrong_poses > 0)
      text += fmt::format("DIFFERENT: {} poses of the layout of {} members, {} bits, leaves of {}\n",
                          row.wrong_poses, row.combination.layout.width, row.combination.layout.bits,
                          row.combination.layout.leaf_size);
  }
  return text;
}

std::string group_counts_csv(const GroupCountsResult& result) {
  std::string text =
      "width,bits,leaf_size,filters,group_bytes,image_bytes,lists,repeated_leaves,groups,transforms,"
      "moved_leaves,tumbled_blocks,node_tests,leaf_pairs,slab_tests,triangle_pairs,after_volume,"
      "after_plane,triangle_tests,aligned_blocks,undecided,uncertain,longest_list,most_entries,"
      "read_bytes,pairs\n";
  const TraversalCounters& today = result.today;
  text += fmt::format("2,32,1,today,256,,{},,{},,,,{},{},,{},,,{},,,,,,,{}\n", today.lists,
                      today.aligned_pairs, today.overlap_tests, today.triangle_tests, today.triangle_tests,
                      today.triangle_tests, result.pairs);
  for (const GroupRow& row : result.rows) {
    const GroupLayout& layout = row.combination.layout;
    const GroupCounters& c = row.counters;
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", layout.width,
        layout.bits, layout.leaf_size, kFilterStageNames[static_cast<std::size_t>(row.combination.filters)],
        layout.group_bytes(), row.image_bytes, c.lists, c.repeated_leaves, c.groups, c.transforms,
        c.moved_leaves, c.tumbled_blocks, c.node_tests, c.leaf_pairs, c.slab_tests, c.triangle_pairs,
        c.after_volume, c.after_plane, c.triangle_tests, c.aligned_blocks, c.undecided, c.uncertain,
        c.longest_list, c.most_entries, row.read_bytes(), row.pairs);
  }
  return text;
}

}  // namespace collisionchip

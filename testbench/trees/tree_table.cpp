#include <algorithm>

#include <fmt/format.h>

#include "collisionchip/testbench/trees/tree_comparison.h"

namespace collisionchip {

namespace {

std::string number_or_nothing(const std::optional<std::uint64_t>& value) {
  return value ? std::to_string(*value) : "";
}

std::string k_of(const TreeRow& row) {
  return row.combination.k > 0 ? std::to_string(row.combination.k) : "";
}

std::uint64_t visits(const TraversalCounters& counters) {
  return counters.tumbled_visits + counters.aligned_visits;
}

double bytes_per_node(const TreeRow& row) {
  return row.nodes > 0 ? static_cast<double>(row.bytes) / static_cast<double>(row.nodes) : 0;
}

bool any_decoded(const std::vector<TreeRow>& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [](const TreeRow& row) { return row.decoded_pairs.has_value(); });
}

}  // namespace

std::string trees_text(const std::vector<TreeRow>& rows, std::size_t poses) {
  const bool chip =
      std::any_of(rows.begin(), rows.end(), [](const TreeRow& row) { return row.cycles.has_value(); });
  const bool decoded = any_decoded(rows);
  std::size_t width = 9;
  for (const TreeRow& row : rows) width = std::max(width, row.combination.built().size());
  std::string text =
      fmt::format("{:<16}{:>4}  {:<{}}  {:<13}{:>9}{:>12}{:>7}{:>6}{:>9}{:>12}{:>11}{:>12}{:>10}{:>12}",
                  "format", "k", "built", width, "traversal", "nodes", "bytes", "/node", "depth", "build s",
                  "visits", "transforms", "tests", "pairs", "us");
  if (decoded) text += fmt::format("{:>12}{:>12}", "pairs read", "decoded");
  if (chip) text += fmt::format("{:>14}{:>14}", "cycles", "bus bytes");
  text += "\n";
  for (const TreeRow& row : rows) {
    text += fmt::format(
        "{:<16}{:>4}  {:<{}}  {:<13}{:>9}{:>12}{:>7.1f}{:>6}{:>9.3f}{:>12}{:>11}{:>12}{:>10}{:>12.1f}",
        row.combination.format->name(), k_of(row), row.combination.built(), width, row.combination.traversal,
        row.nodes, row.bytes, bytes_per_node(row), row.depth, row.build_seconds, visits(row.counters),
        row.counters.transforms, row.counters.overlap_tests, row.pairs, row.microseconds);
    if (decoded)
      text += fmt::format("{:>12}{:>12}", row.counters.pairs_read(), number_or_nothing(row.decoded_pairs));
    if (chip)
      text += fmt::format("{:>14}{:>14}", number_or_nothing(row.cycles), number_or_nothing(row.bus_bytes));
    text += "\n";
  }
  for (const TreeRow& row : rows) {
    if (row.wrong_poses > 0)
      text += fmt::format("DIFFERENT: {}: {} of {} answers; {}\n", row.combination.name(), row.wrong_poses,
                          chip && row.cycles ? 2 * poses : poses, row.first_difference);
  }
  return text;
}

std::string trees_csv(const std::vector<TreeRow>& rows, bool with_chip) {
  std::string text =
      "format,k,builder,traversal,nodes,bytes,bytes_per_node,depth,build_s,"
      "visits,pairs_read,transforms,tests,triangle_tests,pairs,time_us,rule,axis,point,objective,degree,leaf_"
      "size,degree_work";
  const bool decoded = any_decoded(rows);
  text += decoded ? ",decoded" : "";
  text += with_chip ? ",cycles,bus_bytes\n" : "\n";
  for (const TreeRow& row : rows) {
    text += fmt::format("{},{},{},{},{},{},{:.3f},{},{:.6f},{},{},{},{},{},{},{:.3f}",
                        row.combination.format->name(), k_of(row), row.combination.builder,
                        row.combination.traversal, row.nodes, row.bytes, bytes_per_node(row), row.depth,
                        row.build_seconds, visits(row.counters), row.counters.pairs_read(),
                        row.counters.transforms, row.counters.overlap_tests, row.counters.triangle_tests,
                        row.pairs, row.microseconds);
    const TreeRules& rules = row.combination.rules;
    text += fmt::format(",{},{},{},{},{},{},{:.2f}", rules.rule, rules.axis, rules.point, rules.objective,
                        rules.degree, rules.leaf_size, row.degree_work);
    if (decoded) text += "," + number_or_nothing(row.decoded_pairs);
    if (with_chip) text += "," + number_or_nothing(row.cycles) + "," + number_or_nothing(row.bus_bytes);
    text += "\n";
  }
  return text;
}

}  // namespace collisionchip

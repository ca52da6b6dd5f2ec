#include "collisionchip/testbench/trees/tree_comparison.h"

#include <gtest/gtest.h>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {
namespace {

// A real format that forgets the last pair of every answer.
class Forgetful : public TreeFormat {
 public:
  std::string name() const override { return "forgetful"; }
  std::string volume() const override { return real_.volume(); }
  std::vector<std::string> builders() const override { return {"top_down"}; }
  std::vector<std::string> traversals() const override { return {"list"}; }
  std::unique_ptr<FormatTree> build(const Mesh& mesh, const TreeOptions& options) const override {
    return real_.build(mesh, options);
  }
  QueryResult query(const FormatTree& a, const FormatTree& b, const Pose& pose, const QueryOptions& options,
                    const std::string& traversal) const override {
    QueryResult result = real_.query(a, b, pose, options, traversal);
    if (!result.pairs.empty()) result.pairs.pop_back();
    return result;
  }

 private:
  const TreeFormat& real_ = tree_format("dop128");
};

TreeQuestion question() {
  TreeQuestion question;
  question.a = make_procedural_mesh("gear", 300);
  question.b = make_procedural_mesh("bolt", 200);
  question.poses = {parse_pose("0.1 0 0 1 0 0 0", "test"), parse_pose("9 0 0 1 0 0 0", "test"),
                    parse_pose("0.2 0.1 0 0.9 0.3 0.2 0.1", "test")};
  question.rounds = 2;
  return question;
}

std::vector<TreeRow> compare(const TreeQuestion& question, const std::vector<TreeCombination>& combinations) {
  return compare_trees(question, combinations, [](const std::string&, std::size_t, std::size_t) {});
}

TEST(TreeComparison, EveryFormatFindsTheExactPairs) {
  const TreeQuestion asked = question();
  const std::vector<TreeRow> rows = compare(asked, combinations_of({{}, {}, {"all"}, {"all"}}));
  ASSERT_GE(rows.size(), 15u);
  for (const TreeRow& row : rows) {
    EXPECT_EQ(row.wrong_poses, 0u) << row.combination.name() << ": " << row.first_difference;
    EXPECT_EQ(row.pairs, rows.front().pairs) << row.combination.name();
    EXPECT_GT(row.pairs, 100u);
    EXPECT_GT(row.bytes, 0u);
    EXPECT_GT(row.counters.overlap_tests, 0u) << row.combination.name();
    EXPECT_GT(row.microseconds, 0);
    EXPECT_FALSE(row.cycles.has_value());
  }
}

TEST(TreeComparison, ALostPairIsSeenAndNamed) {
  const Forgetful forgetful;
  const std::vector<TreeRow> rows = compare(question(), {{&forgetful, 24, "top_down", "list", {}}});
  EXPECT_EQ(rows[0].wrong_poses, 2u);  // one of the three poses has no pair
  EXPECT_EQ(rows[0].first_difference, "pose 0, software: 1 missing, 0 extra");
  EXPECT_NE(trees_text(rows, 3).find("DIFFERENT: forgetful, k 24, top_down, list: 2 of 3 answers"),
            std::string::npos);
}

TEST(TreeComparison, TheChipIsAskedWhereItHasTheFormat) {
  TreeQuestion asked = question();
  asked.chip = ChipConfig{};
  const std::vector<TreeRow> rows =
      compare(asked, combinations_of({{"dop128"}, {18, 24}, {}, {"list", "simultaneous"}}));
  ASSERT_EQ(rows.size(), 4u);
  for (const TreeRow& row : rows) {
    EXPECT_EQ(row.wrong_poses, 0u) << row.first_difference;
    EXPECT_EQ(row.cycles.has_value(), row.combination.traversal == "list");
  }
  EXPECT_GT(*rows[0].bus_bytes, 256 * rows[0].counters.lists);  // a pair of DOPs is 256 bytes
  EXPECT_NE(*rows[0].cycles, *rows[2].cycles);
}

TEST(TreeComparison, NumbersAreOfBothObjects) {
  TreeQuestion asked = question();
  const auto row = [&] { return compare(asked, combinations_of({{"dop128"}, {24}, {}, {}}))[0]; };
  const TreeRow two = row();
  EXPECT_EQ(two.nodes, 2u * (asked.a.triangle_count() - 1) + 2u * (asked.b->triangle_count() - 1));
  EXPECT_EQ(two.bytes, 128 * two.nodes);
  asked.b.reset();
  EXPECT_EQ(row().nodes, 4u * (asked.a.triangle_count() - 1));
}

std::string complaint(const TreeSelection& selection) {
  try {
    combinations_of(selection);
  } catch (const std::runtime_error& error) {  // WrongWord or InputError
    return error.what();
  }
  return "";
}

TEST(TreeComparison, RulesAndShapesOfDopTreesFindTheExactPairs) {
  TreeSelection selection;
  selection.formats = {"dop128", "obb64"};
  selection.ks = {18};
  selection.axes = selection.points = selection.objectives = {"all"};
  const std::vector<TreeCombination> axes = combinations_of(selection);
  // Five axes without and one with four objectives, three points each; oriented boxes have no rules.
  EXPECT_EQ(axes.size(), (5u + 4u) * 3u + 1u);
  selection = {};
  selection.formats = {"dop128"};
  selection.ks = {18};
  selection.rules = {"all"};
  selection.degree = 4;
  selection.leaf_size = 3;
  const std::vector<TreeCombination> rules = combinations_of(selection);
  EXPECT_EQ(rules.size(), 5u);
  for (const std::vector<TreeCombination>& combinations : {axes, rules}) {
    for (const TreeRow& row : compare(question(), combinations))
      EXPECT_EQ(row.wrong_poses, 0u) << row.combination.name() << ": " << row.first_difference;
  }
}

TEST(TreeComparison, TheWorkOfADegree) {
  EXPECT_DOUBLE_EQ(degree_work(2, 512), 9);
  EXPECT_DOUBLE_EQ(degree_work(4, 256), 12);
  EXPECT_DOUBLE_EQ(degree_work(8, 512), 21);
  EXPECT_DOUBLE_EQ(degree_work(8, 1), 0);
  TreeSelection selection;
  selection.formats = {"dop128"};
  selection.ks = {18};
  selection.degree = 8;
  const TreeRow row = compare(question(), combinations_of(selection)).front();
  EXPECT_DOUBLE_EQ(row.degree_work, degree_work(8, question().a.triangle_count()) +
                                        degree_work(8, question().other().triangle_count()));
}

TEST(TreeComparison, WhatNoFormatHasIsNamed) {
  const std::string format = complaint({{"dop129"}, {}, {}, {}}),
                    nearest = ", got 'dop129'; nearest is dop128";
  EXPECT_EQ(format.substr(0, 29), "tree.format: expected dop128,");
  EXPECT_EQ(format.substr(format.size() - nearest.size()), nearest);
  EXPECT_EQ(complaint({{"dop128"}, {7}, {}, {}}), "--k: expected 6, 8, 12, 14, 18, 24 or 26, got 7");
  EXPECT_EQ(complaint({{}, {}, {"sideways"}, {}}).substr(0, 28), "--builder: expected top_down");
  EXPECT_EQ(complaint({{}, {}, {}, {"sideways"}}).substr(0, 21), "--traversal: expected");
  TreeSelection selection;
  selection.axes = {"upwards"};
  EXPECT_EQ(complaint(selection).substr(0, 24), "--axis: expected longest");
  selection = {};
  selection.formats = {"obb64"};
  selection.degree = 4;
  EXPECT_NE(complaint(selection), "");
}

}  // namespace
}  // namespace collisionchip

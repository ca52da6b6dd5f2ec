// The reference against published exact pair lists (pairs/README.md in COLLISIONCHIP_SHARED_DIR). Its exact
// answers are the list, all flags, no more and no less. The raw fp32 answers find every properly intersecting
// pair unless it is within the stated tolerance of touching, and nothing that is not listed. Prints one line
// per list. The tolerance is derived in docs/exactness.md. Every node format finds the same lists.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/answer/answer_levels.h"
#include "collisionchip/reference/answer/answer_query.h"
#include "collisionchip/reference/formats/obb_branch_format.h"
#include "collisionchip/reference/formats/tree_format.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/traverse/query.h"

namespace collisionchip {
namespace {

namespace fs = std::filesystem;

constexpr double kTolerance = 5e-7;  // 8 * 2^-24; margins in units of the larger bounding-box diagonal
constexpr int kFlags = 10;
constexpr int kProper = 0;

struct ListedPair {
  TrianglePair pair;
  int flag;
  double margin;  // HUGE_VAL where the list gives none: far from changing state
};

struct PairList {
  std::string name, mesh_a, mesh_b;
  std::vector<Pose> poses;
  std::vector<std::vector<ListedPair>> pairs;  // by pose, sorted
  std::vector<bool> covered;                   // poses that the list speaks about
};

fs::path shared(const char* folder) {
  return fs::path(COLLISIONCHIP_SHARED_DIR) / folder;
}

std::string mesh_path(const std::string& stem) {
  for (const auto& entry : fs::directory_iterator(shared("meshes"))) {
    if (entry.path().stem() == stem && entry.path().extension() != ".txt") return entry.path().string();
  }
  ADD_FAILURE() << "no mesh " << stem;
  return {};
}

void read_pairs(const fs::path& file, PairList& list) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("gzip -dc '" + file.string() + "'").c_str(), "r"),
                                                   pclose);
  char line[200];
  ASSERT_TRUE(pipe && std::fgets(line, sizeof line, pipe.get())) << file;
  while (std::fgets(line, sizeof line, pipe.get())) {
    unsigned pose, a, b;
    int flag;
    char margin[100] = "";
    ASSERT_GE(std::sscanf(line, "%u,%u,%u,%d,%99s", &pose, &a, &b, &flag, margin), 4) << line;
    ASSERT_LT(pose, list.pairs.size());
    list.pairs[pose].push_back({{a, b}, flag, margin[0] != '\0' ? std::strtod(margin, nullptr) : HUGE_VAL});
  }
}

// "counter.pairs.csv.gz" belongs to "counter.poses.mat.txt", "x.special.pairs.csv.gz" to "x.special.mat.txt".
PairList read_list(const fs::path& file) {
  PairList list;
  const std::string stem = file.filename().string();
  list.name = stem.substr(0, stem.find(".pairs.csv.gz"));
  const std::string objects = list.name.substr(0, list.name.find('.'));
  const std::size_t two = objects.find("__");
  list.mesh_a = objects.substr(0, two);
  list.mesh_b = two == std::string::npos ? objects : objects.substr(two + 2);
  const bool special = list.name != objects;
  list.poses =
      read_poses((shared("poses") / (list.name + (special ? ".mat.txt" : ".poses.mat.txt"))).string());
  list.pairs.resize(list.poses.size());
  list.covered.assign(list.poses.size(), true);
  if (objects == "cycloidal") {  // this list covers every seventh pose
    for (std::size_t i = 0; i < list.covered.size(); ++i) list.covered[i] = i % 7 == 0;
  }
  read_pairs(file, list);
  return list;
}

struct Tally {
  std::array<std::size_t, kFlags> listed{}, found{};
  std::size_t missed_within = 0;  // proper pairs missed within the tolerance: allowed
  std::size_t missed_beyond = 0;  // proper pairs missed beyond it
  std::size_t extra = 0;          // reported, but not in the list
  double widest_miss = 0;         // the largest margin of a proper pair missed
  double widest_near_miss = 0;    // the largest distance of a reported pair that does not intersect
  int poses = 0;

  void compare(const std::vector<ListedPair>& expected, const std::vector<TrianglePair>& reported) {
    ++poses;
    std::size_t next = 0;
    for (const ListedPair& listed_pair : expected) {
      while (next < reported.size() && reported[next] < listed_pair.pair) ++next, ++extra;
      const bool hit = next < reported.size() && reported[next] == listed_pair.pair;
      if (hit) ++next;
      count(listed_pair, hit);
    }
    extra += reported.size() - next;
  }

 private:
  void count(const ListedPair& pair, bool hit) {
    const auto flag = static_cast<std::size_t>(pair.flag);
    ++listed[flag];
    if (hit) ++found[flag];
    const double margin = std::abs(pair.margin);
    if (hit && pair.flag == 9) widest_near_miss = std::max(widest_near_miss, margin);
    if (hit || pair.flag != kProper) return;
    widest_miss = std::max(widest_miss, margin);
    ++(margin < kTolerance ? missed_within : missed_beyond);
  }
};

void print(const std::string& name, const char* side, const Tally& t) {
  std::printf(
      "| %s | %s | %d | %zu | %zu | %zu | %.1e | %zu/%zu | %zu/%zu | %zu/%zu | %zu/%zu | %zu/%zu | %.1e | "
      "%zu |\n",
      name.c_str(), side, t.poses, t.listed[0], t.missed_within, t.missed_beyond, t.widest_miss, t.found[1],
      t.listed[1], t.found[2], t.listed[2], t.found[3], t.listed[3], t.found[4], t.listed[4], t.found[9],
      t.listed[9], t.widest_near_miss, t.extra);
  std::fflush(stdout);
}

void expect_exact(const Tally& tally, const std::string& name) {
  for (std::size_t flag = 0; flag <= 4; ++flag)
    EXPECT_EQ(tally.found[flag], tally.listed[flag]) << name << ", flag " << flag;
  EXPECT_EQ(tally.found[9], 0u) << name << ": near misses reported";
  EXPECT_EQ(tally.extra, 0u) << name;
}

void check_list(const PairList& list) {
  const CollisionObject a = CollisionObject::build(read_mesh(mesh_path(list.mesh_a)));
  const CollisionObject b = CollisionObject::build(read_mesh(mesh_path(list.mesh_b)));
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    Tally raw, exact;
    TraversalCounters counters;
    for (std::size_t i = 0; i < list.poses.size(); ++i) {
      if (!list.covered[i]) continue;
      QueryOptions options{side, LeafTest::dop_first, false, Answers::raw};
      raw.compare(list.pairs[i], list_traversal(a, b, list.poses[i], options).pairs);
      options.answers = Answers::exact;
      const QueryResult result = list_traversal(a, b, list.poses[i], options);
      exact.compare(list.pairs[i], result.pairs);
      counters.triangle_tests += result.counters.triangle_tests;
      counters.uncertain += result.counters.uncertain;
    }
    print(list.name, side == TumbledSide::a ? "a" : "b", raw);
    std::printf("  exact: %llu of %llu triangle tests uncertain\n",
                static_cast<unsigned long long>(counters.uncertain),
                static_cast<unsigned long long>(counters.triangle_tests));
    EXPECT_EQ(raw.missed_beyond, 0u) << list.name;
    EXPECT_EQ(raw.extra, 0u) << list.name;
    expect_exact(exact, list.name);
  }
}

std::vector<fs::path> list_files() {
  std::vector<fs::path> files;
  if (!fs::exists(shared("pairs"))) return files;
  for (const auto& entry : fs::directory_iterator(shared("pairs"))) {
    if (entry.path().extension() == ".gz") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(SharedPairs, EveryPoseOfEveryList) {
  const std::vector<fs::path> files = list_files();
  if (files.empty()) GTEST_SKIP() << "no pair lists in " << COLLISIONCHIP_SHARED_DIR;
  std::printf(
      "| list | tumbled | poses | proper | missed within %.0e | missed beyond | widest | touch | coplanar | "
      "edge |"
      " zero area | near miss | widest | not listed "
      "|\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
      kTolerance);
  for (const fs::path& file : files) check_list(read_list(file));
}

// The answering traversal, A tumbled in its narrowest vectors and B in its widest: every list, and whether there is a first
// contact.
void check_answers(const PairList& list) {
  const FilterLevel widest =
      find_answer_level(FilterLevel::sixteen) != nullptr ? FilterLevel::sixteen : FilterLevel::four;
  const CollisionObject a = CollisionObject::build(read_mesh(mesh_path(list.mesh_a)));
  const CollisionObject b = CollisionObject::build(read_mesh(mesh_path(list.mesh_b)));
  const AnswerObject answer_a(a), answer_b(b);
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    const FilterLevel level = side == TumbledSide::a ? FilterLevel::four : widest;
    Tally exact;
    for (std::size_t i = 0; i < list.poses.size(); ++i) {
      if (!list.covered[i]) continue;
      QueryOptions options;
      options.tumbled_side = side;
      const std::vector<TrianglePair> pairs =
          answer_query(answer_a, answer_b, list.poses[i], options, level).pairs;
      exact.compare(list.pairs[i], pairs);
      options.first_witness = true;
      const std::vector<TrianglePair> first =
          answer_query(answer_a, answer_b, list.poses[i], options, level).pairs;
      EXPECT_EQ(first.size(), pairs.empty() ? 0u : 1u) << list.name << ", pose " << i;
      EXPECT_TRUE(std::includes(pairs.begin(), pairs.end(), first.begin(), first.end()))
          << list.name << ", pose " << i;
    }
    expect_exact(exact, list.name + (side == TumbledSide::a ? ", a" : ", b"));
  }
}

TEST(SharedPairs, AnswersFindEveryList) {
  const std::vector<fs::path> files = list_files();
  if (files.empty()) GTEST_SKIP() << "no pair lists in " << COLLISIONCHIP_SHARED_DIR;
  for (const fs::path& file : files) check_answers(read_list(file));
}

// The format's first traversal, both sides tumbled. One tree where both objects are one mesh, as in any run.
void check_format(const TreeFormat& format, const TreeOptions& options, const PairList& list) {
  const auto a = format.build(read_mesh(mesh_path(list.mesh_a)), options);
  const auto b =
      list.mesh_b == list.mesh_a ? nullptr : format.build(read_mesh(mesh_path(list.mesh_b)), options);
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    Tally exact;
    QueryOptions query;
    query.tumbled_side = side;
    for (std::size_t i = 0; i < list.poses.size(); ++i) {
      if (!list.covered[i]) continue;
      const QueryResult result =
          format.query(*a, b ? *b : *a, list.poses[i], query, format.traversals().front());
      exact.compare(list.pairs[i], result.pairs);
    }
    expect_exact(exact, list.name + ", " + format.name() + ", k " + std::to_string(options.k) +
                            (side == TumbledSide::a ? ", a" : ", b"));
  }
}

void check_formats(const std::string& volume) {
  const std::vector<fs::path> files = list_files();
  if (files.empty()) GTEST_SKIP() << "no pair lists in " << COLLISIONCHIP_SHARED_DIR;
  for (const fs::path& file : files) {
    const PairList list = read_list(file);
    for (const TreeFormat* format : tree_formats()) {
      if (format->volume() != volume) continue;
      TreeOptions options;
      options.builder = format->builders().front();
      std::vector<int> ks = format->ks();
      if (ks.empty()) ks = {options.k};
      for (const int k : ks) {
        options.k = k;
        check_format(*format, options, list);
      }
    }
    if (volume == "obb") check_format(*make_obb_branch_format("obb40", 256), {}, list);
  }
}

TEST(LongSharedPairs, DopFormatsFindEveryList) {
  check_formats("dop");
}

TEST(LongSharedPairs, ObbFormatsFindEveryList) {
  check_formats("obb");
}

TEST(LongSharedPairs, AabbFormatsFindEveryList) {
  check_formats("aabb");
}

}  // namespace
}  // namespace collisionchip

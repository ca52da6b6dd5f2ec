// Public objects under registers in whole numbers: the pairs are those of registers in double, the counts nearly
// (meshes and poses in COLLISIONCHIP_SHARED_DIR; skipped where there are none).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/testbench/tests/reference/groups/group_cases.h"

namespace collisionchip {
namespace {

namespace fs = std::filesystem;

// Lists, groups, pairs of triangles tested, and those left undecided.
struct Sums {
  std::uint64_t lists = 0, groups = 0, tests = 0, undecided = 0, pairs = 0;

  void add(const GroupResult& result) {
    lists += result.counters.lists;
    groups += result.counters.groups;
    tests += result.counters.triangle_tests;
    undecided += result.counters.undecided;
    pairs += result.pairs.size();
  }
};

double percent_more(std::uint64_t found, std::uint64_t expected) {
  return 100.0 * (static_cast<double>(found) / static_cast<double>(expected) - 1);
}

TEST(PublicPoseCounts, DifferByLessThanOnePercentOfThoseInDouble) {
  const fs::path folder = COLLISIONCHIP_SHARED_DIR;
  if (!fs::exists(folder / "meshes")) GTEST_SKIP() << "no meshes in " << folder;
  std::vector<fs::path> meshes;
  for (const auto& entry : fs::directory_iterator(folder / "meshes")) {
    if (fs::exists(folder / "poses" / (entry.path().stem().string() + ".poses.mat.txt")))
      meshes.push_back(entry.path());
  }
  std::sort(meshes.begin(), meshes.end());
  for (const fs::path& path : meshes) {
    const std::string name = path.stem().string();
    const GroupObject object = testing_support::group_object({}, read_mesh(path.string()));
    const std::vector<Pose> poses = read_poses((folder / "poses" / (name + ".poses.mat.txt")).string());
    for (const TumbledSide side : testing_support::kBothSides) {
      Sums doubles, integers;
      QueryOptions query;
      query.tumbled_side = side;
      for (std::size_t n = 7; n < poses.size(); n += 40) {
        GroupOptions options;
        const GroupResult one = sibling_group_traversal(object, object, poses[n], query, options);
        options.registers = RegisterNumbers::integers;
        const GroupResult other = sibling_group_traversal(object, object, poses[n], query, options);
        ASSERT_EQ(one.pairs, other.pairs) << name << ", pose " << n;
        doubles.add(one);
        integers.add(other);
      }
      const double lists = percent_more(integers.lists, doubles.lists),
                   groups = percent_more(integers.groups, doubles.groups),
                   tests = percent_more(integers.tests, doubles.tests);
      std::printf(
          "%-22s %c tumbled: %8llu pairs, lists %+.3f %%, groups %+.3f %%, tests %+.3f %%, undecided %llu "
          "for %llu\n",
          name.c_str(), side == TumbledSide::a ? 'A' : 'B', static_cast<unsigned long long>(doubles.pairs),
          lists, groups, tests, static_cast<unsigned long long>(integers.undecided),
          static_cast<unsigned long long>(doubles.undecided));
      for (const double more : {lists, groups, tests}) EXPECT_LT(std::abs(more), 1) << name;
    }
  }
}

}  // namespace
}  // namespace collisionchip

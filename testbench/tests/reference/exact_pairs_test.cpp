// exact_pairs against published exact pair lists (pairs/README.md in COLLISIONCHIP_SHARED_DIR): every pair
// with a flag from 0 to 4 is reported, no near miss (flag 9) and nothing that is not listed.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/traverse/exact_pairs.h"

namespace collisionchip {
namespace {

namespace fs = std::filesystem;

constexpr int kNearMiss = 9;

fs::path shared(const char* folder) {
  return fs::path(COLLISIONCHIP_SHARED_DIR) / folder;
}

CollisionObject object_of(const std::string& stem) {
  for (const auto& entry : fs::directory_iterator(shared("meshes"))) {
    if (entry.path().stem() == stem && entry.path().extension() != ".txt") {
      return CollisionObject::build(read_mesh(entry.path().string()));
    }
  }
  throw std::runtime_error("no mesh " + stem);
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

// "x.pairs.csv.gz" belongs to "x.poses.mat.txt", "x.special.pairs.csv.gz"
// to "x.special.mat.txt"; "x__y" are two objects.
struct PairList {
  std::string name;
  std::vector<Pose> poses;
  std::vector<std::vector<TrianglePair>> meeting;  // by pose, sorted

  explicit PairList(const fs::path& file) {
    name = file.filename().string();
    name.resize(name.find(".pairs.csv.gz"));
    const bool special = name.find('.') != std::string::npos;
    poses = read_poses((shared("poses") / (name + (special ? ".mat.txt" : ".poses.mat.txt"))).string());
    meeting.resize(poses.size());
    read(file);
  }
  std::string objects() const { return name.substr(0, name.find('.')); }
  std::string object_a() const { return objects().substr(0, objects().find("__")); }
  std::string object_b() const {
    const std::size_t two = objects().find("__");
    return two == std::string::npos ? objects() : objects().substr(two + 2);
  }
  // The cycloidal list covers every seventh pose only.
  std::size_t stride() const { return objects() == "cycloidal" ? 7 : 1; }

 private:
  void read(const fs::path& file) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(("gzip -dc '" + file.string() + "'").c_str(), "r"),
                                                     pclose);
    char line[200];
    if (!pipe || !std::fgets(line, sizeof line, pipe.get())) throw std::runtime_error("cannot read " + name);
    while (std::fgets(line, sizeof line, pipe.get())) {
      unsigned pose, a, b;
      int flag;
      if (std::sscanf(line, "%u,%u,%u,%d", &pose, &a, &b, &flag) != 4) throw std::runtime_error(line);
      if (flag != kNearMiss) meeting.at(pose).push_back({a, b});
    }
  }
};

void expect_reproduced(const PairList& list, std::size_t stride) {
  const CollisionObject a = object_of(list.object_a()), b = object_of(list.object_b());
  const auto start = std::chrono::steady_clock::now();
  std::size_t poses = 0, pairs = 0, missed = 0, extra = 0;
  for (std::size_t i = 0; i < list.poses.size(); i += stride) {
    const std::vector<TrianglePair> found = exact_pairs(a, b, list.poses[i]);
    const std::vector<TrianglePair>& listed = list.meeting[i];
    std::vector<TrianglePair> difference;
    std::set_difference(listed.begin(), listed.end(), found.begin(), found.end(),
                        std::back_inserter(difference));
    missed += difference.size();
    extra += found.size() + difference.size() - listed.size();
    pairs += listed.size();
    ++poses;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%-24s %4zu poses, %8zu pairs listed, %zu missed, %zu not listed, %.2f s\n", list.name.c_str(),
              poses, pairs, missed, extra, seconds.count());
  std::fflush(stdout);
  EXPECT_GT(pairs, 0u) << list.name;
  EXPECT_EQ(missed, 0u) << list.name;
  EXPECT_EQ(extra, 0u) << list.name;
}

// The lists of small objects, special positions in full and others with some of their poses.
TEST(ExactLists, SomePoses) {
  const std::vector<fs::path> files = list_files();
  if (files.empty()) GTEST_SKIP() << "no pair lists in " << COLLISIONCHIP_SHARED_DIR;
  for (const fs::path& file : files) {
    if (fs::file_size(file) > 2000000) continue;
    const PairList list(file);
    expect_reproduced(list, list.poses.size() < 20 ? 1 : 20 * list.stride() + 7);
  }
}

TEST(ExactLists, EveryPoseOfEveryList) {
  const std::vector<fs::path> files = list_files();
  if (files.empty()) GTEST_SKIP() << "no pair lists in " << COLLISIONCHIP_SHARED_DIR;
  for (const fs::path& file : files) {
    const PairList list(file);
    expect_reproduced(list, list.stride());
  }
}

}  // namespace
}  // namespace collisionchip

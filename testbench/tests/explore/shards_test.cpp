// Parts of a plan, run by whatever there is: at the same time, in any order, again, or not at all.
#include "collisionchip/testbench/explore/shards.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/explore/explore_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(Shard, IsOneOfSoMany) {
  EXPECT_EQ(parse_shard("7/100").index, 7u);
  EXPECT_EQ(parse_shard("7/100").count, 100u);
  for (const char* const bad :
       {"", "7", "7/", "/7", "7/7", "8/7", "-1/7", "1/7x", "x/7", "1.0/7", "7-of-9"}) {
    EXPECT_THROW(parse_shard(bad), InputError) << bad;
  }
}

// The folder also has the results known before, and files of the user.
TEST(Shard, OnlyShardsAreMerged) {
  const Folder folder;
  std::filesystem::create_directories(folder / "shards");
  EXPECT_THROW(expect_shards(folder / "."), InputError);
  for (const char* const name : {"known.sqlite", "3.sqlite", "3-of-3.sqlite", "1-of-3.sqlite.bak"})
    folder.write(std::string("shards/") + name, "mine");
  EXPECT_THROW(expect_shards(folder / "."), InputError);
  ResultStore(shard_file(folder / ".", {3, 12}), "1");
  ResultStore store(folder / "s.sqlite", "1");
  EXPECT_EQ(merge_shards(folder / ".", store).shards.size(), 1u);
}

TEST(Shard, OfAnotherProgramIsNamed) {
  const Folder folder;
  std::filesystem::create_directories(folder / "shards");
  const ChipConfig config;
  for (const std::uint64_t index : {0, 1})
    ResultStore(shard_file(folder / ".", {index, 2}), index == 0 ? "1" : "older")
        .add(config, "c", "w", made_up(config, 0));
  ResultStore store(folder / "s.sqlite", "1");
  EXPECT_EQ(folder.without(merge_shards(folder / ".", store).stranger),
            "./shards/1-of-2.sqlite: program older made its results, not this one");
}

TEST(Shard, OfMissingPointsIsNamedAsMostOfTheFilesDivideThem) {
  EXPECT_EQ(shards_of({1, 4, 7}, {{0, 2}, {0, 3}, {2, 3}}), "shard 1/3");
  EXPECT_EQ(shards_of({3, 4, 6}, {{1, 4}}), "shards 0/4, 2/4 and 3/4");
  std::vector<std::uint64_t> all(30);
  for (std::uint64_t i = 0; i < all.size(); ++i) all[i] = i;
  EXPECT_EQ(shards_of(all, {{29, 30}}), "shards 0/30, 1/30, 2/30, 3/30, 4/30, 5/30, 6/30, 7/30 and 22 more");
}

// The program, without Slurm.
class Shards : public ::testing::Test {
 protected:
  // The exit status of a shell that knows the command of this plan and a folder.
  int shell(const std::string& script) {
    const std::string text = "explore() { " + std::string(COLLISIONCHIP_BINARY) + " explore " + plan_ +
                             " --jobs 1 \"$@\"; }\nmerge() { " + COLLISIONCHIP_BINARY + " explore " + plan_ +
                             " --merge \"$@\"; }\ncd " + folder_ / "." + "\n" + script;
    folder_.write("script", text);
    return WEXITSTATUS(
        std::system(("sh " + folder_ / "script > " + folder_ / "said 2> " + folder_ / "complaint").c_str()));
  }
  std::string complaint() { return folder_.without(folder_.read("complaint")); }
  std::string results(const std::string& out) {
    return folder_.read(out + "/results.csv") + folder_.read(out + "/results.json") +
           folder_.read(out + "/front.csv");
  }

  Folder folder_;
  const std::string plan_ = folder_.write(
      "plan.toml", std::string("[[axis]]\nkey = \"sdram.banks\"\nvalues = [1, 2, 4, 8, 16]\n") + kWorkload);
};

TEST_F(Shards, BeginTogetherInANewFolderAndGiveTheBytesOfOneRun) {
  ASSERT_EQ(shell("explore --out one"), 0);
  EXPECT_EQ(
      shell("for i in 6 3 0 5 2 1 4; do explore --out out --shard $i/7 || echo $i >> failed & done; wait\n"
            "merge --out out && ! test -e failed"),
      0)
      << complaint();
  EXPECT_EQ(results("out"), results("one"));
  EXPECT_EQ(shell("merge --out out"), 0) << complaint();
  EXPECT_EQ(results("out"), results("one"));
  // Known from the merge, to shards of any number.
  EXPECT_EQ(shell("explore --out out --shard 1/2"), 0);
  EXPECT_NE(folder_.read("said").find("  reused    2\n"), std::string::npos) << folder_.read("said");
}

TEST_F(Shards, OneThatIsMissingIsNamed) {
  EXPECT_EQ(shell("merge --out out"), 3);
  EXPECT_EQ(complaint(),
            "collisionchip: out/shards: expected at least one shard (--shard I/N makes one), found none\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
  EXPECT_EQ(shell("explore --out out --shard 0/3; explore --out out --shard 2/3; merge --out out"), 3);
  EXPECT_EQ(
      complaint(),
      "collisionchip: out/explore.sqlite: 2 results are missing, of shard 1/3: run that and merge again; "
      "without --merge this command computes what is missing\n");
  ASSERT_EQ(shell("explore --out one && explore --out out --shard 1/3 && merge --out out"), 0);
  EXPECT_EQ(results("out"), results("one"));
}

TEST_F(Shards, ResultsOfAnotherProgramAreNamed) {
  ASSERT_EQ(shell("explore --out out --shard 0/2"), 0);
  SqliteDatabase(shard_file(folder_ / "out", {0, 2}), SQLITE_OPEN_READWRITE)
      .execute("UPDATE results SET version = 'older'");
  EXPECT_EQ(shell("explore --out out --shard 1/2; merge --out out"), 3);
  EXPECT_NE(complaint().find("3 results are missing, of shard 0/2: "), std::string::npos) << complaint();
  EXPECT_NE(complaint().find("(out/shards/0-of-2.sqlite: program older made its results, not this one)"),
            std::string::npos)
      << complaint();
}

TEST_F(Shards, AFolderOfTheUsersIsNotTouched) {
  EXPECT_EQ(shell("mkdir -p thesis/shards; touch thesis/shards/chapter; explore --out thesis --shard 0/2"),
            3);
  EXPECT_EQ(complaint(),
            "collisionchip: thesis: expected an empty folder or results of `explore`, found shards\n");
  EXPECT_EQ(shell("explore --out out && mkdir out/shards && explore --out out --shard 0/2"), 3);
  EXPECT_EQ(
      complaint(),
      "collisionchip: out: expected another folder: this command would write shards, and a folder is there "
      "that this program has not written\n");
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "out/shards"));
}

}  // namespace
}  // namespace collisionchip

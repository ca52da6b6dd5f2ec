// How to ask a point again: words that a shell and another verb take.
#include "collisionchip/testbench/explore/origin.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/explore/explore_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

TEST(Origin, NamesTheChipOfAPointAndOfThePlan) {
  const Folder folder;
  folder.write("my chip.toml", "[sdram]\nbanks = 2\n");
  Loaded loaded(folder.write("plan.toml", std::string(R"(
base = "my chip.toml"
[set]
sdram.page_policy = "closed"
stack_engine.look_ahead = 8
[[axis]]
key = "triangle_unit.cache_lines"
values = [16, 64]
[[axis]]
key = "query.tumbled_side"
values = ["a", "b"]
)") + kWorkload));
  const std::string base = "--chip '" + std::filesystem::absolute(folder / "my chip.toml").string() + "'";
  const std::string point = chip_arguments(loaded.plan, loaded.points.configuration(2));
  EXPECT_EQ(point.rfind(base + " --set ", 0), 0u) << point;
  for (const char* key : {"sdram.page_policy=closed", "stack_engine.look_ahead=8",
                          "triangle_unit.cache_lines=64", "query.tumbled_side=a"})
    EXPECT_NE(point.find(std::string(" --set ") + key), std::string::npos) << point;
  write_origin(loaded.plan, folder / ".");
  const std::string origin = folder.read("origin.json");
  EXPECT_NE(origin.find(" --set sdram.page_policy=closed --set stack_engine.look_ahead=8\""),
            std::string::npos)
      << origin;
  EXPECT_NE(origin.find("/plan.toml\""), std::string::npos) << origin;
}

}  // namespace
}  // namespace collisionchip

// The figures are drawn where matplotlib is installed, and are the same bytes for the same tables.
#include "collisionchip/testbench/paper/draw_figures.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/paper/paper_run.h"
#include "collisionchip/testbench/tests/paper/small_plan.h"
#include "collisionchip/testbench/tests/paper/temporary_folder.h"

namespace collisionchip {
namespace {

using testing_support::small_plan;
using testing_support::TemporaryFolder;

const std::vector<std::string> kFigures = {"figure01", "figure09", "figure10", "figure11",
                                           "figure12", "figure13", "eq5"};

bool not_installed(const std::string& message) {
  return message.find("not installed") != std::string::npos;
}

TEST(DrawFigures, OneSvgForEachWithThePapersClaim) {
  const TemporaryFolder folder;
  run_paper(small_plan(), folder.path());
  const std::string message = draw_figures(folder.path());
  if (not_installed(message)) GTEST_SKIP() << message;
  EXPECT_EQ(message, folder.path() + "/figures: figure01.svg, figure09.svg to figure13.svg, eq5.svg");
  for (const std::string& name : kFigures) {
    const std::string svg = folder.text("figures/" + name + ".svg");
    EXPECT_NE(svg.find("</svg>"), std::string::npos) << name;
    EXPECT_NE(svg.find("Paper: "), std::string::npos) << name;
    EXPECT_NE(svg.find(name == "figure01" ? "1 2 4 5 3" : "distance"), std::string::npos) << name;
    const bool of_times = name == "figure09" || name == "figure10";
    EXPECT_EQ(svg.find("slowest orientation") != std::string::npos, of_times) << name << " has maxima";
  }
}

TEST(DrawFigures, SaysWhatIsWrongWithTheFolder) {
  const TemporaryFolder folder;  // no tables
  write_plot_script(folder.path());
  const std::string message = draw_figures(folder.path());
  if (not_installed(message)) GTEST_SKIP() << message;
  EXPECT_EQ(message, "no figures: " + folder.path() + "/plot_paper.py failed");
}

TEST(LongDrawFigures, SameTablesSameBytes) {
  const TemporaryFolder folder;
  run_paper(small_plan(), folder.path());
  if (const std::string message = draw_figures(folder.path()); not_installed(message))
    GTEST_SKIP() << message;
  std::vector<std::string> before;
  for (const std::string& name : kFigures) before.push_back(folder.text("figures/" + name + ".svg"));
  draw_figures(folder.path());
  for (std::size_t i = 0; i < kFigures.size(); ++i) {
    EXPECT_EQ(folder.text("figures/" + kFigures[i] + ".svg"), before[i]) << kFigures[i];
  }
}

}  // namespace
}  // namespace collisionchip

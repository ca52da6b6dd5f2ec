// Figure 1's example, word for word.
#include "collisionchip/testbench/paper/figure1.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace collisionchip {
namespace {

std::string pairs(const std::string& traversal) {
  std::string text;
  for (const Figure1Visit& visit : figure1_visits(traversal))
    text += (text.empty() ? "" : " ") + visit.aligned + std::to_string(visit.tumbled);
  return text;
}

std::string transforms(const std::string& traversal) {
  std::string text;
  for (const Figure1Visit& visit : figure1_visits(traversal)) {
    if (visit.transformed) text += (text.empty() ? "" : " ") + std::to_string(visit.tumbled);
  }
  return text;
}

// §3.1 prints the transforms of all pairs but the last two, B3 and C3, which it lists among the pairs.
TEST(Figure1, TheTraditionalTraversalTransformsAtEveryVisit) {
  EXPECT_EQ(pairs("simultaneous"), "A1 B2 D4 E4 D5 E5 C2 F4 G4 F5 G5 B3 C3");
  const std::string printed = "1 2 4 4 5 5 2 4 4 5 5";
  EXPECT_EQ(transforms("simultaneous"), printed + " 3 3");
}

TEST(Figure1, TheNewTraversalTransformsOnce) {
  EXPECT_EQ(pairs("single_list"), "A1 B2 C2 D4 E4 F4 G4 D5 E5 F5 G5 B3 C3");
  EXPECT_EQ(transforms("single_list"), "1 2 4 5 3");
}

// Otherwise the sequences would be longer.
TEST(Figure1, BothMeetTheSamePairs) {
  for (const char* traversal : {"simultaneous", "single_list"}) {
    std::string overlapping;
    for (const Figure1Visit& visit : figure1_visits(traversal)) {
      if (visit.overlap && visit.aligned < "D")
        overlapping += visit.aligned + std::to_string(visit.tumbled) + " ";
    }
    EXPECT_EQ(overlapping, "A1 B2 C2 ") << traversal;
  }
  EXPECT_THROW(figure1_visits("list"), std::invalid_argument);
}

}  // namespace
}  // namespace collisionchip

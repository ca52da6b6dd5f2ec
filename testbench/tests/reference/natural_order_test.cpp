#include "collisionchip/reference/text/natural_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::sort(names.begin(), names.end(), natural_less);
  return names;
}

TEST(NaturalOrder, NumbersInNamesAreNumbers) {
  const std::vector<std::string> order = {
      "", "-1", "-2", "0.obj", "1.obj", "2.obj", "10.obj", "11.obj", "99.obj", "100.obj",
      // more digits than any integer has
      "18446744073709551615", "18446744073709551616", "99999999999999999999999999999998",
      "99999999999999999999999999999999", "Part2.obj", "a", "a.obj", "a0", "a1b2", "a1b10", "a2b1", "frame-2",
      "frame-10", "frame.obj", "frame1.5.obj", "frame1.10.obj", "part2_frame2", "part2_frame10",
      "part10_frame1", "\xe4"};
  std::vector<std::string> names(order.rbegin(), order.rend());
  EXPECT_EQ(sorted(names), order);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(sorted(names), order);
}

TEST(NaturalOrder, LeadingZerosDecideLast) {
  EXPECT_EQ(sorted({"010", "9", "10", "08", "8", "008b", "8a", "0", "00"}),
            (std::vector<std::string>{"0", "00", "08", "8", "8a", "008b", "9", "010", "10"}));
}

// For any three names: the order that std::sort needs, so that every listing of a folder gives the same order.
TEST(NaturalOrder, IsAStrictTotalOrder) {
  testing_support::Random random(8);
  std::vector<std::string> names;
  for (int i = 0; i < 60; ++i) {
    std::string name;
    for (int length = random.below(6); length > 0; --length) name += "0019a.-\xff"[random.below(8)];
    names.push_back(name);
  }
  for (const std::string& a : names) {
    EXPECT_FALSE(natural_less(a, a));
    for (const std::string& b : names) {
      EXPECT_EQ(natural_less(a, b) + natural_less(b, a), a == b ? 0 : 1) << a << " " << b;
      for (const std::string& c : names) {
        if (natural_less(a, b) && natural_less(b, c)) {
          EXPECT_TRUE(natural_less(a, c)) << a << " " << b << " " << c;
        }
      }
    }
  }
}

}  // namespace
}  // namespace collisionchip

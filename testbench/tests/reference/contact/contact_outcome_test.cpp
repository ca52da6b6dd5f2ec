// The Contact Unit's verdicts against integers of any length (GMP), which share no code with them, and each rule by hand.
#include "collisionchip/reference/contact/contact_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "collisionchip/testbench/engines/integer_triangle.h"
#include "collisionchip/testbench/tests/reference/contact/contact_cases.h"

namespace collisionchip {
namespace {

using testing_support::Case;
using testing_support::Family;
using testing_support::Random;

// Cases of a family; the long run sets COLLISIONCHIP_EXACT_CASES.
std::uint64_t cases_of_a_family() {
  const char* const text = std::getenv("COLLISIONCHIP_EXACT_CASES");
  return text == nullptr ? 1500 : std::strtoull(text, nullptr, 10);
}

bool truly_meet(const Case& c) {
  const IntegerObjects objects = to_integers({c.a}, {c.b}, c.pose);
  return meet(objects.a[0], objects.b[0]);
}

// By passes and what ended them.
std::string name_of(const ContactOutcome& outcome) {
  static const char* const ends[] = {"window", "corner", "plane", "in_plane", "edges", "open"};
  static const char* const verdicts[] = {"miss", "hit", "uncertain"};
  return std::to_string(24 * outcome.limbs) + " " + ends[static_cast<std::size_t>(outcome.end)] + " " +
         verdicts[static_cast<std::size_t>(outcome.verdict)];
}

using Reached = std::map<std::string, std::uint64_t>;

void hold_against_the_truth(const Case& c, const std::string& what, Reached& reached) {
  const bool expected = truly_meet(c);
  for (const int limbs : {1, 2, 4}) {
    const ContactOutcome outcome = contact_outcome(c.a, c.b, c.pose, limbs);
    if (limbs == 4) ++reached[name_of(outcome)];
    if (outcome.verdict == Verdict::uncertain) continue;
    ASSERT_EQ(outcome.verdict == Verdict::hit, expected) << what << ": " << name_of(outcome);
  }
}

TEST(ContactOutcome, IsNeverWrongAndReachesEachWidthAndEachEnd) {
  Reached reached;
  const std::uint64_t cases = cases_of_a_family();
  for (const Family& family : testing_support::contact_families()) {
    Random random(23);
    for (std::uint64_t i = 0; i < cases; ++i) {
      hold_against_the_truth(family.make(random), std::string(family.name) + ", case " + std::to_string(i),
                             reached);
      if (HasFatalFailure()) return;
    }
  }
  const std::uint64_t wanted = cases / 100;
  for (const char* const width : {"24", "48", "96"}) {
    for (const char* const end :
         {"plane miss", "in_plane hit", "in_plane miss", "edges hit", "edges miss", "open uncertain"}) {
      const std::string name = std::string(width) + " " + end;
      EXPECT_GE(reached[name], wanted) << name;
    }
  }
  for (const char* const name : {"0 corner hit", "0 window uncertain"})
    EXPECT_GE(reached[name], wanted) << name;
}

}  // namespace
}  // namespace collisionchip

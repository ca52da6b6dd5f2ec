// A Pentium 4 by counts and assumptions: times, brackets, verdicts. What Callgrind writes is read.
#include "collisionchip/testbench/paper/pentium4_claim.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "collisionchip/testbench/paper/callgrind.h"

namespace collisionchip {
namespace {

TEST(Callgrind, CountsAreReadByTheirNames) {
  const std::string text =
      "version: 1\ncmd: x\nevents: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\nfn=(1) a\n0 7\n"
      "totals: 1000 300 200 9 50 6 1 20 3\n";
  const CallgrindCounts counts = parse_callgrind(text);
  EXPECT_EQ(counts.instructions, 1000u);
  EXPECT_EQ(counts.d1_misses, 56u);
  EXPECT_EQ(counts.l2_misses, 24u);
  const CallgrindCounts few =
      parse_callgrind("events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\ntotals: 1000 300 200 9 50\n");
  EXPECT_EQ(few.d1_misses, 50u);
  EXPECT_EQ(few.l2_misses, 0u) << "zeros at the end are left out";
  EXPECT_THROW(parse_callgrind("events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\n"), std::runtime_error);
  EXPECT_THROW(parse_callgrind("events: Ir\ntotals: 5\n"), std::runtime_error) << "no caches were simulated";
  EXPECT_THROW(parse_callgrind(""), std::runtime_error);
}

TEST(Pentium4, TimeIsInstructionsAndMisses) {
  Pentium4 host;
  host.mhz = 1000;
  const Bracket ms = host.time({1'000'000, 10'000, 1'000});
  EXPECT_DOUBLE_EQ(ms.least, 1 + 0.1 + 0.11);
  EXPECT_DOUBLE_EQ(ms.likely, 1.5 + 0.15 + 0.18);
  EXPECT_DOUBLE_EQ(ms.most, 2 + 0.2 + 0.27);
  EXPECT_EQ(host.caches().d1.text(), "8192,4,64");
  EXPECT_EQ(host.caches().l2.text(), "262144,8,64");
}

TEST(Pentium4, WaitingIsTheShareOfMisses) {
  const Bracket share = Pentium4().waiting({1'000, 100, 10});
  EXPECT_DOUBLE_EQ(share.least, 2100.0 / 3100);
  EXPECT_DOUBLE_EQ(share.likely, 3300.0 / 4800);
  EXPECT_DOUBLE_EQ(share.most, 4700.0 / 6700);
}

// Rows of one object whose speed-ups over paper41 are given, over paper52 half of them.
std::vector<Pentium4Row> rows_of(const Bracket& list_scalar, const Bracket& list_vectors,
                                 const Bracket& traditional) {
  std::vector<Pentium4Row> rows;
  const auto add = [&](const char* traversal, const char* build, const Bracket& speed_up) {
    rows.push_back(
        {"gear", "all", traversal, build, 1.5, 12, {100, 10, 1}, speed_up, {{"paper41", 1}, {"paper52", 2}}});
  };
  add("list", "scalar", list_scalar);
  add("list", "vectors", list_vectors);
  add("simultaneous", "scalar", traditional);
  add("simultaneous", "vectors", list_vectors);
  return rows;
}

TEST(Pentium4, TheVerdictIsWhereThirtyLies) {
  const auto verdict = [](const Bracket& scalar, const Bracket& vectors, const Bracket& traditional) {
    return pentium4_claim(rows_of(scalar, vectors, traditional)).agrees;
  };
  EXPECT_EQ(verdict({20, 31, 40}, {5, 6, 7}, {50, 60, 70}), Agreement::yes);
  EXPECT_EQ(verdict({20, 29, 40}, {5, 6, 7}, {50, 60, 70}), Agreement::partly);
  EXPECT_EQ(verdict({40, 45, 49}, {29, 31, 37}, {50, 60, 70}), Agreement::partly);
  EXPECT_EQ(verdict({20, 25, 29}, {5, 6, 7}, {21, 23, 29}), Agreement::no);
  EXPECT_EQ(verdict({50, 55, 59}, {31, 36, 37}, {71, 73, 79}), Agreement::no);
  const Claim claim = pentium4_claim(rows_of({20, 25, 31}, {5, 6, 7}, {50, 60, 70}));
  EXPECT_EQ(
      claim.our_value,
      "paper41 against Algorithm 2 scalar 25 x (20 to 31), Algorithm 2 vectors 6 x (5 to 7), the traditional "
      "traversal scalar 60 x (50 to 70), the traditional traversal vectors 6 x (5 to 7); "
      "paper52 against Algorithm 2 scalar 12.5 x (10 to 15.5), Algorithm 2 vectors 3 x (2.5 to 3.5), the "
      "traditional traversal scalar 30 x (25 to 35), the traditional traversal vectors 3 x (2.5 to 3.5)");
}

TEST(Pentium4, TheCauseOfFigure10IsTheShareOfMisses) {
  const auto claim_of = [](double scalar, double vectors) {
    std::vector<Pentium4Row> rows;
    for (const char* mode : {"all", "first"}) {
      for (const char* build : {"scalar", "vectors"}) {
        const double most = std::string(build) == "scalar" ? scalar : vectors;
        rows.push_back(
            {"gear", mode, "list", build, 1.5, 12, {100, 10, 1}, {1, 2, 3}, {}, {most / 4, most / 2, most}});
        rows.push_back(
            {"gear", mode, "simultaneous", build, 1.5, 12, {100, 10, 1}, {2, 5, 9}, {}, {0.1, 0.2, 0.3}});
      }
    }
    return waiting_claim(rows);
  };
  EXPECT_EQ(claim_of(0.6, 0.6).agrees, Agreement::yes);
  EXPECT_EQ(claim_of(0.4, 0.6).agrees, Agreement::partly);
  EXPECT_EQ(claim_of(0.4, 0.4).agrees, Agreement::no);
  const std::string value = claim_of(0.4, 0.8).our_value;
  EXPECT_EQ(
      value.rfind("misses, all pairs, scalar: 20 % (10 to 40) of Algorithm 2, 20 % (10 to 30) of the "
                  "traditional traversal, which takes 2.50 times as long; misses, all pairs, vectors: 40 % "
                  "(20 to 80) of",
                  0),
      0u)
      << value;
}

TEST(Pentium4, TheMeanIsGeometricByEach) {
  const Bracket mean = mean_of({{1, 2, 8}, {4, 8, 2}});
  EXPECT_DOUBLE_EQ(mean.least, 2);
  EXPECT_DOUBLE_EQ(mean.likely, 4);
  EXPECT_DOUBLE_EQ(mean.most, 4);
}

}  // namespace
}  // namespace collisionchip

// The float32 cores of rtl_model/rtl against this host's arithmetic, bit by bit, in every number of stages.
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "Vfloat_cores.h"
#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/testbench/tests/rtl/float_vectors.h"

namespace collisionchip {
namespace {

constexpr int kMulStages = 4, kAddStages = 5, kDotaddStages = 14;

struct Expected {
  bool less, equal, unordered;
  std::uint32_t quarter, product, sum, dotadd;
};

Expected expected(const Operands& operands) {
  std::array<float, 7> v;
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = float_of(operands[i]);
  return {v[0] < v[1],
          v[0] == v[1],
          v[0] != v[0] || v[1] != v[1],
          v[0] != v[0] ? operands[0] & 0x7fffffffu : bits_of(std::fabs(v[0]) * 0.25f),
          bits_of(canonical(v[0] * v[1])),
          bits_of(canonical(v[0] + v[1])),
          bits_of(dotadd(v[0], v[1], v[2], v[3], v[4], v[5], v[6]))};
}

class FloatCores : public testing::Test {
 protected:
  FloatCores() {
    cores_.rst_ni = 0;
    clock();
    cores_.rst_ni = 1;
  }
  ~FloatCores() override { cores_.final(); }

  void clock() {
    cores_.clk_i = 0;
    cores_.eval();
    cores_.clk_i = 1;
    cores_.eval();
  }

  // Sets the operands of a new cycle and compares all that has come out for them and for earlier ones.
  void step(const Operands& operands, bool valid) {
    for (std::size_t i = 0; i < operands.size(); ++i) cores_.operands_i[i] = operands[i];
    cores_.valid_i = valid;
    cores_.clk_i = 0;
    cores_.eval();
    history_[cycle_ % kHistory] = {operands, expected(operands), valid};
    compare();
    cores_.clk_i = 1;
    cores_.eval();
    ++cycle_;
  }

 private:
  static constexpr std::uint64_t kHistory = 16;
  struct Past {
    Operands operands;
    Expected expected;
    bool valid;
  };

  const Past& past(int cycles) const { return history_[(cycle_ - cycles) % kHistory]; }
  void compare() {
    const Expected& now = past(0).expected;
    ASSERT_EQ(now.less, cores_.less_o) << text(past(0));
    ASSERT_EQ(now.equal, cores_.equal_o) << text(past(0));
    ASSERT_EQ(now.unordered, cores_.unordered_o) << text(past(0));
    ASSERT_EQ(now.quarter, cores_.quarter_o) << text(past(0));
    if (cycle_ < kDotaddStages) return;
    for (int k = 0; k <= kMulStages; ++k)
      ASSERT_EQ(past(k).expected.product, cores_.products_o[k])
          << k << " stages, product of " << text(past(k));
    for (int k = 0; k <= kAddStages; ++k)
      ASSERT_EQ(past(k).expected.sum, cores_.sums_o[k]) << k << " stages, sum of " << text(past(k));
    for (int k = 1; k <= kDotaddStages; ++k) {
      ASSERT_EQ(past(k).valid, cores_.valid_o >> (k - 1) & 1) << k << " stages, valid";
      if (!past(k).valid) continue;
      ASSERT_EQ(past(k).expected.dotadd, cores_.dotadds_o[k]) << k << " stages, DOTADD of " << text(past(k));
    }
  }
  static std::string text(const Past& past) {
    std::ostringstream out;
    for (std::uint32_t word : past.operands) out << std::hex << word << ' ';
    return out.str();
  }

  Vfloat_cores cores_;
  std::array<Past, kHistory> history_{};
  std::uint64_t cycle_ = 0;
};

// FLOAT_VECTORS sets another number.
std::uint64_t vector_count() {
  const char* given = std::getenv("FLOAT_VECTORS");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : 300000;
}

TEST_F(FloatCores, AreThisHostsArithmetic) {
  FloatVectors vectors(1);
  std::mt19937_64 bubbles(2);
  for (std::uint64_t i = 0; i < vector_count(); ++i) {
    step(vectors.next(), bubbles() % 8 != 0);
    if (HasFatalFailure()) return;
  }
}

// For a second simulator: per line the operands, then comparison bits, quarter, DOTADD, sum and product.
TEST(FloatVectorFile, IsWrittenWhenAskedFor) {
  const char* path = std::getenv("FLOAT_VECTOR_FILE");
  if (path == nullptr) GTEST_SKIP() << "FLOAT_VECTOR_FILE names no file";
  std::ofstream file(path);
  FloatVectors vectors(3);
  for (int i = 0; i < 3000; ++i) {
    const Operands operands = vectors.next();
    const Expected e = expected(operands);
    char line[128];
    // $readmemh wants the highest bits first.
    const int flags = e.less * 4 + e.equal * 2 + e.unordered;
    std::snprintf(line, sizeof line, "%x_%08x_%08x_%08x_%08x", flags, e.quarter, e.dotadd, e.sum, e.product);
    file << line;
    for (std::size_t k = operands.size(); k-- > 0;) {
      std::snprintf(line, sizeof line, "_%08x", operands[k]);
      file << line;
    }
    file << '\n';
  }
  ASSERT_TRUE(file.good());
}

}  // namespace
}  // namespace collisionchip

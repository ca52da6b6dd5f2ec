// Signs from doubles against expansions: whatever is not left open is right, and zeros are found.
#include "collisionchip/reference/triangle/rounded_pair.h"

#include <gtest/gtest.h>

#include "collisionchip/reference/arithmetic/expansion.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"

namespace collisionchip {
namespace {

using testing_support::Random;
using Points = RoundedPair::Points;

auto difference(const Vec3d& p, const Vec3d& q) {
  return std::array{Expansion<1>(p.x) - Expansion<1>(q.x), Expansion<1>(p.y) - Expansion<1>(q.y),
                    Expansion<1>(p.z) - Expansion<1>(q.z)};
}
using Difference = decltype(difference({}, {}));

auto minor(const Difference& p, const Difference& q, std::size_t axis) {
  const std::size_t x = next(axis), y = next(x);
  return p[x] * q[y] - p[y] * q[x];
}
int determinant_sign(const Difference& p, const Difference& q, const Difference& r) {
  return (minor(p, q, 0) * r[0] + minor(p, q, 1) * r[1] + minor(p, q, 2) * r[2]).sign();
}

class RoundedPairSigns : public testing::Test {
 protected:
  void expect_true_signs(const Points& a, const Points& b) {
    Points a_edges, b_edges;
    for (std::size_t i = 0; i < 3; ++i) {
      a_edges[i] = a[next(i)] - a[i];
      b_edges[i] = b[next(i)] - b[i];
    }
    const RoundedPair pair(a, b, a_edges, b_edges);
    const auto edge = [](const Points& of, std::size_t i) { return difference(of[next(i)], of[i]); };
    int areas = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const bool faces =
          minor(edge(a, 0), edge(a, 1), axis).sign() != 0 || minor(edge(b, 0), edge(b, 1), axis).sign() != 0;
      expect(pair.faces(axis), int{faces});
      areas |= int{faces};
    }
    expect(pair.has_area(), areas);
    for (std::size_t i = 0; i < 3; ++i) {
      expect(pair.side_of_b(i), determinant_sign(edge(a, 0), edge(a, 1), difference(b[i], a[0])));
      expect(pair.side_of_a(i), determinant_sign(edge(b, 0), edge(b, 1), difference(a[i], b[0])));
      for (std::size_t j = 0; j < 3; ++j) {
        expect(pair.twist(i, j), determinant_sign(edge(a, i), edge(b, j), difference(b[j], a[i])));
        for (std::size_t axis = 0; axis < 3; ++axis) {
          expect(pair.b_beside_edge(i, j, axis), minor(edge(a, i), difference(b[j], a[i]), axis).sign());
          expect(pair.a_beside_edge(i, j, axis), minor(edge(b, j), difference(a[i], b[j]), axis).sign());
          expect(pair.order(i, j, axis), difference(a[i], b[j])[axis].sign());
        }
      }
    }
  }
  int open_ = 0, zeros_ = 0, others_ = 0;

 private:
  void expect(int sign, int truth) {
    ++(sign == kUnknown ? open_ : sign == 0 ? zeros_ : others_);
    if (sign != kUnknown) {
      EXPECT_EQ(sign, truth);
    }
  }
};

// A few places along each axis: corners in common, edges in line, planes across the axes.
TEST_F(RoundedPairSigns, OnALattice) {
  Random random(73);
  for (int round = 0; round < 1500; ++round) {
    Points a, b;
    for (Points* points : {&a, &b}) {
      for (Vec3d& p : *points) {
        p = {0.1 + random.below(3), 0.3 * random.below(3), random.below(2) == 0 ? 0.0 : 0x1p40 + 1};
      }
    }
    if (round % 2 == 0) b[0] = a[2];
    expect_true_signs(a, b);
  }
  EXPECT_GT(zeros_, 50000);
  EXPECT_GT(others_, 20000);
}

// All corners lie in a tilted plane up to their last bits, where the doubles' own signs are often wrong.
TEST_F(RoundedPairSigns, NearlyInOnePlane) {
  Random random(79);
  for (int round = 0; round < 1500; ++round) {
    const Vec3d u = random.point(1), v = random.point(1), o = random.point(round % 3 == 0 ? 0x1p20 : 1);
    const auto somewhere = [&] {
      return o + static_cast<double>(random.below(4)) * u + static_cast<double>(random.below(4)) * v;
    };
    const double off = random.below(2) == 0 ? 0 : std::ldexp(random.uniform(-1, 1), -50);
    Points a{somewhere(), somewhere(), somewhere()}, b{somewhere(), somewhere(), somewhere()};
    b[1] = b[1] + off * cross(u, v);
    expect_true_signs(a, b);
  }
  EXPECT_GT(open_, 10000);
  EXPECT_GT(others_, 10000);
}

}  // namespace
}  // namespace collisionchip

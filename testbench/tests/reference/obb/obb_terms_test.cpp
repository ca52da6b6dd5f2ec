// Every term of epsilon and of what trees of oriented boxes know of themselves, computed a second time from docs/obb.md
// in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "collisionchip/reference/obb/obb_transform.h"
#include "collisionchip/reference/obb/obb_tree.h"
#include "collisionchip/testbench/tests/reference/obb/obb_cases.h"

namespace collisionchip {
namespace {

using testing_support::Random;
using Real = long double;

constexpr Real kPageUnit = 0x1p-24L, kMostFloat = std::numeric_limits<float>::max();

struct EpsilonCase {
  RigidMap map;
  ObbReach tumbled, aligned;
};

// Each of its lengths, deviations and errors may be the largest by far, or none.
EpsilonCase epsilon_case(Random& random, int n) {
  EpsilonCase c;
  c.map = RigidMap::of(testing_support::random_pose(random, 0), TumbledSide::b);
  const int scale = n % 5 == 0   ? -150
                    : n % 5 == 1 ? random.below(80) - 40
                    : n % 5 == 2 ? 118 + random.below(8)
                                 : 0;
  const auto part = [&] {
    return random.below(3) == 0 ? 0 : std::ldexp(random.uniform(0, 1), scale - random.below(50));
  };
  const auto deviation = [&] {
    return random.below(3) == 0 ? 0 : std::ldexp(random.uniform(0, 1), -6 - random.below(40));
  };
  c.map.t = {part(), part(), part()};
  if (n % 4 != 0) c.map.t = to_double(testing_support::to_float(c.map.t));
  if (n % 3 == 1) {
    for (Vec3d& row : c.map.rows) row = (1 + deviation()) * row;
  } else if (n % 3 == 2) {  // as exact as double makes it
    for (std::size_t i = 0; i < 3; ++i) {
      c.map.rows[i] = Vec3d{};
      c.map.rows[i][static_cast<int>(i + 1) % 3] = 1;
    }
  }
  if (n % 7 == 1) c.map.row_error = std::ldexp(1.0, -3 - random.below(40));
  if (n % 7 == 2) c.map.translation_error = std::ldexp(1.0, scale - random.below(50));
  c.tumbled = {deviation(), part(), part()};
  c.aligned = {deviation(), part(), part()};
  return c;
}

// Row sums of R^T R - 1, all of a map's error included.
Real page_deviation(const RigidMap& map, Real rotation_error) {
  Real most = 0;
  for (int i = 0; i < 3; ++i) {
    Real sum = 0;
    for (int j = 0; j < 3; ++j) {
      Real product = i == j ? -1 : 0;
      for (const Vec3d& row : map.rows) product += Real{row[i]} * row[j];
      sum += std::abs(product);
    }
    most = std::max(most, sum);
  }
  return most + 7 * rotation_error + 0x1p-48L;
}

TEST(ObbTransform, EveryTermOfEpsilonIsThatOfThePage) {
  Random random(21);
  int finite = 0, infinite = 0;
  for (int n = 0; n < 20000; ++n) {
    const EpsilonCase c = epsilon_case(random, n);
    Real rotation = c.map.row_error, translation = c.map.translation_error, t = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Real own = c.map.t[static_cast<int>(i)];
      t += own * own;
      translation =
          std::max(translation, c.map.translation_error +
                                    std::abs(own - static_cast<float>(c.map.t[static_cast<int>(i)])));
      for (int j = 0; j < 3; ++j) {
        const double entry = c.map.rows[i][j];
        rotation = std::max(rotation, c.map.row_error + std::abs(Real{entry} - static_cast<float>(entry)));
      }
    }
    const Real h = (1 + page_deviation(c.map, rotation)) * (1 + Real{c.tumbled.deviation}) *
                       (1 + Real{c.aligned.deviation}) -
                   1;
    const Real w = std::sqrt(t) + 1.01L * c.tumbled.translation + c.aligned.translation,
               extents = Real{c.tumbled.extents} + c.aligned.extents;
    const Real wanted =
        (1 + 0x1p-20L) * (kPageUnit * (44 * w + 16 * extents) + rotation * (14 * w + 4 * extents) +
                          4 * translation + (1.6L * h + 1.5L * c.tumbled.deviation) * c.tumbled.extents) +
        0x1p-140L;
    const float found = make_obb_transform(c.map, c.tumbled, c.aligned).epsilon;
    const Real near = 0x1p-30L;  // neither side of a limit
    if (h > 0x1p-6L * (1 + near) || rotation > 0x1p-6L * (1 + near) || translation > w * (1 + near) ||
        w + extents > kMostFloat / 16 * (1 + near)) {
      EXPECT_TRUE(std::isinf(found)) << n;
      ++infinite;
    } else if (h < 0x1p-6L * (1 - near) && rotation < 0x1p-6L * (1 - near) && translation <= w * (1 - near) &&
               w + extents < kMostFloat / 16 * (1 - near)) {
      ++finite;
      // h itself is a difference in double.
      const Real rounding = 0x1p-50L * 4 * c.tumbled.extents;
      EXPECT_LE(Real{found}, wanted * (1 + 0x1p-21L) + rounding + 0x1p-149L) << n;
      EXPECT_GE(Real{found} * (1 + 0x1p-49L) + rounding, wanted) << n;
    }
  }
  EXPECT_GT(finite, 5000);
  EXPECT_GT(infinite, 1000);
}

void expect_equal(double found, Real exact) {
  if (std::isinf(exact)) {
    EXPECT_TRUE(std::isinf(found));
  } else {
    EXPECT_NEAR(found, static_cast<double>(exact), 1e-15 * found);
  }
}

// The largest of all boxes, as they are decoded, whatever they are placed in.
TEST(ObbTree, ItsReachIsThatOfAllItsBoxes) {
  Random random(22);
  std::vector<Mesh> meshes = testing_support::odd_meshes();
  meshes.push_back(testing_support::random_soup(random, 60, 3, 0.5));
  meshes.push_back(testing_support::torus(8, 6));
  Mesh huge = testing_support::random_soup(random, 60, 1, 0.5);
  for (Vec3f& vertex : huge.vertices) vertex = 2.2e38f * vertex;
  meshes.push_back(huge);
  for (int e = 0; e < kObbEncodings; ++e) {
    for (const ObbFrame frame : {ObbFrame::object, ObbFrame::parent}) {
      for (const Mesh& mesh : meshes) {
        TreeOptions options;
        options.obb.frame = frame;
        const ObbTree tree = ObbTree::build(mesh, static_cast<ObbEncoding>(e), options);
        Real deviation = 0, translation = 0, extents = 0;
        const ObbImage& image = tree.placed();
        for (std::uint32_t at = 0; at < image.boxes(); ++at) {
          const Obb box = image.box(at);
          Real squares = 0;
          for (std::size_t i = 0; i < 3; ++i) {
            Real sum = 0;
            for (std::size_t j = 0; j < 3; ++j) {
              Real product = i == j ? -1 : 0;
              for (std::size_t row = 0; row < 3; ++row) product += Real{box.r[row][i]} * box.r[row][j];
              sum += std::abs(product);
            }
            deviation = std::max(deviation, sum);
            squares += Real{box.t[i]} * box.t[i];
          }
          translation = std::max(translation, std::sqrt(squares));
          extents = std::max(extents, Real{box.d[0]} + box.d[1] + box.d[2]);
        }
        const ObbReach& found = tree.reach();
        EXPECT_NEAR(found.deviation, static_cast<double>(deviation + 0x1p-48L), 0x1p-50)
            << mesh.triangle_count();
        EXPECT_GE(found.deviation, deviation);
        expect_equal(found.translation, translation);
        expect_equal(found.extents, extents);
      }
    }
  }
}

// A sum of products that needs one digit more than double has: of a corner, and of the centre.
TEST(ObbTree, ExtentsHoldWhatDoubleLoses) {
  Obb box;
  box.r = {{{1, 0, 0}, {0x1p-53f, 1, 0}, {0, 0, 1}}};
  const std::uint32_t number = 0;
  const auto along_first_axis = [&](const Vec3f& corner, const std::array<float, 3>& centre) {
    box.t = centre;
    const Mesh mesh = testing_support::mesh_of({{corner, corner, corner}});
    return enclosing_extents(mesh, &number, &number + 1, box)[0];
  };
  // 1 + 2^-53 from the centre.
  EXPECT_GT(along_first_axis({1, 1, 0}, {0, 0, 0}), 1);
  EXPECT_GT(along_first_axis({0, 0, 0}, {1, 1, 0}), 1);
  EXPECT_GT(along_first_axis({-1, -1, 0}, {0, 0, 0}), 1);
  EXPECT_EQ(along_first_axis({0, 0, 0}, {0, 0, 0}), 0);
}

}  // namespace
}  // namespace collisionchip

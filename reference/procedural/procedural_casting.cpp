// A cooled housing as a polygon soup, the kind of object that real archives
// are full of: walls of two sheets that share no vertex, fins and bosses
// without a bottom that stick through them, ribs that pass through each other.
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "collisionchip/reference/arithmetic/split_mix64.h"
#include "collisionchip/reference/procedural/procedural_surface.h"

namespace collisionchip {

namespace {

using Index = Surface::Index;

// A piece of sheet: a map from the unit square, with the lengths of its sides. A round one needs more than
// one quad along u to enclose anything.
struct Sheet {
  std::function<Vec3d(double, double)> place;
  double length_u, length_v;
  std::uint64_t fewest_across;
};

constexpr std::uint64_t fewest_around = 6;

class Casting {
 public:
  explicit Casting(std::uint64_t seed) : random_(seed) {
    add_housing();
    add_flange();
    add_fins();
    add_bosses();
    add_ribs();
  }

  const std::vector<Sheet>& sheets() const { return sheets_; }

 private:
  // The parallelogram at `corner` along `u` and `v`.
  void add_plate(const Vec3d& corner, const Vec3d& u, const Vec3d& v) {
    sheets_.push_back({[=](double s, double t) { return corner + s * u + t * v; }, length(u), length(v), 1});
  }

  // A box without the sheets that stick in something else.
  void add_open_box(const Vec3d& low, const Vec3d& high, bool with_bottom) {
    const Vec3d size = high - low;
    const Vec3d x{size.x, 0, 0}, y{0, size.y, 0}, z{0, 0, size.z};
    add_plate(low, x, z);
    add_plate(low + y, z, x);
    add_plate(low, z, y);
    add_plate(low + x, y, z);
    add_plate(low + z, x, y);
    if (with_bottom) add_plate(low, y, x);
  }

  // Side and lid of a round boss with a hole down its middle; no bottom.
  void add_boss(const Vec3d& foot, double radius, double height) {
    const double hole = 0.5 * radius;
    const auto ring = [foot](double turns, double r, double z) {
      return foot + Vec3d{r * cos_turns(turns), r * sin_turns(turns), z};
    };
    const double around = 6.3;
    sheets_.push_back({[=](double s, double t) { return ring(s, (1 - 0.1 * t) * radius, t * height); },
                       around * radius, height, fewest_around});
    sheets_.push_back(
        {[=](double s, double t) { return ring(s, 0.9 * radius + t * (hole - 0.9 * radius), height); },
         around * radius, radius - hole, fewest_around});
    sheets_.push_back({[=](double s, double t) { return ring(-s, hole, t * height); }, around * hole, height,
                       fewest_around});
  }

  void add_housing() {
    add_open_box({-0.36, -0.21, 0}, {0.36, 0.21, 0.34}, false);
    add_open_box({-0.34, -0.19, 0.01}, {0.34, 0.19, 0.32}, false);
  }

  void add_flange() { add_open_box({-0.5, -0.3, -0.03}, {0.5, 0.3, 0.03}, true); }

  void add_fins() {
    constexpr int count = 15;
    for (int i = 0; i < count; ++i) {
      const double x = -0.33 + 0.66 * i / (count - 1);
      const double top = random_.uniform(0.22, 0.33), depth = random_.uniform(0.05, 0.08);
      add_open_box({x - 0.006, -0.21 - depth, 0.02}, {x + 0.006, -0.2, top}, false);
      add_open_box({x - 0.006, 0.2, 0.02}, {x + 0.006, 0.21 + depth, top}, false);
      // Those on the lid cross the ones on the sides at the corner.
      add_open_box({x - 0.005, -0.23, 0.33}, {x + 0.005, 0.23, 0.36 + random_.uniform(0.01, 0.04)}, false);
    }
  }

  void add_bosses() {
    for (const double x : {-0.44, 0., 0.44}) {
      for (const double y : {-0.26, 0.26}) add_boss({x, y, -0.02}, random_.uniform(0.025, 0.035), 0.08);
    }
    for (int i = 0; i < 6; ++i) {
      const Vec3d foot{random_.uniform(-0.28, 0.28), random_.uniform(-0.14, 0.14), 0.3};
      // One at a time: compilers evaluate the arguments of a call in different orders.
      const double radius = random_.uniform(0.03, 0.06);
      const double height = random_.uniform(0.1, 0.16);
      add_boss(foot, radius, height);
    }
  }

  void add_ribs() {
    for (int i = 0; i < 4; ++i) {
      const double x = random_.uniform(-0.3, 0.3), y = random_.uniform(-0.15, 0.15);
      add_open_box({x - 0.008, -0.2, 0.02}, {x + 0.008, 0.2, 0.2}, false);
      add_open_box({-0.35, y - 0.008, 0.02}, {0.35, y + 0.008, 0.16}, false);
    }
  }

  SplitMix64 random_;
  std::vector<Sheet> sheets_;
};

// Its own grid of vertices, at most `quads` cells, about square.
void add_sheet(Surface& surface, const Sheet& sheet, std::uint64_t quads) {
  const double ideal = std::sqrt(static_cast<double>(quads) * sheet.length_u / sheet.length_v);
  const auto across = static_cast<Index>(
      std::clamp(ideal, static_cast<double>(sheet.fewest_across), static_cast<double>(quads)));
  const auto along = static_cast<Index>(quads / across);
  Index first = 0;
  for (Index j = 0; j <= along; ++j) {
    for (Index i = 0; i <= across; ++i) {
      const Index added =
          surface.add_vertex(sheet.place(static_cast<double>(i) / across, static_cast<double>(j) / along));
      if (i == 0 && j == 0) first = added;
    }
  }
  for (Index j = 0; j < along; ++j) {
    for (Index i = 0; i < across; ++i) {
      const Index corner = first + j * (across + 1) + i;
      surface.add_quad(corner, corner + 1, corner + across + 2, corner + across + 1);
    }
  }
}

}  // namespace

// With fewer quads than sheets only the first sheets are made, the housing before what is mounted on it.
Surface make_finned_casting(std::uint32_t triangles, std::uint64_t seed) {
  std::vector<Sheet> sheets;
  std::uint64_t spare = std::max<std::uint64_t>(1, triangles / 2);
  double total = 0;
  const Casting casting(seed);
  for (const Sheet& sheet : casting.sheets()) {
    if (sheet.fewest_across > spare) break;
    sheets.push_back(sheet);
    spare -= sheet.fewest_across;
    total += sheet.length_u * sheet.length_v;
  }
  Surface surface;
  for (const Sheet& sheet : sheets) {
    // The fewest that each needs, the others by area.
    const double share = static_cast<double>(spare) * (sheet.length_u * sheet.length_v) / total;
    add_sheet(surface, sheet, sheet.fewest_across + static_cast<std::uint64_t>(share));
  }
  return surface;
}

}  // namespace collisionchip

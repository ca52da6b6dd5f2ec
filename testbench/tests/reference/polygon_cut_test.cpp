// Polygons cut into triangles, held against points: each point of a sample lies in as many triangles as the polygon winds
// around it. Corners are whole numbers, so that nothing here rounds.
#include "collisionchip/reference/mesh/polygon_cut.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/arithmetic/split_mix64.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/mesh/plane_point.h"

namespace collisionchip {
namespace {

struct Spot {
  std::int64_t x, y;
  friend bool operator==(const Spot& a, const Spot& b) { return a.x == b.x && a.y == b.y; }
};
using Outline = std::vector<Spot>;
using Cut = std::vector<std::array<std::size_t, 3>>;

std::int64_t twice_area(const Spot& a, const Spot& b, const Spot& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

std::int64_t twice_area(const Outline& outline) {
  std::int64_t sum = 0;
  for (std::size_t i = 2; i < outline.size(); ++i) sum += twice_area(outline[0], outline[i - 1], outline[i]);
  return sum;
}

// How often the outline goes around the middle of a unit square, whose coordinates are halves: it lies on no side of a polygon
// that is three times as large and moved by whole numbers, unless a side passes there; such points are left out.
int winding(const Outline& outline, const Spot& at, bool& on_side) {
  int turns = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Spot &a = outline[i], &b = outline[(i + 1) % outline.size()];
    const std::int64_t side = twice_area(a, b, at);
    const bool within = std::min(a.x, b.x) <= at.x && at.x <= std::max(a.x, b.x) &&
                        std::min(a.y, b.y) <= at.y && at.y <= std::max(a.y, b.y);
    if (side == 0 && within) on_side = true;
    if (a.y <= at.y && b.y > at.y && side > 0) ++turns;
    if (a.y > at.y && b.y <= at.y && side < 0) --turns;
  }
  return turns;
}

// Planes of space in which whole numbers stay whole; none is seen the same way.
const std::vector<std::array<Vec3f, 2>> kPlanes = {
    {{{1, 0, 0}, {0, 1, 0}}},  {{{0, 1, 0}, {1, 0, 0}}},   {{{0, 0, 1}, {1, 0, 0}}},
    {{{0, 1, 0}, {0, 0, 1}}},  {{{1, 2, 3}, {-2, 1, 5}}},  {{{3, -1, 2}, {1, 4, -2}}},
    {{{2, 7, 1}, {5, 1, -3}}}, {{{-1, 1, 1}, {1, 1, -2}}}, {{{7, 2, -1}, {-3, 1, -8}}},
};

std::vector<Vec3f> in_space(const Outline& outline, const std::array<Vec3f, 2>& plane) {
  std::vector<Vec3f> corners;
  for (const Spot& spot : outline) {
    corners.push_back(Vec3f{100, -50, 7} + static_cast<float>(spot.x) * plane[0] +
                      static_cast<float>(spot.y) * plane[1]);
  }
  return corners;
}

Cut fan_of(std::size_t corners) {
  Cut fan;
  for (std::size_t i = 2; i < corners; ++i) fan.push_back({0, i - 1, i});
  return fan;
}

bool is_valid_fan(const Outline& outline) {
  const std::int64_t whole = twice_area(outline);
  const Cut fan = fan_of(outline.size());
  return std::all_of(fan.begin(), fan.end(), [&](const auto& t) {
    const std::int64_t area = twice_area(outline[t[0]], outline[t[1]], outline[t[2]]);
    return whole > 0 ? area >= 0 : area <= 0;
  });
}

void expect_cover(const Outline& outline, const Cut& cut, SplitMix64& random, const std::string& what) {
  ASSERT_EQ(cut.size(), outline.size() - 2) << what;
  const std::int64_t whole = twice_area(outline);
  std::int64_t sum = 0;
  for (const auto& t : cut) {
    const std::int64_t area = twice_area(outline[t[0]], outline[t[1]], outline[t[2]]);
    EXPECT_GE(whole > 0 ? area : -area, 0) << what;
    sum += area;
  }
  EXPECT_EQ(sum, whole) << what;
  const auto [low, high] = std::minmax_element(outline.begin(), outline.end(),
                                               [](const Spot& a, const Spot& b) { return a.x < b.x; });
  const auto [down, up] = std::minmax_element(outline.begin(), outline.end(),
                                              [](const Spot& a, const Spot& b) { return a.y < b.y; });
  for (int i = 0; i < 40; ++i) {
    const auto between = [&](std::int64_t from, std::int64_t to) {
      return from + static_cast<std::int64_t>(random.bits() % static_cast<std::uint64_t>(to - from + 1));
    };
    const Spot at = {between(low->x, high->x), between(down->y, up->y)};
    bool on_side = false;
    const int expected = winding(outline, at, on_side);
    int found = 0;
    for (const auto& t : cut) found += winding({outline[t[0]], outline[t[1]], outline[t[2]]}, at, on_side);
    if (!on_side) {
      EXPECT_EQ(found, expected) << what << " at " << at.x << " " << at.y;
    }
  }
}

// From every k-th first corner, both ways round, in a plane of space.
void expect_cut(const Outline& outline, SplitMix64& random, const std::string& what, std::size_t starts = 5) {
  PolygonCutter cutter;
  const std::size_t step = std::max<std::size_t>(1, outline.size() / starts);
  for (std::size_t first = 0; first < outline.size(); first += step) {
    for (const bool back : {false, true}) {
      Outline turned = outline;
      std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(first), turned.end());
      if (back) std::reverse(turned.begin(), turned.end());
      const std::vector<Vec3f> corners = in_space(turned, kPlanes[random.bits() % kPlanes.size()]);
      const std::string case_name = what + " from " + std::to_string(first) + (back ? " back" : "");
      const PolygonCut result = cutter.cut(corners);
      EXPECT_EQ(result, is_valid_fan(turned) ? PolygonCut::fan : PolygonCut::ears) << case_name;
      expect_cover(turned, result == PolygonCut::ears ? cutter.triangles() : fan_of(corners.size()), random,
                   case_name);
    }
  }
}

Outline star(SplitMix64& random, std::size_t corners) {
  Outline outline;
  for (std::size_t i = 0; i < corners; ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(corners);
    const double radius = 200 + static_cast<double>(random.bits() % 3000);
    outline.push_back({std::llround(radius * std::cos(angle)), std::llround(radius * std::sin(angle))});
  }
  return outline;
}

// Teeth of random length up and down: no point sees the whole polygon.
Outline comb(SplitMix64& random, std::size_t teeth) {
  Outline outline;
  const auto count = static_cast<std::int64_t>(teeth);
  for (std::int64_t i = 0; i <= 2 * count; ++i)
    outline.push_back({30 * i, i % 2 == 0 ? -40 : -60 - static_cast<std::int64_t>(random.bits() % 500)});
  for (std::int64_t i = 2 * count; i >= 0; --i)
    outline.push_back({30 * i + 5, i % 2 == 0 ? 40 : 60 + static_cast<std::int64_t>(random.bits() % 500)});
  return outline;
}

Outline spiral(std::size_t turns) {
  Outline outer, inner;
  for (std::size_t i = 0; i < 12 * turns; ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i) / 12,
                 radius = 100 + 60.0 * static_cast<double>(i);
    outer.push_back({std::llround(radius * std::cos(angle)), std::llround(radius * std::sin(angle))});
    inner.push_back(
        {std::llround((radius - 40) * std::cos(angle)), std::llround((radius - 40) * std::sin(angle))});
  }
  outer.insert(outer.end(), inner.rbegin(), inner.rend());
  return outer;
}

// A square with square holes in a row, each joined to the one before by a side that is walked there and back.
Outline with_holes(std::size_t holes) {
  const auto count = static_cast<std::int64_t>(holes);
  Outline outline = {{0, 0}};
  Outline back;
  for (std::int64_t i = 0; i < count; ++i) {
    const Spot near = {100 + 300 * i, 110}, far = {near.x + 110, near.y + 90};
    // In at the left lower corner, half around, on to the next hole; the other half on the way back.
    outline.push_back(near);
    outline.push_back({near.x, far.y});
    outline.push_back(far);
    back.push_back(near);
    back.push_back({far.x, near.y});
    back.push_back(far);
  }
  outline.insert(outline.end(), back.rbegin(), back.rend());
  outline.push_back({0, 0});
  outline.push_back({300 * count + 50, 0});
  outline.push_back({300 * count + 50, 400});
  outline.push_back({0, 400});
  return outline;
}

// Corners on sides, and corners twice.
Outline with_more_corners(const Outline& outline, SplitMix64& random) {
  Outline more;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Spot a = {2 * outline[i].x, 2 * outline[i].y}, next = outline[(i + 1) % outline.size()];
    more.push_back(a);
    if (random.bits() % 3 == 0) more.push_back(a);
    if (random.bits() % 3 == 0) more.push_back({a.x / 2 + next.x, a.y / 2 + next.y});
  }
  return more;
}

TEST(PolygonCut, EveryPointIsCoveredOnce) {
  SplitMix64 random(5);
  for (std::size_t i = 0; i < 60; ++i) {
    const std::string number = std::to_string(i);
    expect_cut(star(random, 4 + i % 17), random, "star " + number);
    expect_cut(comb(random, 1 + i % 9), random, "comb " + number);
    expect_cut(with_more_corners(star(random, 4 + i % 13), random), random,
               "star with more corners " + number);
    expect_cut(with_more_corners(comb(random, 1 + i % 7), random), random,
               "comb with more corners " + number);
  }
  for (const std::size_t turns : {1, 2, 3, 5}) expect_cut(spiral(turns), random, "spiral");
  for (const std::size_t holes : {1, 2, 3, 4}) {
    expect_cut(with_holes(holes), random, "holes", 30);
    expect_cut(with_more_corners(with_holes(holes), random), random, "holes with more corners", 30);
  }
}

// Sides that are walked there and back, to the inside and to the outside of the polygon.
TEST(PolygonCut, SlitsAndSpikes) {
  SplitMix64 random(8);
  PolygonCutter cutter;
  for (const Outline& outline : std::vector<Outline>{
           {{0, 0}, {60, 0}, {60, 60}, {30, 60}, {30, 20}, {30, 60}, {0, 60}},
           {{0, 0}, {60, 0}, {60, 60}, {30, 60}, {30, 90}, {30, 60}, {0, 60}},
           {{0, 0}, {60, 0}, {60, 60}, {0, 120}, {60, 60}, {0, 60}},
           {{0, 0}, {60, 0}, {60, 60}, {120, 0}, {60, 60}, {0, 60}},
           {{0, 0}, {60, 0}, {30, 30}, {60, 60}, {0, 60}, {0, 20}, {20, 20}, {20, 40}, {20, 20}, {0, 20}}}) {
    for (std::size_t first = 0; first < outline.size(); ++first) {
      Outline turned = outline;
      std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(first), turned.end());
      const PolygonCut cut = cutter.cut(in_space(turned, kPlanes[first % kPlanes.size()]));
      ASSERT_NE(cut, PolygonCut::crosses) << first;
      expect_cover(turned, cut == PolygonCut::ears ? cutter.triangles() : fan_of(turned.size()), random,
                   "spikes");
    }
  }
}

TEST(PolygonCut, AConvexOneKeepsItsFan) {
  PolygonCutter cutter;
  for (const auto& plane : kPlanes) {
    EXPECT_EQ(cutter.cut(in_space({{0, 0}, {4, 0}, {6, 3}, {4, 6}, {0, 5}}, plane)), PolygonCut::fan);
    EXPECT_EQ(cutter.cut(in_space({{0, 0}, {2, 0}, {4, 0}, {4, 4}, {2, 4}, {0, 4}}, plane)), PolygonCut::fan);
    // Not convex, but the first corner sees the whole polygon.
    EXPECT_EQ(cutter.cut(in_space({{2, 1}, {0, 4}, {0, 0}, {4, 0}, {4, 4}}, plane)), PolygonCut::fan);
    EXPECT_EQ(cutter.cut(in_space({{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}, plane)), PolygonCut::ears);
  }
}

// Along z this one is nearly seen from its side, and as it is not quite flat its sides cross there.
TEST(PolygonCut, TheAxisIsTheNormals) {
  PolygonCutter cutter;
  EXPECT_EQ(cutter.cut({{0, 0, 0}, {4, 0.1f, 0}, {4, 0, 4}, {2, 0.2f, 1}, {0, 0, 4}}), PolygonCut::ears);
  EXPECT_EQ(cutter.cut({{0, 0, 0}, {0.1f, 0, 4}, {0, 4, 4}, {0.2f, 1, 2}, {0, 4, 0}}), PolygonCut::ears);
  EXPECT_EQ(cutter.cut({{0, 0, 0}, {0, 4, 0.1f}, {4, 4, 0}, {1, 2, 0.2f}, {4, 0, 0}}), PolygonCut::ears);
}

TEST(PolygonCut, WhatIsNoPolygonIsSaid) {
  PolygonCutter cutter;
  for (const auto& plane : kPlanes) {
    EXPECT_EQ(cutter.cut(in_space({{0, 0}, {4, 4}, {4, 0}, {0, 4}}, plane)), PolygonCut::crosses)
        << "a bow tie";
    EXPECT_EQ(cutter.cut(in_space({{0, 10}, {6, -8}, {-9, 3}, {9, 3}, {-6, -8}}, plane)),
              PolygonCut::crosses);
    EXPECT_EQ(cutter.cut(in_space({{0, 0}, {9, 0}, {9, 9}, {5, -4}, {0, 9}}, plane)), PolygonCut::crosses);
    // A ribbon over itself: every triangle would turn as it does, and cover a part twice.
    EXPECT_EQ(
        cutter.cut(in_space(
            {{-10, -1}, {11, -1}, {11, 11}, {-1, 11}, {-1, -10}, {1, -10}, {1, 9}, {9, 9}, {9, 1}, {-10, 1}},
            plane)),
        PolygonCut::crosses);
    // Two parts that meet in a corner, and turn in two ways.
    EXPECT_EQ(cutter.cut(in_space({{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0}, {-1, -2}, {-2, -1}}, plane)),
              PolygonCut::crosses);
    EXPECT_EQ(cutter.cut(in_space({{0, 0}, {4, 4}, {2, 2}, {1, 1}}, plane)), PolygonCut::fan) << "a line";
    EXPECT_EQ(cutter.cut(in_space({{3, 3}, {3, 3}, {3, 3}, {3, 3}}, plane)), PolygonCut::fan) << "a point";
  }
}

__extension__ using Int128 = __int128;

// Two points on a line through the origin, and a third one so near the origin that differences of coordinates round, against
// whole numbers of 128 bits.
TEST(PolygonCut, SidesAreExact) {
  SplitMix64 random(3);
  int decided = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto whole = [&](int most) {
      return static_cast<int>(random.bits() % (2 * static_cast<unsigned>(most))) - most;
    };
    const auto number = [](int mantissa, int exponent) {
      return static_cast<float>(std::ldexp(static_cast<double>(mantissa), exponent));
    };
    const PlanePoint a = {number(whole(64), -56), number(whole(64), -56)};
    const int x = whole(1 << 20), y = whole(1 << 20), step = static_cast<int>(random.bits() % 3);
    const PlanePoint b = {number(x, -20), number(y, -20)}, c = {number(x, step - 21), number(y, step - 21)};
    const auto scaled = [](float value) { return static_cast<Int128>(std::ldexp(double{value}, 56)); };
    const Int128 area = (scaled(b.x) - scaled(a.x)) * (scaled(c.y) - scaled(a.y)) -
                        (scaled(b.y) - scaled(a.y)) * (scaled(c.x) - scaled(a.x));
    ASSERT_EQ(side_of(a, b, c), area > 0 ? 1 : area < 0 ? -1 : 0) << i;
    decided += area != 0 ? 1 : 0;
  }
  EXPECT_GT(decided, 10000);
}

// The second corner is one step of float32 outside of the line from the first to the third, on it, or inside.
TEST(PolygonCut, AStepDecides) {
  PolygonCutter cutter;
  for (const float size : {1e-30f, 1.f, 1e30f}) {
    const float x = size / 3;
    const auto cut = [&](float y) {
      return cutter.cut({{0, 0, 0}, {x, y, 0}, {size, size, 0}, {0, 2 * size, 0}});
    };
    EXPECT_EQ(cut(std::nextafter(x, 0.f)), PolygonCut::fan);
    EXPECT_EQ(cut(x), PolygonCut::fan);
    EXPECT_EQ(cut(std::nextafter(x, 2 * x)), PolygonCut::ears);
  }
}

const char kNotch[] = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\n";

TEST(PolygonCut, ReadersCutAndKeepNumbers) {
  using Cuts = std::vector<std::array<std::uint32_t, 3>>;
  const auto parse = [](MeshFormat format, const std::string& text) {
    return parse_mesh(format, text.data(), text.size(), "part").triangles;
  };
  const Cuts obj = parse(MeshFormat::obj, std::string("f 1 2 3\nf 1 2 3 4 5\nf 1 3 5\n") + kNotch);
  ASSERT_EQ(obj.size(), 5u);
  EXPECT_EQ(obj[0], (std::array<std::uint32_t, 3>{0, 1, 2}));
  EXPECT_EQ(obj[4], (std::array<std::uint32_t, 3>{0, 2, 4}));
  const Cuts cut(obj.begin() + 1, obj.begin() + 4);
  EXPECT_NE(cut, (Cuts{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}}));
  EXPECT_EQ(parse(MeshFormat::off, "OFF\n5 1 0\n0 0 0\n4 0 0\n4 4 0\n2 1 0\n0 4 0\n5 0 1 2 3 4\n"), cut);
  EXPECT_EQ(parse(MeshFormat::ply,
                  "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\n"
                  "element vertex 5\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
                  "5 0 1 2 3 4\n0 0 0\n4 0 0\n4 4 0\n2 1 0\n0 4 0\n"),
            cut);
  EXPECT_EQ(
      parse(MeshFormat::stl,
            "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 4 0 0\nvertex 4 4 0\nvertex 2 1 0\n"
            "vertex 0 4 0\nendloop\nendfacet\nendsolid\n"),
      cut);
}

TEST(PolygonCut, ReadersSayWhatTheyCannotCut) {
  const std::string text = "v 0 0 0\nv 4 4 0\nv 4 0 0\nv 0 4 0\nf 1 2 3\nf 1 2 3 4\nf 2 3 4 1\n";
  MeshRemarks remarks;
  const Mesh mesh = parse_mesh(MeshFormat::obj, text.data(), text.size(), "part", {}, &remarks);
  EXPECT_EQ(mesh.triangle_count(), 5u);
  EXPECT_EQ(mesh.triangles[2], (std::array<std::uint32_t, 3>{0, 2, 3}));
  EXPECT_EQ(
      remarks,
      (MeshRemarks{"part:6: a polygon whose sides cross is fanned from its first corner, the first of 2"}));
}

// Ten thousand corners in a moment.
TEST(PolygonCut, LargePolygons) {
  SplitMix64 random(1);
  PolygonCutter cutter;
  for (const Outline& outline : {comb(random, 2500), spiral(400), star(random, 150)}) {
    const std::vector<Vec3f> corners = in_space(outline, kPlanes[0]);
    EXPECT_EQ(cutter.cut(corners), PolygonCut::ears);
    EXPECT_EQ(cutter.triangles().size(), corners.size() - 2);
  }
}

}  // namespace
}  // namespace collisionchip

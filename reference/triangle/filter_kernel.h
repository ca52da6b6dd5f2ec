// The filter's inner loops with a pair of triangles in each lane: the operations of triangle_filter.h for 4, 8
// or 16 pairs at once. Included by filter_four.cpp, filter_eight.cpp and filter_sixteen.cpp alone, each compiled
// for its own processors.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "collisionchip/reference/triangle/filter_levels.h"
#include "collisionchip/reference/triangle/transposed.h"

namespace collisionchip {

static_assert(sizeof(TriangleRecord) == 25 * sizeof(float) && sizeof(CombinedRow) == 8 * sizeof(float),
              "the kernel reads them as numbers, four at a time");

template <int kLanes>
class FilterKernel {
 public:
  explicit FilterKernel(const FilterBatch& batch) : batch_(batch) {}

  // The tumbled triangle's own planes part most pairs, and cost least: first. What a step leaves goes to the
  // next one.
  void run() {
    std::size_t left = batch_.count;
    for (std::size_t i = 0; i < left; ++i) {
      batch_.places[i] = static_cast<std::uint32_t>(i);
      batch_.verdicts[i] = Verdict::miss;  // until an edge is undecided
    }
    if (batch_.parts_first) left = step(left, [this](const Lanes& lanes) { return beside_tumbled(lanes); });
    left = step(left, [this](const Lanes& lanes) { return against_aligned(lanes); });
    step(left, [this](const Lanes& lanes) { return against_tumbled(lanes); });
    find_causes();
  }

 private:
  using Float = typename LanesOf<kLanes>::Float;
  using Mask = MaskOf<Float>;
  using Number = BoundedNumber<Float>;
  using Coordinates = std::array<Float, 3>;
  using Point = std::array<Number, 3>;  // of the unit frame

  // A row of a matrix with its bound.
  struct Row {
    std::array<Float, 3> factors;
    Float offset, bound;
  };
  // After the first stage: coordinates, and S + |y| / 4 of each.
  struct Corner {
    Coordinates value, magnitude;
  };
  using Corners = std::array<Corner, 3>;

  struct Lanes {
    // Batch triangles from their combined rows on, records of tumbled and of aligned triangles.
    typename Transposed<kLanes>::Records batch, tumbled, aligned;
  };
  struct Answers {
    Mask hit, apart;  // nothing is left to do
    Mask missed;      // by all edges tested in this step
  };

  template <typename Work>
  std::size_t step(std::size_t count, const Work& work) {
    std::size_t kept = 0;
    for (std::size_t at = 0; at < count; at += kLanes) {
      const Answers answers = work(gather(at, count));
      const Mask decided = answers.hit | answers.apart, stays = answers.missed & ~decided,
                 becomes = (answers.hit & static_cast<int>(Verdict::hit)) |
                           (~(decided | answers.missed) & static_cast<int>(Verdict::uncertain));
      std::int32_t done[kLanes], old[kLanes], fresh[kLanes];
      std::memcpy(done, &decided, sizeof done);
      std::memcpy(old, &stays, sizeof old);
      std::memcpy(fresh, &becomes, sizeof fresh);
      const std::size_t used = count - at < kLanes ? count - at : kLanes;
      for (std::size_t lane = 0; lane < used; ++lane) {  // without a branch, which could not be predicted
        const std::uint32_t place = batch_.places[at + lane];
        Verdict& verdict = batch_.verdicts[place];
        verdict = static_cast<Verdict>((static_cast<int>(verdict) & old[lane]) | fresh[lane]);
        batch_.places[kept] = place;
        kept += static_cast<std::size_t>(1 + done[lane]);
      }
    }
    return kept;
  }

  // Few pairs are uncertain, but where parts lie flush most are.
  void find_causes() {
    std::size_t uncertain = 0;
    for (std::size_t i = 0; i < batch_.count; ++i) {
      batch_.places[uncertain] = static_cast<std::uint32_t>(i);
      uncertain += batch_.verdicts[i] == Verdict::uncertain ? 1 : 0;
    }
    for (std::size_t at = 0; at < uncertain; at += kLanes) {
      const Lanes lanes = gather(at, uncertain);
      Causes causes = causes_of(rows(lanes.aligned), in_aligned(lanes));
      causes.add(causes_of(rows(lanes.tumbled), in_tumbled(lanes)));
      const Mask first = causes.first();
      std::int32_t numbers[kLanes];
      std::memcpy(numbers, &first, sizeof numbers);
      const std::size_t used = uncertain - at < kLanes ? uncertain - at : kLanes;
      for (std::size_t lane = 0; lane < used; ++lane)
        batch_.causes[batch_.places[at + lane]] = static_cast<Uncertainty>(numbers[lane]);
    }
  }

  // The last lanes repeat the last pair.
  Lanes gather(std::size_t at, std::size_t count) const {
    Lanes lanes;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t place = at + lane < count ? at + lane : count - 1;
      const TestPair& pair = batch_.pairs[batch_.places[place]];
      const BatchTriangle& tumbled = batch_.tumbled[pair.tumbled];
      lanes.batch[lane] = reinterpret_cast<const float*>(&tumbled);
      lanes.tumbled[lane] = reinterpret_cast<const float*>(tumbled.bounded.record);
      lanes.aligned[lane] = reinterpret_cast<const float*>(&batch_.aligned[pair.aligned]);
    }
    return lanes;
  }

  static Float all(float value) { return broadcast_to<Float>(value); }

  static std::array<Coordinates, 3> aligned_corners(const Lanes& lanes) {
    const Transposed<kLanes> a(lanes.aligned, 0), b(lanes.aligned, 4), c(lanes.aligned, 8);
    return {Coordinates{a[0], a[1], a[2]}, Coordinates{a[3], b[0], b[1]}, Coordinates{b[2], b[3], c[0]}};
  }
  // The first stage for the corners of the aligned triangles.
  Corners in_tumbled(const Lanes& lanes) const {
    const std::array<Coordinates, 3> corners = aligned_corners(lanes);
    Corners moved;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto& m = batch_.frames.to_tumbled[axis];
      const Row row = {
          {all(m[0]), all(m[1]), all(m[2])}, all(m[3]), all(batch_.frames.to_tumbled_bound[axis])};
      for (std::size_t i = 0; i < 3; ++i) {
        const Coordinates& p = corners[i];
        const Float y = dotadd(row, p);
        moved[i].value[axis] = y;
        moved[i].magnitude[axis] = with_value(
            magnitude_dotadd(row.factors, magnitude(p[0]), magnitude(p[1]), magnitude(p[2]), row.bound), y);
      }
    }
    return moved;
  }
  // The tumbled triangles' corners, whose first stage is done.
  Corners in_aligned(const Lanes& lanes) const {
    constexpr std::size_t kFirst = offsetof(BatchTriangle, bounded) / sizeof(float);
    Corners corners;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Transposed<kLanes> value(lanes.batch, kFirst + 4 * axis),
          magnitude(lanes.batch, kFirst + 12 + 4 * axis);
      for (std::size_t i = 0; i < 3; ++i) {
        corners[i].value[axis] = value[i];
        corners[i].magnitude[axis] = magnitude[i];
      }
    }
    return corners;
  }

  static Float dotadd(const Row& row, const Coordinates& p) {
    return (row.factors[0] * p[0] + row.factors[1] * p[1]) + (row.factors[2] * p[2] + row.offset);
  }
  // The second stage.
  static Number in_unit_frame(const Row& row, const Corner& corner) {
    return {dotadd(row, corner.value),
            bounded_error(magnitude_dotadd(row.factors, corner.magnitude[0], corner.magnitude[1],
                                           corner.magnitude[2], row.bound))};
  }
  // The rows of the unit-triangle matrices.
  using Rows = std::array<Row, 3>;
  static Rows rows(const typename Transposed<kLanes>::Records& records) {
    constexpr std::size_t kMatrix = offsetof(TriangleRecord, to_unit) / sizeof(float),
                          kBound = offsetof(TriangleRecord, bound) / sizeof(float);
    const Transposed<kLanes> bound(records, kBound), x(records, kMatrix), y(records, kMatrix + 4),
        z(records, kMatrix + 8);
    return {Row{{x[0], x[1], x[2]}, x[3], bound[0]}, Row{{y[0], y[1], y[2]}, y[3], bound[1]},
            Row{{z[0], z[1], z[2]}, z[3], bound[2]}};
  }

  // Clearly on one side of the tumbled triangle, by the combined rows.
  Answers beside_tumbled(const Lanes& lanes) const {
    const std::array<Coordinates, 3> corners = aligned_corners(lanes);
    std::array<Point, 3> points;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Transposed<kLanes> v(lanes.batch, 8 * axis), m(lanes.batch, 8 * axis + 4);
      for (std::size_t i = 0; i < 3; ++i) {
        const auto& [x, y, z] = corners[i];
        points[i][axis] = {(v[0] * x + v[1] * y) + (v[2] * z + v[3]),
                           bounded_error(magnitude_dotadd({m[0], m[1], m[2]}, magnitude(x), magnitude(y),
                                                          magnitude(z), m[3]))};
      }
    }
    return {Mask{}, apart(beyond_planes(points)), ~Mask{}};
  }

  Answers against_tumbled(const Lanes& lanes) const {
    return against(rows(lanes.tumbled), in_tumbled(lanes));
  }
  Answers against_aligned(const Lanes& lanes) const {
    return against(rows(lanes.aligned), in_aligned(lanes));
  }

  // For each corner: certainly above or below the unit triangle's plane, or beyond one of its sides.
  using Beyond = std::array<std::array<Mask, 5>, 3>;
  static Beyond beyond_planes(const std::array<Point, 3>& points) {
    Beyond beyond;
    const Float zero{}, one = all(1.0f);
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& [x, y, z] = points[i];
      beyond[i] = {z.above(zero), z.below(zero), x.below(zero), y.below(zero), (x + y).above(one)};
    }
    return beyond;
  }
  static Mask apart(const Beyond& beyond) {
    Mask apart{};
    for (std::size_t plane = 0; plane < 5; ++plane)
      apart |= beyond[0][plane] & beyond[1][plane] & beyond[2][plane];
    return apart;
  }

  static std::array<Point, 3> in_unit_frame(const Rows& to_unit, const Corners& corners) {
    std::array<Point, 3> points;
    for (std::size_t i = 0; i < 3; ++i) {
      points[i] = {in_unit_frame(to_unit[0], corners[i]), in_unit_frame(to_unit[1], corners[i]),
                   in_unit_frame(to_unit[2], corners[i])};
    }
    return points;
  }
  // Both ends of an edge clearly beyond one plane.
  static Mask beside(const Beyond& beyond, std::size_t from, std::size_t to) {
    Mask beside{};
    for (std::size_t plane = 0; plane < 5; ++plane) beside |= beyond[from][plane] & beyond[to][plane];
    return beside;
  }

  // Three edges against the triangle of a matrix: edge_verdicts of triangle_filter.h.
  static Answers against(const Rows& to_unit, const Corners& corners) {
    const std::array<Point, 3> points = in_unit_frame(to_unit, corners);
    const Beyond beyond = beyond_planes(points);
    Answers answers{Mask{}, apart(beyond), ~Mask{}};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t next = i == 2 ? 0 : i + 1;
      const CrossingVerdict<Float> crossing = crossing_verdict(points[i], points[next]);
      answers.hit |= crossing.inside;
      answers.missed &= beside(beyond, i, next) | crossing.outside;
    }
    return answers;
  }

  // The causes that apply in the tests against either triangle; if none does, the cause is `side`.
  struct Causes {
    Mask unbounded, coplanar, corner;

    void add(const Causes& other) {
      unbounded |= other.unbounded;
      coplanar |= other.coplanar;
      corner |= other.corner;
    }
    Mask first() const {
      constexpr int kCoplanar = static_cast<int>(Uncertainty::coplanar),
                    kCorner = static_cast<int>(Uncertainty::corner),
                    kSide = static_cast<int>(Uncertainty::side);
      static_assert(static_cast<int>(Uncertainty::unbounded) == 0);
      const Mask behind = (corner & kCorner) | (~corner & kSide);
      return ~unbounded & ((coplanar & kCoplanar) | (~coplanar & behind));
    }
  };
  // The causes of pairs that are not apart: cause_of of uncertainty.cpp.
  static Causes causes_of(const Rows& to_unit, const Corners& corners) {
    const std::array<Point, 3> points = in_unit_frame(to_unit, corners);
    const Beyond beyond = beyond_planes(points);
    const Float infinity = all(__builtin_inff());
    std::array<Mask, 3> near;
    Mask bounded = ~Mask{};
    for (std::size_t i = 0; i < 3; ++i) {
      near[i] = ~(beyond[i][0] | beyond[i][1]);
      for (const Number& number : points[i]) bounded &= number.error < infinity;
    }
    Causes causes{~bounded, near[0] & near[1] & near[2], Mask{}};
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t next = i == 2 ? 0 : i + 1;
      const Mask missed = beside(beyond, i, next) | crossing_verdict(points[i], points[next]).outside;
      causes.corner |= ~missed & (near[i] | near[next]);
    }
    return causes;
  }

  const FilterBatch& batch_;
};

}  // namespace collisionchip

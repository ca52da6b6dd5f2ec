#include "collisionchip/reference/groups/pose_registers.h"

#include <algorithm>
#include <cstdlib>

#include "collisionchip/reference/groups/half_shares.h"

namespace collisionchip {

namespace pose_steps {

constexpr int kFactorBits = 17, kEntryBits = 25, kMostEntryShift = 30;
constexpr int kOffsetFraction = 20;  // bits of a row's offset before it is rounded
constexpr Int128 kMostOffset = Int128{1} << 60;

static std::uint64_t magnitude(std::int64_t value) {
  return static_cast<std::uint64_t>(std::abs(value));
}

// value * 2^by to the nearest, of so many bits at most; and what is lost of value.
struct Rounded {
  std::int64_t result = 0, rest = 0;
};
static Rounded rounded(std::int64_t value, int by, int bits) {
  if (value == 0) return {};
  if (by >= 0) return {value * (std::int64_t{1} << by), 0};
  if (-by > 62) return {0, value};
  const std::int64_t most = (std::int64_t{1} << bits) - 1;
  const std::int64_t result = std::clamp((value + (std::int64_t{1} << (-by - 1))) >> -by, -most, most);
  return {result, value - result * (std::int64_t{1} << -by)};
}

// What all rows and corners have in common.
struct Setting {
  GroupGrid tumbled, aligned;
  const WholeNormals& normals;
  IntegerMap map;
  MovedPlace centre;                // of the tumbled object, from the aligned one's
  std::array<UpperBound, 3> reach;  // of the tumbled object, from its centre
  UpperBound turning;               // most error of a tumbled point, from that centre, by the matrix' error
};

static Setting setting_of(const PoseWords& pose, TumbledSide side, const ObjectRecord& tumbled,
                          const ObjectRecord& aligned, ProductCounter& products) {
  Setting setting{grid_of(tumbled), grid_of(aligned), whole_normals(grid_of(tumbled).k), {}, {}, {}, {}};
  const GroupGrid &t = setting.tumbled, &a = setting.aligned;
  IntegerMap& map = setting.map;
  map = IntegerMap::of(pose, side, products);
  if (!is_known(tumbled) || !is_known(aligned)) map.matrix.error = UpperBound::none();
  setting.centre = move_place(map, t.centre, t.unit_exponent, a.centre, a.unit_exponent, products);
  std::uint32_t farthest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::uint32_t units = tumbled[object_words::kReach + axis];
    setting.reach[axis] = UpperBound::of(units, t.unit_exponent);
    farthest = std::max(farthest, units);
  }
  setting.turning = map.matrix.error.times(UpperBound::of(farthest, t.unit_exponent), products);
  return setting;
}

// A maximum and its minimum. The offset before it is rounded, and how far it may be off, are in parts of
// 2^-kOffsetFraction of the sum before the shift.
struct Rule {
  std::array<std::uint8_t, 3> j{};  // of the maximum
  std::array<std::int32_t, 3> c{};
  int shift = 0;
  Int128 middle = 0, slack = 0;
};

class RowRules {
 public:
  RowRules(const Setting& setting, ProductCounter& products) : setting_(setting), products_(products) {}

  Rule rule_of(int i) {
    const HalfShares shares = half_shares(setting_.normals.k(), turned_back(i));
    Rule rule;
    rule.j = shares.j;
    const int shift = shift_of(i, shares);
    rule.shift = std::max(shift, 0);
    std::array<std::int64_t, 3> rests{};
    for (std::size_t m = 0; m < 3 && shift >= 0; ++m) {
      const Rounded factor = rounded(shares.factor[m], rule.shift + to_steps(i, low(shares, m)), kFactorBits);
      rule.c[m] = static_cast<std::int32_t>(sign(shares, m) * factor.result);
      rests[m] = factor.rest;
    }
    rule.middle = middle_of(i, rule);
    rule.slack =
        slack_of(shares, rests, i).in_units(setting_.aligned.unit_exponent - to_units(i, rule.shift));
    if (shift < 0) rule.slack = UpperBound::kFar;
    return rule;
  }

 private:
  int low(const HalfShares& shares, std::size_t m) const { return shares.j[m] % setting_.normals.half(); }
  std::int64_t sign(const HalfShares& shares, std::size_t m) const {
    return shares.j[m] >= setting_.normals.half() ? 1 : -1;
  }
  // Exponents: of half of the matrix' last place in lengths; of a factor of direction `low` before the shift; of a unit
  // in parts of an offset.
  int half_exponent() const { return setting_.map.matrix.exponent - 1; }
  int to_steps(int i, int low) const {
    return half_exponent() + setting_.tumbled.step_exponent[static_cast<std::size_t>(low)] -
           setting_.aligned.step_exponent[static_cast<std::size_t>(i)];
  }
  int to_units(int i, int shift) const { return shift + kOffsetFraction - setting_.aligned.finer(i); }

  // Along direction i of the aligned object, in the tumbled one's frame.
  WholeVector turned_back(int i) const {
    const WholeVector& n = setting_.normals.normal(i);
    WholeVector sum{};
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += n[r] * setting_.map.matrix.rows[r][axis];
    }
    return sum;
  }
  // Below zero: the factors do not fit.
  int shift_of(int i, const HalfShares& shares) const {
    int shift = kMostRowShift;
    for (std::size_t m = 0; m < 3; ++m) {
      if (shares.factor[m] == 0) continue;
      const int bits = bit_length(magnitude(shares.factor[m])) + to_steps(i, low(shares, m));
      shift = std::min(shift, kFactorBits - bits);
    }
    return shift;
  }
  Int128 middle_of(int i, const Rule& rule) {
    Int128 middle = 0, moved = 0;
    for (std::size_t m = 0; m < 3; ++m) {
      const int direction = rule.j[m] % setting_.normals.half();
      middle += Int128{products_.product(rule.c[m], offset_from_centre(setting_.tumbled, direction))} *
                (Int128{1} << (kOffsetFraction - setting_.tumbled.finer(direction)));
    }
    const WholeVector& n = setting_.normals.normal(i);
    for (std::size_t r = 0; r < 3; ++r) moved += n[r] * setting_.centre.value[r];
    const int units = to_units(i, rule.shift);
    return middle + moved * (Int128{1} << (units - kPlaceFraction)) -
           Int128{offset_from_centre(setting_.aligned, i)} * (Int128{1} << units);
  }
  // In lengths.
  UpperBound slack_of(const HalfShares& shares, const std::array<std::int64_t, 3>& rests, int i) {
    UpperBound slack;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::int64_t residual = 0;
      for (std::size_t m = 0; m < 3; ++m)
        residual += sign(shares, m) * rests[m] * setting_.normals.normal(low(shares, m))[axis];
      slack =
          slack + UpperBound::of(magnitude(residual), half_exponent()).times(setting_.reach[axis], products_);
    }
    for (const std::int64_t n : setting_.normals.normal(i)) {
      if (n != 0) slack = slack + setting_.centre.error + setting_.turning;
    }
    return slack;
  }

  const Setting& setting_;
  ProductCounter& products_;
};

static std::int64_t offset_of(Int128 value) {
  const Int128 most = kMostRowOffset;
  return static_cast<std::int64_t>(value > most ? most : value < -most ? -most : value);
}

static GroupTransform volumes_of(const Setting& setting, ProductCounter& products) {
  const int half = setting.normals.half();
  RowRules rules(setting, products);
  GroupTransform transform;
  transform.k = setting.normals.k();
  for (int i = 0; i < half; ++i) {
    const Rule rule = rules.rule_of(i);
    const auto at = 2 * static_cast<std::size_t>(i);
    GroupTransformRow &maximum = transform.rows[at], &minimum = transform.rows[at + 1];
    maximum.destination = static_cast<std::uint8_t>(i + half);
    minimum.destination = static_cast<std::uint8_t>(i);
    maximum.shift = minimum.shift = static_cast<std::int8_t>(rule.shift);
    maximum.c = minimum.c = rule.c;
    const Int128 high = -(-(rule.middle + rule.slack) >> kOffsetFraction),
                 low = (rule.middle - rule.slack) >> kOffsetFraction;
    maximum.offset = offset_of(high + ((1 << rule.shift) - 1));
    minimum.offset = offset_of(low);
    maximum.j = minimum.j = rule.j;
    for (std::uint8_t& j : minimum.j) j = static_cast<std::uint8_t>(j < half ? j + half : j - half);
  }
  return transform;
}

class CornerRules {
 public:
  CornerRules(const Setting& setting, ProductCounter& products)
      : setting_(setting), matrix_(setting.map.matrix), products_(products) {}

  CornerTransform corners() {
    CornerTransform corners;
    corners.tumbled = setting_.tumbled;
    corners.aligned = setting_.aligned;
    const int shift = shift_of();
    corners.shift = std::max(shift, 0);
    corners.bounded = shift >= 0;
    Int128 error = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      WholeVector rests{};
      for (std::size_t axis = 0; axis < 3 && shift >= 0; ++axis) {
        const Rounded entry = rounded(matrix_.rows[i][axis], shift + to_units(), kEntryBits);
        corners.m[i][axis] = static_cast<std::int32_t>(entry.result);
        rests[axis] = entry.rest;
      }
      error = std::max(error, error_of(i, rests, corners.shift).in_units(setting_.aligned.unit_exponent));
      corners.bounded &= add_offset(i, corners);
    }
    corners.bounded &= error <= kMostCornerError;
    if (corners.bounded) corners.error = static_cast<std::int64_t>(error);
    return corners;
  }

 private:
  int to_units() const {
    return matrix_.exponent + setting_.tumbled.unit_exponent - setting_.aligned.unit_exponent;
  }
  int shift_of() const {
    std::uint64_t largest = 0;
    for (const WholeVector& row : matrix_.rows) {
      for (const std::int64_t entry : row) largest = std::max(largest, magnitude(entry));
    }
    return std::min(kMostEntryShift, kEntryBits - bit_length(largest) - to_units());
  }
  // In lengths: the shift, the offset, the centre, the map, the corner's own rounding, the entries'.
  UpperBound error_of(std::size_t i, const WholeVector& rests, int shift) {
    const int half_unit = setting_.tumbled.unit_exponent - 1, last = setting_.aligned.unit_exponent - 1;
    UpperBound error = UpperBound::of(1, last);
    if (shift < kPlaceFraction) error = error + UpperBound::of(1, last - shift);
    error = error + setting_.centre.error + setting_.turning;
    std::uint64_t sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      sum += magnitude(matrix_.rows[i][axis]);
      error = error +
              UpperBound::of(magnitude(rests[axis]), matrix_.exponent).times(setting_.reach[axis], products_);
    }
    return error + UpperBound::of(sum, matrix_.exponent + half_unit);
  }
  bool add_offset(std::size_t i, CornerTransform& corners) const {
    Int128 offset = 0;
    if (!scaled(setting_.centre.value[i], corners.shift - kPlaceFraction, offset) || offset > kMostOffset ||
        offset < -kMostOffset)
      return false;
    corners.offset[i] =
        static_cast<std::int64_t>(offset) + (corners.shift > 0 ? std::int64_t{1} << (corners.shift - 1) : 0);
    return true;
  }

  const Setting& setting_;
  const IntegerMatrix& matrix_;
  ProductCounter& products_;
};

}  // namespace pose_steps

PoseRegisters make_pose_registers(const PoseWords& pose, TumbledSide side, const ObjectRecord& tumbled,
                                  const ObjectRecord& aligned) {
  ProductCounter products;
  const pose_steps::Setting setting = pose_steps::setting_of(pose, side, tumbled, aligned, products);
  PoseRegisters registers;
  registers.volumes = pose_steps::volumes_of(setting, products);
  registers.corners = pose_steps::CornerRules(setting, products).corners();
  registers.products = products.count();
  return registers;
}

}  // namespace collisionchip

#include "collisionchip/reference/groups/group_transform.h"

#include <algorithm>
#include <cmath>

namespace collisionchip {

namespace {

constexpr int kCoefficientBits = 17;
constexpr double kMostCoefficient = (1 << kCoefficientBits) - 1;

// The largest one up to kMostRowShift that leaves `value` within kMostCoefficient; below zero: none does, as of NaN.
int largest_shift(double value) {
  int shift = kMostRowShift;
  if (value > 0 && value < HUGE_VAL) {
    int exponent = 0;
    std::frexp(value, &exponent);  // the value is at least 2^(exponent - 1)
    shift = std::min(shift, kCoefficientBits - exponent);
  }
  while (shift >= 0 && !(std::ldexp(value, shift) <= kMostCoefficient)) --shift;
  return shift;
}

double sum_abs(const Vec3d& v) {
  return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

// What a maximum row and its minimum have in common. Lengths are in steps of the aligned direction.
struct Rule {
  std::array<std::uint8_t, 3> j{};  // of the maximum
  std::array<std::int32_t, 3> c{};
  int shift = -1;     // below zero: the row cannot be expressed
  double middle = 0;  // the offset without slack, in units of 2^-shift
  double slack = 0;   // in the same units
};

class RuleMaker {
 public:
  RuleMaker(const RigidMap& map, const GroupGrid& tumbled, const GroupGrid& aligned)
      : map_(map), tumbled_(tumbled), aligned_(aligned), directions_(dop_directions(tumbled.k)) {
    unit_ = std::ldexp(1.0, tumbled.unit_exponent);
    for (int axis = 0; axis < 3; ++axis) {
      centre_[axis] = unit_ * static_cast<double>(tumbled.centre[axis]);
      reach_[axis] = unit_ * tumbled.reach[axis];
    }
  }

  Rule rule_of(int i) const {
    Rule rule;
    const Vec3d& n = directions_.normal(i);
    const Vec3d b = n.x * map_.rows[0] + n.y * map_.rows[1] + n.z * map_.rows[2];
    const Cone& cone = directions_.cone_of(b);
    std::array<double, 3> ratios;  // lambda in steps of the aligned direction per step of the tumbled one
    double largest = 0;
    for (int m = 0; m < 3; ++m) {
      const double lambda = std::max(0.0, dot(cone.inverse[m], b));
      ratios[m] = std::ldexp(lambda, exponent_of(cone.j[m]) - aligned_.step_exponent[i]);
      largest = std::max(largest, ratios[m]);
    }
    rule.shift = largest_shift(largest);
    if (rule.shift < 0) return rule;
    for (int m = 0; m < 3; ++m) {
      const int j = cone.j[m];
      rule.j[m] = static_cast<std::uint8_t>(j);
      rule.c[m] = static_cast<std::int32_t>(directions_.sign(j)) *
                  static_cast<std::int32_t>(std::llround(std::ldexp(ratios[m], rule.shift)));
    }
    add_offset(i, n, b, rule);
    return rule;
  }

 private:
  int exponent_of(int j) const { return tumbled_.step_exponent[j % directions_.half()]; }

  // Steps are numbered as in docs/group_machine.md.
  void add_offset(int i, const Vec3d& n, const Vec3d& b, Rule& rule) const {
    const double per_step = std::ldexp(1.0, rule.shift - aligned_.step_exponent[i]);
    Vec3d residual = b;
    double size = 0, sum = 0, magnitudes = 0;
    for (int m = 0; m < 3; ++m) {
      const int low = rule.j[m] % directions_.half();
      const double lambda = std::ldexp(static_cast<double>(rule.c[m]),
                                       -rule.shift + aligned_.step_exponent[i] - tumbled_.step_exponent[low]);
      residual = residual - lambda * directions_.normal(low);
      size += std::abs(lambda);
      const double origin = rule.c[m] * static_cast<double>(tumbled_.origin[low]);
      sum += origin;
      magnitudes += std::abs(origin);
    }
    const double n_abs = sum_abs(n);
    for (int row = 0; row < 3; ++row) size += std::abs(n[row]) * sum_abs(map_.rows[row]);
    const double residual_error = n_abs * map_.row_error + 0x1p-50 * size;  // step 2
    double slack = n_abs * map_.translation_error;
    for (int axis = 0; axis < 3; ++axis) {
      slack +=
          std::abs(residual[axis]) * reach_[axis] + residual_error * (std::abs(centre_[axis]) + reach_[axis]);
    }
    const double moved = dot(residual, centre_) + dot(n, map_.t);
    const double start = std::ldexp(static_cast<double>(aligned_.origin[i]), rule.shift);
    rule.middle = sum + per_step * moved - start;
    magnitudes += std::abs(start);
    for (int axis = 0; axis < 3; ++axis)
      magnitudes += per_step * (std::abs(residual[axis] * centre_[axis]) + std::abs(n[axis] * map_.t[axis]));
    rule.slack = per_step * slack + 0x1p-46 * magnitudes;  // step 3
  }

  const RigidMap& map_;
  const GroupGrid &tumbled_, &aligned_;
  const DopDirections& directions_;
  double unit_;
  Vec3d centre_, reach_;  // of the tumbled object, in its own lengths
};

std::int64_t offset_of(double value) {
  const double most = static_cast<double>(kMostRowOffset);
  return static_cast<std::int64_t>(std::clamp(value, -most, most));
}

}  // namespace

GroupTransform make_group_transform(const RigidMap& map, const GroupGrid& tumbled, const GroupGrid& aligned,
                                    double bias) {
  const int half = tumbled.k / 2;
  const RuleMaker maker(map, tumbled, aligned);
  GroupTransform transform;
  transform.k = tumbled.k;
  for (int i = 0; i < half; ++i) {
    GroupTransformRow &maximum = transform.rows[2 * i], &minimum = transform.rows[2 * i + 1];
    maximum.destination = static_cast<std::uint8_t>(i + half);
    minimum.destination = static_cast<std::uint8_t>(i);
    const Rule rule = maker.rule_of(i);
    const double slack = bias * rule.slack, high = std::ceil(rule.middle + slack),
                 low = std::floor(rule.middle - slack);
    if (rule.shift < 0 || !(low <= high)) {  // nothing is known: the whole slab, whatever comes
      maximum.offset = kMostRowOffset;
      minimum.offset = -kMostRowOffset;
      continue;
    }
    maximum.shift = minimum.shift = static_cast<std::int8_t>(rule.shift);
    maximum.offset = offset_of(high + ((1 << rule.shift) - 1));
    minimum.offset = offset_of(low);
    maximum.c = minimum.c = rule.c;
    for (int m = 0; m < 3; ++m) {
      maximum.j[m] = rule.j[m];
      minimum.j[m] = static_cast<std::uint8_t>(dop_directions(tumbled.k).opposite(rule.j[m]));
    }
  }
  return transform;
}

}  // namespace collisionchip

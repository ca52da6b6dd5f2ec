#include "collisionchip/testbench/poses/stretched_poses.h"

#include <cmath>

#include <fmt/format.h>

#include "collisionchip/testbench/poses/polar.h"

namespace collisionchip {

namespace {

constexpr double kRounded = 1e-3;

// The sentence about one pose, without its subject.
std::string stretch_of(const Pose& pose) {
  Matrix3 linear;
  for (std::size_t i = 0; i < 3; ++i) linear[i] = {pose.r[i][0], pose.r[i][1], pose.r[i][2]};
  const Polar polar = polar_of(linear);
  const bool stretches = std::abs(polar.least - 1) > kRounded || std::abs(polar.largest - 1) > kRounded;
  std::string text;
  if (stretches && polar.largest - polar.least <= kRounded * polar.largest) {
    text = fmt::format("scales B by {:.4g}", polar.largest);
  } else if (stretches) {
    text = fmt::format("stretches or shears B by factors from {:.4g} to {:.4g}", polar.least, polar.largest);
  }
  if (polar.side > 0) return text;
  return text.empty() ? "mirrors B" : text + " and mirrors it";
}

}  // namespace

std::string stretch_text(const std::vector<Pose>& poses) {
  std::string first;
  std::size_t others = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const std::string text = stretch_of(poses[i]);
    if (text.empty()) continue;
    if (first.empty()) {
      first = fmt::format("pose {} {}", i, text);
    } else {
      ++others;
    }
  }
  if (others == 0) return first;
  return first + fmt::format("; so {} {} other pose{}, each in its way", others == 1 ? "does" : "do", others,
                             others == 1 ? "" : "s");
}

}  // namespace collisionchip

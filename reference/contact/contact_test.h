// The Contact Unit's test: what the small Triangle Unit leaves undecided, exact contact included. Passes of 24, 48 and 96 bits,
// each only if the one before was not certain. Never wrong; derivation: docs/group_machine.md.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/contact/contact_corners.h"
#include "collisionchip/reference/triangle/triangle_intersection.h"

namespace collisionchip {

// What ended the test.
enum class ContactEnd : std::uint8_t {
  window,    // uncertain: the corners do not fit the window, and nothing was calculated
  corner,    // hit: a corner in common, before any pass
  plane,     // miss: all corners of one on one side of the other's plane
  in_plane,  // both in one plane: hit or miss
  edges,     // the six edges: hit or miss
  open,      // uncertain: no pass was certain
};

struct ContactOutcome {
  Verdict verdict = Verdict::uncertain;
  ContactEnd end = ContactEnd::window;
  int limbs = 0;  // of 24 bits: width of the last pass; 0: none
  // Products of limbs that each step takes, one after the other: a step begins when the outcome of the one before is known.
  static constexpr std::size_t kMostSteps = 9;
  std::array<std::uint32_t, kMostSteps> products{};
  std::size_t steps = 0;
};

// Corners of A and of B, each in its object's frame. Passes of 1, 2 and 4 limbs of 24 bits, up to most_limbs.
ContactOutcome contact_outcome(const TriangleCorners& a, const TriangleCorners& b, const Pose& pose,
                               int most_limbs);

// Products of 24 bits that move B's corners.
constexpr std::uint32_t kMovingProducts = 27;

}  // namespace collisionchip

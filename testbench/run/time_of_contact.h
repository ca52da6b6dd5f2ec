// When two objects meet that move: the motion is halved again and again, and the first witness asked for
// (§1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/testbench/poses/motion.h"

namespace collisionchip {

struct ContactSearch {
  // Asked in this order; whoever is exact and halves the motion asks the same.
  std::vector<double> times;
  std::vector<Pose> poses;
  double apart = 0, touching = 1;  // the last time without contact and the first one with it that are known
};

// So many halvings. The answers are the reference's. InputError, which begins with `where`, if the objects
// touch at the motion's begin, or are apart at its end.
ContactSearch search_contact(const Objects& objects, const ChipConfig& config, const Motion& motion,
                             unsigned halvings, const Place& where);

// One line: where on the way, and what one halving costs. `cycles`: of a chip, of all queries; `seconds` of
// this host, likewise.
std::string to_text(const ContactSearch& search, std::uint64_t queries, std::optional<Cycle> cycles,
                    double seconds);

}  // namespace collisionchip

// The time at which two moving objects meet: the motion is halved again and again, and each time a first witness is asked for
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
  // Asked in this order. Every exact engine that halves the motion asks the same times.
  std::vector<double> times;
  std::vector<Pose> poses;
  double apart = 0, touching = 1;  // the last time without contact and the first one with it that are known
};

// So many halvings. The answers are the reference's. InputError, which begins with `where`, if the objects
// touch at the motion's begin, or are apart at its end.
ContactSearch search_contact(const Objects& objects, const ChipConfig& config, const Motion& motion,
                             unsigned halvings, const Place& where);

// One line: the place on the way, and the cost of one halving. `cycles`: all queries on a chip; `seconds`: all queries on
// this host.
std::string to_text(const ContactSearch& search, std::uint64_t queries, std::optional<Cycle> cycles,
                    double seconds);

}  // namespace collisionchip

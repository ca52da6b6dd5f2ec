// The software that the chip is compared with on this host.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collisionchip/testbench/engines/engine.h"

namespace collisionchip {

struct Software {
  std::string name;  // in the tables
  const EngineKind* kind;
};

// "list": Algorithm 2 as fast as we can make it. "single_list" and "simultaneous": the new traversal and the
// traditional one, which differ only in the traversal. "simultaneous_stored" and "simultaneous_stacked": the traditional
// one's variants of §3.1.
const std::vector<Software>& traversals();
// The counters that the figures show (§5.1): visits, aligned_visits, transforms, overlap_tests,
// triangle_tests, node_writes.
const std::vector<std::string>& work_names();

// Software that is prepared for an object against its copy. The object must outlive it.
struct TimedSoftware {
  std::string name;
  std::unique_ptr<Engine> engine;
};
// The traversals, and "fcl" if this program was built with it.
std::vector<TimedSoftware> software_of(const CollisionObject& object);

}  // namespace collisionchip

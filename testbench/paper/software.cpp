#include "collisionchip/testbench/paper/software.h"

namespace collisionchip {

const std::vector<Software>& traversals() {
  static const std::vector<Software> all = {{"list", find_engine("mirror")},
                                            {"single_list", find_engine("single_list")},
                                            {"simultaneous", find_engine("simultaneous")},
                                            {"simultaneous_stored", find_engine("simultaneous_stored")},
                                            {"simultaneous_stacked", find_engine("simultaneous_stacked")}};
  return all;
}

const std::vector<std::string>& work_names() {
  static const std::vector<std::string> names = {"visits",        "aligned_visits", "transforms",
                                                 "overlap_tests", "triangle_tests", "node_writes"};
  return names;
}

std::vector<TimedSoftware> software_of(const CollisionObject& object) {
  std::vector<Software> all = traversals();
  if (const EngineKind* const fcl = find_engine("fcl"); fcl->lacks.empty()) all.push_back({"fcl", fcl});
  std::vector<TimedSoftware> ready;
  for (const Software& software : all) {
    ready.push_back({software.name, software.kind->make({})});
    ready.back().engine->prepare({object, object});
  }
  return ready;
}

}  // namespace collisionchip

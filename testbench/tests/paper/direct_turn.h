// A turn asked directly: no engine, no worker, no store. What the figures must show.
#pragma once

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/testbench/paper/paper_plan.h"
#include "collisionchip/testbench/paper/turn.h"

namespace collisionchip::testing_support {

inline void add_answer(Turn& turn, const std::string& series, const QueryResult& result) {
  const TraversalCounters& counters = result.counters;
  const auto add = [&](const char* name, std::uint64_t value) {
    turn.add(series + name, static_cast<double>(value));
  };
  add("visits", counters.tumbled_visits + counters.aligned_visits);
  add("aligned_visits", counters.aligned_visits);
  add("transforms", counters.transforms);
  add("overlap_tests", counters.overlap_tests);
  add("triangle_tests", counters.triangle_tests);
  add("node_writes", counters.node_writes);
  add("pairs", result.pairs.size());
  add("colliding", result.pairs.empty() ? 0 : 1);
}

// "list.visits" and so on.
inline Turn count_work(const CollisionObject& object, const std::vector<Pose>& poses, WitnessMode mode) {
  const QueryOptions options = query_options(ChipConfig{}, object, object, mode == WitnessMode::first);
  Turn turn;
  TransformedNodes<PartnerDop> memory;
  for (const Pose& pose : poses) {
    add_answer(turn, "list.", list_traversal(object, object, pose, options));
    add_answer(turn, "single_list.", single_list_traversal(object, object, pose, options));
    add_answer(turn, "simultaneous.", simultaneous_traversal(object, object, pose, options));
    add_answer(turn, "simultaneous_stored.",
               simultaneous_stored_traversal(object, object, pose, options, memory));
    add_answer(turn, "simultaneous_stacked.", simultaneous_stacked_traversal(object, object, pose, options));
  }
  return turn;
}

// "cycles" and so on, of a chip to which the objects were uploaded.
inline Turn run_chip(const ChipConfig& config, const CollisionObject& object, const std::vector<Pose>& poses,
                     WitnessMode mode) {
  JudgedSimulation simulation(config);
  simulation.driver().upload(object, object);
  Turn turn;
  for (const Pose& pose : poses) {
    const ChipAnswer answer = simulation.query(pose, mode == WitnessMode::first);
    const auto add = [&](const char* name, std::uint64_t value) {
      turn.add(name, static_cast<double>(value));
    };
    add("cycles", answer.cycles);
    add("eq5_cycles", answer.eq5_cycles);
    add("pci_cycles", answer.setup_cycles + answer.readback_cycles);
    add("lists", answer.lists);
    add("aligned_pairs", answer.aligned_pairs);
    add("triangle_tests", answer.triangle_tests);
    add("pairs", answer.pairs.size());
    const std::uint64_t hits = answer.statistics.number("triangle_unit.aligned_cache_hits");
    add("cache_hits", hits);
    add("cache_tests", hits + answer.statistics.number("triangle_unit.aligned_cache_misses"));
  }
  return turn;
}

}  // namespace collisionchip::testing_support

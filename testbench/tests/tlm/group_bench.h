// Neighbours of the Small Triangle Unit and the Group Engine, and what passes between them.
#pragma once

#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/group_engine/group_engine.h"
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit.h"

namespace collisionchip::testing_support {

// The preset with groups of 96 and blocks of 64 bytes, one channel of memory, and units as wide as the examples of
// docs/group_machine.md.
inline ChipConfig group_machine() {
  ChipConfig config = preset("beyond");
  config.memory.channels = 1;
  config.sdram.bus_bytes = 32;
  config.group_engine.contexts = 8;
  config.group.bits = 5;
  config.group.leaf_size = 2;
  config.group_engine.look_ahead = 8;
  config.group_unit.dotadds = 8;
  config.group_unit.compares = 4;
  config.record_cache.records = 24;
  config.small_triangle_unit.lanes = config.small_triangle_unit.interval = 1;
  config.pointer_fifo.entry = FifoEntry::pair;
  return config;
}

struct SmallTriangleBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<TriangleTest> tests{"tests", 64};
  Channel<QueryOrder> orders{"orders", 2};
  Channel<MatrixWrite> registers{"registers", 16};
  Channel<Finding> findings{"findings", 16};
  Channel<QueryStop> stop{"stop", 1};
  SmallTriangleUnit unit;
  Source<TriangleTest> pairs;
  Source<QueryOrder> engine;
  Sink<Finding> found;
  Sink<QueryStop> stopped;

  // The Pointer FIFO takes nothing before the cycle `opens`. All entries of the queue have begun.
  explicit SmallTriangleBench(const ChipConfig& c, Cycle opens = 0)
      : config(c),
        unit("small_triangle_unit", params_of<SmallTriangleUnitParams>(config),
             SmallTriangleUnit::Ports{tests, orders, registers, findings, stop}),
        pairs("pairs", config, tests),
        engine("engine", config, orders),
        found("found", config, findings, 1, opens),
        stopped("stopped", config, stop) {
    for (QueryOrder begin; begin.query < queries_of(config); ++begin.query) engine.add(0, begin);
  }
};

// One that certainly intersects, or certainly does not.
inline TriangleTest small_pair_of(std::uint32_t number, bool hit) {
  TriangleTest pair;
  pair.tumbled = pair.aligned = number;
  pair.bounded = true;
  const std::uint32_t z = hit ? 0 : 5000;
  pair.placed = {0, 0, 0, 4000, 0, 0, 0, 4000, 0};
  pair.moved = {500, 500, z - 1000, 600, 500, z + 1000, 500, 700, z + 1000};
  return pair;
}

// The end of query 0, of which so many pairs of triangles were sent.
inline QueryOrder end_of(std::uint64_t tests) {
  QueryOrder end;
  end.kind = QueryOrder::Kind::end;
  end.tests = tests;
  return end;
}

inline Group bare_group_of(int members, int inner, GroupAddress family) {
  Group group;
  group.members = members;
  group.inner = inner;
  group.family = family;
  for (GroupVolume& volume : group.volumes) {
    for (int i = 12; i < 24; ++i) volume.d[static_cast<std::size_t>(i)] = 1000;
  }
  return group;
}

struct GroupEngineBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<StartCommand> starts{"starts", 4};
  Channel<QueryStart> numbered_starts{"numbered_starts", 4};
  Channel<QueryStop> stop{"stop", 1}, host_stop{"host_stop", 1};
  Channel<GroupAnswer> results{"results", 64};
  Channel<LeafDone> done{"done", 4};
  Channel<RecordRequest> requests{"requests", 2};
  Channel<QueryOrder> orders{"orders", 2};
  GroupEngine unit;
  Source<StartCommand> start;
  Source<QueryStart> begins;  // the test adds them
  Source<GroupAnswer> answers;
  Source<LeafDone> leaves;
  Sink<RecordRequest> asked;
  Sink<QueryOrder> told;
  Source<QueryStop> host;

  // The Small Triangle Unit takes an order, and the Record Cache a request, in so many cycles.
  explicit GroupEngineBench(const ChipConfig& c, Cycle order_interval = 1, Cycle request_interval = 1,
                            bool first_witness = false, bool by_number = false)
      : config(c),
        unit("group_engine", params_of<GroupEngineParams>(config),
             GroupEngine::Ports{by_number ? nullptr : &starts, stop, host_stop, results, done, requests,
                                orders, by_number ? &numbered_starts : nullptr}),
        start("start", config, starts),
        begins("begins", config, numbered_starts),
        answers("answers", config, results),
        leaves("leaves", config, done),
        asked("asked", config, requests, request_interval),
        told("told", config, orders, order_interval),
        host("host", config, host_stop) {
    for (std::uint32_t query = 0; query < config.group_engine.queries && !by_number; ++query)
      start.add(9, {root(0), root(100), first_witness});  // seen in 10
  }

  PairPointer root(std::uint32_t group) const {
    return PairPointer::of_word(group_words::entry_word(config.group_layout(), group, 15));
  }
  void begin(Cycle cycle, std::uint32_t query) { begins.add(cycle, {query, {root(0), root(100), false}}); }

  void answer(Cycle cycle, ReadKind kind, std::uint32_t context, const Group& group,
              std::array<std::uint32_t, 4> met = {}, std::uint32_t leaf_pairs = 0, ReadError error = {}) {
    GroupAnswer result;
    result.kind = kind;
    result.context = context;
    result.members = static_cast<std::uint32_t>(group.members);
    result.inner = static_cast<std::uint32_t>(group.inner);
    result.family = group.family;
    result.met = met;
    result.leaf_pairs = leaf_pairs;
    result.error = error;
    answers.add(cycle, result);
  }
};

}  // namespace collisionchip::testing_support

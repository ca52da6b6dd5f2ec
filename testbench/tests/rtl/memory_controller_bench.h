// A Memory Controller, model or RTL, with the board's SDRAM and checkers, between units that follow a script:
// when each asks, how long it leaves an item lying, and how long a pair stays in its register. The same
// script on both sides gives the same events, or they differ.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/testbench/tests/rtl/event_tap.h"
#include "collisionchip/testbench/tests/tlm/scripted_memory.h"
#include "collisionchip/testbench/tests/tlm/sdram_bench.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/units/memory_controller/pair_controller.h"

namespace collisionchip::testing_support {

// Takes pairs as the DOP Unit does: each `delay` cycles after
// it could, and its register is free `hold` after that.
class ScriptedPairReader : public Unit {
 public:
  struct Turn {
    Cycle delay, hold;
  };

  ScriptedPairReader(const char* name, const ChipConfig& config, Channel<NodePairData>& data,
                     Channel<RegisterRelease>& releases, std::vector<Turn> turns)
      : Unit(name, Clock(config.chip.clock_period_ps)),
        data_(data),
        releases_(releases),
        turns_(std::move(turns)) {
    data_.bind_reader(*this);
    listen(data_);
  }

 private:
  Cycle step(Cycle now) override {
    while (data_.front(now) != nullptr) {
      const Turn& turn = turns_[taken_ % turns_.size()];
      const Cycle due = std::max(data_.front_visible(), last_) + turn.delay;
      if (now < due) return due;
      releases_.put(now, {now + 1 + turn.hold});
      data_.pop(now);
      last_ = now;
      ++taken_;
    }
    return kNever;
  }
  void reset_state() override { taken_ = 0, last_ = 0; }

  Channel<NodePairData>& data_;
  Channel<RegisterRelease>& releases_;
  std::vector<Turn> turns_;
  std::size_t taken_ = 0;
  Cycle last_ = 0;
};

struct MemoryScript {
  struct Ask {
    Cycle at;
    ReadRequest request;
  };
  std::vector<Ask> nodes, triangles;
  std::vector<ScriptedPairReader::Turn> tumbled, aligned;
};

// What was seen of one side.
struct MemoryRun {
  std::vector<Event> events;  // in order
  std::vector<std::string> commands;
  std::vector<std::string> figures;  // statistics and account
  Cycle end = 0;
};

using ControllerFactory =
    std::function<std::unique_ptr<PairController>(const ChipConfig&, const PairController::Ports&)>;

inline void fill(Sdram& sdram, std::size_t bytes) {
  auto contents = std::make_shared<std::vector<unsigned char>>(bytes);
  Random random(77);
  for (unsigned char& byte : *contents) byte = static_cast<unsigned char>(random.bits());
  sdram.preload(contents);
}

struct MemoryControllerBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<ReadRequest> node_requests, triangle_requests{"triangles", 2};
  Channel<RegisterRelease> releases{"releases", 64};
  Channel<NodePairData> tumbled_data{"tumbled", 64}, aligned_data{"aligned", 64};
  Channel<TriangleData> triangle_data{"triangle", 64};
  Channel<PairAuxiliary> tumbled_auxiliary{"tumbled_auxiliary", 64},
      aligned_auxiliary{"aligned_auxiliary", 64};
  std::unique_ptr<PairController> controller;
  Sdram sdram;
  BaseProtocolChecker protocol;
  SdramCommandChecker commands;
  CommandRecorder recorder;
  Source<ReadRequest> nodes, triangles;
  ScriptedPairReader tumbled, aligned;
  Sink<TriangleData> records;
  Sink<PairAuxiliary> tumbled_words, aligned_words;
  MemoryRun seen;
  EventTap<ReadRequest> node_tap, triangle_tap;
  EventTap<RegisterRelease> release_tap;
  EventTap<NodePairData> tumbled_tap, aligned_tap;
  EventTap<TriangleData> record_tap;
  EventTap<PairAuxiliary> tumbled_word_tap, aligned_word_tap;
  HostPort host;

  MemoryControllerBench(const ChipConfig& c, const ControllerFactory& make, const MemoryScript& script)
      : config(c),
        node_requests("nodes", config.memory_controller.request_queue_depth),
        controller(make(config, {node_requests, triangle_requests, releases, tumbled_data, aligned_data,
                                 triangle_data, tumbled_auxiliary, aligned_auxiliary})),
        sdram("sdram", config),
        protocol("protocol"),
        commands(config.sdram),
        nodes("node_source", config, node_requests),
        triangles("triangle_source", config, triangle_requests),
        tumbled("tumbled_reader", config, tumbled_data, releases, script.tumbled),
        aligned("aligned_reader", config, aligned_data, releases, script.aligned),
        records("records", config, triangle_data),
        tumbled_words("tumbled_words", config, tumbled_auxiliary),
        aligned_words("aligned_words", config, aligned_auxiliary),
        node_tap(node_requests, seen.events, true),
        triangle_tap(triangle_requests, seen.events, true),
        release_tap(releases, seen.events, false),
        tumbled_tap(tumbled_data, seen.events, true),
        aligned_tap(aligned_data, seen.events, true),
        record_tap(triangle_data, seen.events, true),
        tumbled_word_tap(tumbled_auxiliary, seen.events, true),
        aligned_word_tap(aligned_auxiliary, seen.events, true),
        host("host") {
    controller->memory.bind(protocol.target_socket);
    protocol.initiator_socket.bind(sdram.socket);
    controller->sdram_pins.bind(sdram);
    sdram.commands.bind(commands);
    sdram.commands.bind(recorder);
    host.socket.bind(controller->host);
    fill(sdram, 1 << 16);
    for (const auto& ask : script.nodes) nodes.add(ask.at, ask.request);
    for (const auto& ask : script.triangles) triangles.add(ask.at, ask.request);
    controller->begin_query(0);
  }

  MemoryRun run() {
    // A controller that waits for ever for a read of its own making must end too.
    sc_core::sc_start(cycles(kLongest), sc_core::SC_EXIT_ON_STARVATION);
    seen.end = sc_core::sc_time_stamp().value() / config.chip.clock_period_ps;
    std::sort(seen.events.begin(), seen.events.end());
    std::stable_sort(recorder.commands.begin(), recorder.commands.end(),
                     [](const SdramCommand& a, const SdramCommand& b) { return a.cycle < b.cycle; });
    seen.commands = texts(recorder.commands);
    add_figures();
    commands.finish();
    EXPECT_EQ(commands.violations(), std::vector<std::string>{});
    EXPECT_EQ(protocol.violations(), std::vector<std::string>{});
    return seen;
  }

 private:
  void add_figures() {
    const auto add = [&](const std::string& name, std::uint64_t value) {
      seen.figures.push_back(name + " " + std::to_string(value));
    };
    const UnitCycles cycles = controller->cycles(kAccounted);
    add("busy", cycles.busy);
    add("idle", cycles.idle);
    for (const auto& stall : cycles.stalls) add(stall.first, stall.second);
    const MemoryController::Statistics& s = controller->statistics();
    add("tumbled_pairs", s.tumbled_pairs);
    add("aligned_pairs", s.aligned_pairs);
    add("triangles", s.triangles);
    add("bytes", s.tumbled_bytes + s.aligned_bytes + s.triangle_bytes);
    const SdramStatistics& d = sdram.statistics();
    add("activates", d.activates);
    add("precharges", d.precharges);
    add("row_hits", d.row_hits);
    add("row_empty", d.row_empty);
    add("row_conflicts", d.row_conflicts);
    add("data_cycles", d.data_cycles);
    add("last_data_cycle", d.last_data_cycle);
  }

  static constexpr Cycle kLongest = 1u << 16, kAccounted = 1u << 20;  // beyond every run
};

}  // namespace collisionchip::testing_support

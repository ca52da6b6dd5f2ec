// The Memory Controller between scripted units, with any memory behind the base protocol checker.
#pragma once

#include <vector>

#include "collisionchip/testbench/tests/tlm/scripted_memory.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/checkers/base_protocol_checker.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/memory_controller/pair_controller.h"

namespace collisionchip::testing_support {

// Takes pairs as the units of volumes do and says from when on their register is free: `hold` cycles later.
class PairReader : public Unit {
 public:
  std::vector<Cycle> taken_at;
  std::vector<Cycle> free_from;
  std::vector<NodePairData> pairs;

  PairReader(const char* name, const ChipConfig& config, Channel<NodePairData>& data,
             Channel<RegisterRelease>& releases, Cycle hold)
      : Unit(name, Clock(config.chip.clock_period_ps)), data_(data), releases_(releases), hold_(hold) {
    data_.bind_reader(*this);
    listen(data_);
  }

 private:
  Cycle step(Cycle now) override {
    while (const NodePairData* pair = data_.front(now)) {
      taken_at.push_back(now);
      free_from.push_back(now + hold_);
      pairs.push_back(*pair);
      if (!pair->kept) releases_.put(now, {now + hold_});
      data_.pop(now);
    }
    return kNever;
  }
  void reset_state() override {}

  Channel<NodePairData>& data_;
  Channel<RegisterRelease>& releases_;
  Cycle hold_;
};

template <typename Memory = ScriptedMemory>
struct ControllerBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<ReadRequest> node_requests{"nodes", 16}, triangle_requests{"triangles", 16};
  Channel<RegisterRelease> releases{"releases", 64};
  Channel<NodePairData> tumbled_data{"tumbled", 64}, aligned_data{"aligned", 64};
  Channel<TriangleData> triangle_data{"triangle", 64};
  Channel<PairAuxiliary> tumbled_auxiliary{"tumbled_auxiliary", 64},
      aligned_auxiliary{"aligned_auxiliary", 64};
  Channel<TriangleData> tumbled_leaves{"tumbled_leaves", 64}, aligned_leaves{"aligned_leaves", 64};
  PairController controller;
  Memory memory;
  BaseProtocolChecker checker;
  Source<ReadRequest> nodes, triangles;
  PairReader tumbled, aligned;
  Sink<TriangleData> records;
  Sink<PairAuxiliary> tumbled_words, aligned_words;
  Sink<TriangleData> tumbled_triangles, aligned_triangles;
  HostPort host;

  static constexpr Cycle kHold = 8;  // of the readers, in cycles

  explicit ControllerBench(const ChipConfig& c) : ControllerBench(c, kHold) {}
  template <typename... Options>
  ControllerBench(const ChipConfig& c, Cycle hold, const Options&... options)
      : config(c),
        controller("controller", params_of<PairControllerParams>(config),
                   PairController::Ports{node_requests, triangle_requests, releases, tumbled_data,
                                         aligned_data, triangle_data, tumbled_auxiliary, aligned_auxiliary,
                                         if_leaves_bring_triangles(tumbled_leaves),
                                         if_leaves_bring_triangles(aligned_leaves)}),
        memory("memory", config, options...),
        checker("checker"),
        nodes("nodes", config, node_requests),
        triangles("triangles", config, triangle_requests),
        tumbled("tumbled", config, tumbled_data, releases, hold),
        aligned("aligned", config, aligned_data, releases, hold),
        records("records", config, triangle_data),
        tumbled_words("tumbled_words", config, tumbled_auxiliary),
        aligned_words("aligned_words", config, aligned_auxiliary),
        tumbled_triangles("tumbled_triangles", config, tumbled_leaves, 0),
        aligned_triangles("aligned_triangles", config, aligned_leaves, 0),
        host("host") {
    controller.memory.bind(checker.target_socket);
    checker.initiator_socket.bind(memory.socket);
    host.socket.bind(controller.host);
    controller.begin_query(0);
  }
  ~ControllerBench() {
    EXPECT_EQ(checker.violations(), std::vector<std::string>{});
    EXPECT_EQ(checker.alive(), 0u);
  }

  template <typename Words>
  void store(std::uint32_t address, const Words& words) {
    std::memcpy(memory.storage.data() + address, words.data(), sizeof words);
  }
  void run() { sc_core::sc_start(); }
  Channel<TriangleData>* if_leaves_bring_triangles(Channel<TriangleData>& leaves) {
    return nodes_of(config).triangle_leaves ? &leaves : nullptr;
  }
};

constexpr ReadKind kTumbled = ReadKind::tumbled_pair, kAligned = ReadKind::aligned_pair,
                   kTriangle = ReadKind::triangle;

}  // namespace collisionchip::testing_support

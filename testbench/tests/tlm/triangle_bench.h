// A Triangle Unit alone, with the test as Stack Engine, memory and Pointer FIFO.
#pragma once

#include <map>
#include <vector>

#include <tlm_utils/simple_target_socket.h>

#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/testbench/tests/tlm/chip_words.h"
#include "collisionchip/testbench/tests/tlm/dop_bench.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

namespace collisionchip::testing_support {

// Answers each read of a triangle after a fixed time; addresses it does not know are refused.
class TriangleMemory : public Unit {
 public:
  tlm_utils::simple_target_socket<TriangleMemory> socket;
  std::map<std::uint32_t, TriangleRecord> records;
  std::vector<std::uint32_t> reads;

  TriangleMemory(const sc_core::sc_module_name& name, const ChipConfig& config,
                 Channel<ReadRequest>& requests, Channel<TriangleData>& data, Cycle latency)
      : Unit(name, Clock(config.chip.clock_period_ps)),
        socket("socket"),
        requests_(requests),
        data_(data),
        latency_(latency) {
    socket.register_transport_dbg(this, &TriangleMemory::transport_dbg);
    requests_.bind_reader(*this);
    data_.bind_writer(*this);
    listen(requests_);
  }

 private:
  Cycle step(Cycle now) override {
    while (const ReadRequest* request = requests_.front(now)) {
      EXPECT_EQ(request->kind, ReadKind::triangle);
      reads.push_back(request->address);
      TriangleData answer;
      answer.address = request->address;
      const auto found = records.find(request->address);
      if (found != records.end()) {
        answer.record = encode_triangle(found->second);
      } else {
        answer.error = {ReadError::Kind::refused, request->address};
      }
      data_.put(now, answer, latency_ - 1);
      requests_.pop(now);
    }
    return kNever;
  }
  void reset_state() override { reads.clear(); }
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
    const auto found = records.find(static_cast<std::uint32_t>(payload.get_address()));
    if (found == records.end()) return 0;
    const TriangleWords words = encode_triangle(found->second);
    std::memcpy(payload.get_data_ptr(), words.data(), payload.get_data_length());
    return payload.get_data_length();
  }

  Channel<ReadRequest>& requests_;
  Channel<TriangleData>& data_;
  Cycle latency_;
};

constexpr std::uint32_t kTumbledBase = 0x10'0000, kAlignedBase = 0x20'0000;

struct TriangleBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<LeafTests> leaf_tests{"leaf_tests", 4};
  Channel<TriangleData> triangle_data{"triangle_data", 16};
  Channel<TriangleData> tumbled_leaves{"tumbled_leaves", 64}, aligned_leaves{"aligned_leaves", 64};
  Channel<MatrixWrite> matrix_writes{"matrix", 16};
  Channel<ReadRequest> requests{"requests", 2};
  Channel<Finding> findings;
  Channel<StopRequest> stop{"stop", 1};
  TriangleUnit unit;
  TriangleMemory memory;
  Source<LeafTests> tests;
  Source<TriangleData> tumbled_pairs, aligned_pairs;
  Source<MatrixWrite> matrix;
  Sink<Finding> found;
  Sink<StopRequest> stopped;
  Listener<Cycle> issues;
  FrameMatrices frames;

  explicit TriangleBench(const ChipConfig& c = {}, Cycle fifo_interval = 1, Cycle latency = 20,
                         std::size_t room = 16)
      : config(c),
        findings("findings", room),
        unit("triangle_unit", params_of<TriangleUnitParams>(config),
             TriangleUnit::Ports{leaf_tests, triangle_data, matrix_writes, requests, findings, stop,
                                 leaf_ports(config)}),
        memory("memory", config, requests, triangle_data, latency),
        tests("tests", config, leaf_tests),
        tumbled_pairs("tumbled_pairs", config, tumbled_leaves),
        aligned_pairs("aligned_pairs", config, aligned_leaves),
        matrix("matrix", config, matrix_writes),
        found("found", config, findings, fifo_interval),
        stopped("stopped", config, stop) {
    unit.records.bind(memory.socket);
    unit.issues.bind(issues);
    unit.begin_query(0);
  }

  std::optional<TriangleUnit::LeafPorts> leaf_ports(const ChipConfig& c) {
    if (!nodes_of(c).triangle_leaves) return std::nullopt;
    return TriangleUnit::LeafPorts{tumbled_leaves, aligned_leaves};
  }
  // `count` triangles of random soups on each side, about a third of all pairs hit; loads M and N.
  void fill(Random& random, std::uint32_t count, double extent = 0.3) {
    frames = make_frame_matrices(random_pose(random, 0.1), TumbledSide::b);
    for (const MatrixWrite& burst : bursts_of(frame_words(frames))) matrix.add(0, burst);
    for (std::uint32_t n = 0; n < count; ++n) {
      for (const std::uint32_t base : {kTumbledBase, kAlignedBase}) {
        memory.records[base + n * kTriangleBytes] =
            make_triangle_record(random_triangle(random, extent, 1), n);
      }
    }
  }
  static std::uint32_t tumbled(std::uint32_t n) { return kTumbledBase + n * kTriangleBytes; }
  static std::uint32_t aligned(std::uint32_t n) { return kAlignedBase + n * kTriangleBytes; }

  void send(Cycle at, std::uint32_t bits, std::array<std::uint32_t, 2> t, std::array<std::uint32_t, 2> a,
            bool first_witness = false) {
    LeafTests message;
    message.bits = bits;
    message.tumbled = {tumbled(t[0]), tumbled(t[1])};
    message.aligned = {aligned(a[0]), aligned(a[1])};
    message.first_witness = first_witness;
    tests.add(at, message);
  }
  // A leaf comes with its pair.
  void bring(Cycle at, bool of_tumbled, std::uint32_t n) {
    const std::uint32_t address = of_tumbled ? tumbled(n) : aligned(n);
    TriangleData leaf{address, encode_triangle(memory.records.at(address)), {}};
    (of_tumbled ? tumbled_pairs : aligned_pairs).add(at, leaf);
  }
  void send_end(Cycle at) {
    LeafTests end;
    end.kind = LeafTests::Kind::end;
    tests.add(at, end);
  }
  bool hits(std::uint32_t t, std::uint32_t a) const {
    return triangles_intersect(memory.records.at(tumbled(t)), memory.records.at(aligned(a)), frames);
  }
  using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  // In the order in which the unit has to report them.
  void expect(Pairs& pairs, std::uint32_t bits, std::array<std::uint32_t, 2> t,
              std::array<std::uint32_t, 2> a) const {
    for (std::size_t j = 0; j < 2; ++j) {
      for (std::size_t i = 0; i < 2; ++i) {
        if ((bits >> (2 * i + j) & 1u) != 0 && hits(t[i], a[j])) pairs.emplace_back(t[i], a[j]);
      }
    }
  }
  Pairs reported() const {
    Pairs pairs;
    for (const auto& f : found.taken()) {
      if (f.item.kind == Finding::Kind::hit) pairs.emplace_back(f.item.tumbled, f.item.aligned);
    }
    return pairs;
  }
  bool ended() const {
    return !found.taken().empty() && found.taken().back().item.kind == Finding::Kind::end;
  }
  void run() { sc_core::sc_start(); }
};

// Sends random messages; returns the pairs that must be reported, in order.
inline TriangleBench::Pairs send_random(TriangleBench& bench, Random& random, int messages, int triangles) {
  TriangleBench::Pairs expected;
  const auto pick = [&] { return static_cast<std::uint32_t>(random.below(triangles)); };
  for (int m = 0; m < messages; ++m) {
    const std::uint32_t bits = 1 + static_cast<std::uint32_t>(random.below(15));
    const std::array<std::uint32_t, 2> t = {pick(), pick()}, a = {pick(), pick()};
    bench.send(5, bits, t, a);
    bench.expect(expected, bits, t, a);
  }
  bench.send_end(5);
  return expected;
}

}  // namespace collisionchip::testing_support

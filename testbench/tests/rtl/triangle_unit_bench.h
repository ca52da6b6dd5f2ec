// A Triangle Unit between a Stack Engine, a memory and a Pointer FIFO that work at random: tests, unfinished
// work and ends early and late, triangles after any time or refused, findings taken late. Several queries,
// each after a reset.
#pragma once

#include <cmath>
#include <map>
#include <vector>

#include <tlm_utils/simple_target_socket.h>

#include "collisionchip/testbench/tests/rtl/unit_parity.h"
#include "collisionchip/testbench/tests/tlm/chip_words.h"
#include "collisionchip/testbench/tests/tlm/dop_bench.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

namespace collisionchip::testing_support {

struct TriangleTraffic {
  int queries = 2;
  int messages = 40;
  int triangles = 12;  // on each side
  double extent = 0.3;
  bool hostile = false;         // any bits in some records
  bool near_contact = false;    // corners shared with the other side, on its edges and in its plane
  bool grazing = false;         // edges that end just under a triangle's plane, outside the triangle
  bool frame_bounds = true;     // otherwise they are 0
  bool loose_bounds = false;    // errors up to the size of the triangles, in half of the records
  int unit_exponent = 0;        // coordinates in the unit frames times 2 to the power of this
  int corner_exponent = 0;      // the same for corners; the matrices into the unit frames undo it
  int longest_gap = 12;         // between messages
  int often_gaps = 3;           // in 8
  int longest_latency = 40;     // of a read
  int often_refused = 0;        // in 64
  int often_first_witness = 0;  // in 8 queries
  int finding_stalls = 3;       // in 8
  int longest_stall = 40;
  Cycle reset_after_frames = 0;  // so many cycles after they were written
  std::size_t finding_slots = 16, test_slots = 4, request_slots = 2;
};

constexpr std::uint32_t kTumbledSide = 0x10'0000, kAlignedSide = 0x21'0000;

// Reads each record after a random time, in order; some are refused.
class StallingMemory : public Unit {
 public:
  std::map<std::uint32_t, TriangleWords> records;
  tlm_utils::simple_target_socket<StallingMemory> debug;  // not used

  StallingMemory(const sc_core::sc_module_name& name, const ChipConfig& config,
                 Channel<ReadRequest>& requests, Channel<TriangleData>& data, std::uint64_t seed,
                 const TriangleTraffic& traffic)
      : Unit(name, Clock(config.chip.clock_period_ps)),
        debug("debug"),
        requests_(requests),
        data_(data),
        random_(seed),
        traffic_(traffic) {
    requests_.bind_reader(*this);
    data_.bind_writer(*this);
    listen(requests_);
  }

 private:
  Cycle step(Cycle now) override {
    if (now < busy_until_) return busy_until_;
    const ReadRequest* request = requests_.front(now);
    if (request == nullptr) return kNever;
    TriangleData answer;
    answer.address = request->address;
    answer.record = records.at(request->address);
    if (random_.below(64) < traffic_.often_refused) {
      const auto kind = random_.below(2) == 0 ? ReadError::Kind::refused : ReadError::Kind::uncorrectable;
      answer.error = {kind, request->address};
    }
    // One answer in a cycle, as a bus would have it.
    last_visible_ =
        std::max(last_visible_ + 1, now + 1 + static_cast<Cycle>(random_.below(traffic_.longest_latency)));
    data_.put(now, answer, last_visible_ - now - 1);
    requests_.pop(now);
    busy_until_ = now + 1 + static_cast<Cycle>(random_.below(2));
    return busy_until_;
  }
  void reset_state() override { busy_until_ = last_visible_ = 0; }

  Channel<ReadRequest>& requests_;
  Channel<TriangleData>& data_;
  Random random_;
  TriangleTraffic traffic_;
  Cycle busy_until_ = 0, last_visible_ = 0;
};

// Corners of the other side's triangles, points on their edges
// and in their planes; then contact and its neighbourhood.
inline std::array<Vec3f, 3> near_contact(Random& random, const std::array<Vec3f, 3>& other) {
  std::array<Vec3f, 3> corners = random_triangle(random, 0.5, 1);
  const int touching = 1 + random.below(3);
  // Off by as much as the errors may be, about.
  const float step = random.below(2) == 0 ? 0 : 0x1p-22f;
  const auto nearly = [&](float x) { return x + step * static_cast<float>(random.below(33) - 16); };
  for (int c = 0; c < touching; ++c) {
    const Vec3f &a = other[static_cast<std::size_t>(random.below(3))],
                &b = other[static_cast<std::size_t>(random.below(3))],
                &d = other[static_cast<std::size_t>(random.below(3))];
    const float s = static_cast<float>(random.below(5)) / 4, t = static_cast<float>(random.below(3)) / 4;
    const float x = nearly(a.x + s * (b.x - a.x) + t * (d.x - a.x)),
                y = nearly(a.y + s * (b.y - a.y) + t * (d.y - a.y)),
                z = nearly(a.z + s * (b.z - a.z) + t * (d.z - a.z));
    corners[static_cast<std::size_t>(c)] = {x, y, z};
  }
  return corners;
}

// Two triangles. One has an edge that ends just under the plane of the other one's unit frame, outside
// the unit triangle: whether the edge is outside depends on each part of the error. All other edges are clearly
// outside. `turned`: x and y change places.
struct Grazing {
  std::array<Vec3f, 3> edge;
  TriangleRecord grazed;
};

inline Grazing grazing(Random& random, bool turned, std::uint32_t number) {
  const auto below = [&](float limit) { return limit * static_cast<float>(random.below(1000)) / 1000; };
  Grazing pair = {{{{0.2f + below(0.6f), 0.3f, -1}, {-below(0.3f), 0.3f, -below(0.1f)}, {-1, 0.3f, -1}}},
                  make_triangle_record({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, number)};
  // Not those of the unit frame, which would all be beyond one side of the other triangle.
  pair.grazed.corners = {{{3, 1, -0.5f}, {-3, 1, -0.5f}, {0, -5, 1}}};
  pair.grazed.bound.fill(0.1f * 0x1p21f);
  for (std::size_t c = 0; c < 3 && turned; ++c) {
    std::swap(pair.edge[c].x, pair.edge[c].y);
    std::swap(pair.grazed.corners[c].x, pair.grazed.corners[c].y);
  }
  return pair;
}

inline std::uint32_t hostile_word(Random& random) {
  static const std::uint32_t corners[] = {0,          0x80000000, 1,          0x80000001, 0x007fffff,
                                          0x00800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
                                          0x7fc00000, 0xffc00000, 0x7f800001, 0x3f800000, 0xbf800000,
                                          0x5d800000, 0x2b800000, 0x07800000};
  if (random.below(2) == 0) return corners[random.below(18)];
  return static_cast<std::uint32_t>(random.below(1 << 16)) << 16 |
         static_cast<std::uint32_t>(random.below(1 << 16));
}

// What a record must have for the traffic's errors to count.
inline void adapt(Random& random, const TriangleTraffic& traffic, TriangleWords& record) {
  constexpr std::size_t kToUnit = 9, kNumber = 21, kBounds = 22, kEnd = 25;
  const auto scale = [&](std::size_t word, int exponent) {
    record[word] = bits_of(std::ldexp(float_of(record[word]), exponent));
  };
  for (std::size_t word = 0; word < kToUnit && traffic.corner_exponent != 0; ++word)
    scale(word, traffic.corner_exponent);
  for (std::size_t word = kToUnit; word < kEnd; ++word) {
    if (word == kNumber) continue;
    const bool linear = word < kNumber && (word - kToUnit) % 4 != 3;
    const int exponent = traffic.unit_exponent - (linear ? traffic.corner_exponent : 0);
    if (exponent != 0) scale(word, exponent);
  }
  if (!traffic.loose_bounds || random.below(2) == 0) return;
  for (std::size_t word = kBounds; word < kEnd; ++word)
    record[word] = bits_of(std::ldexp(1 + static_cast<float>(random.below(1000)) / 1000, random.below(22)));
}

inline void fill_records(Random& random, const TriangleTraffic& traffic,
                         std::map<std::uint32_t, TriangleWords>& records) {
  std::vector<std::array<Vec3f, 3>> tumbled;
  const bool turned = traffic.grazing && random.below(2) == 0;
  for (std::uint32_t n = 0; n < static_cast<std::uint32_t>(traffic.triangles); ++n) {
    tumbled.push_back(random_triangle(random, traffic.extent, 1));
    std::array<Vec3f, 3> corners = random_triangle(random, traffic.extent, 1);
    if (traffic.near_contact) {
      corners = near_contact(
          random, tumbled[static_cast<std::size_t>(random.below(static_cast<int>(tumbled.size())))]);
    }
    TriangleRecord aligned = make_triangle_record(corners, 1000 + n);
    if (traffic.grazing) {
      const Grazing pair = grazing(random, turned, 1000 + n);
      tumbled.back() = pair.edge;
      aligned = pair.grazed;
    }
    records[kTumbledSide + n * kTriangleBytes] = encode_triangle(make_triangle_record(tumbled.back(), n));
    // Some share a line of the cache with others.
    const std::uint32_t line = random.below(4) == 0 ? 128 * (1 + n) : n;
    records[kAlignedSide + line * kTriangleBytes] = encode_triangle(aligned);
  }
  for (auto& record : records) adapt(random, traffic, record.second);
  if (!traffic.hostile) return;
  for (auto& record : records) {
    if (random.below(3) != 0) continue;
    for (std::uint32_t& word : record.second) {
      if (random.below(6) == 0) word = hostile_word(random);
    }
  }
}

inline LeafTests random_message(Random& random, const std::vector<std::uint32_t>& tumbled,
                                const std::vector<std::uint32_t>& aligned, bool first_witness) {
  const auto any = [&](const std::vector<std::uint32_t>& from) {
    return from[static_cast<std::size_t>(random.below(static_cast<int>(from.size())))];
  };
  LeafTests message;
  message.bits = static_cast<std::uint32_t>(random.below(16));
  message.tumbled = {any(tumbled), any(tumbled)};
  message.aligned = {any(aligned), any(aligned)};
  message.first_witness = first_witness;
  if (random.below(20) == 0) message.kind = LeafTests::Kind::unfinished;
  if (random.below(40) == 0) message.aligned[0] = message.tumbled[0];  // an object against itself
  return message;
}

inline std::string in_words(const TriangleUnit::Statistics& s) {
  return fmt::format(
      "tests {} hits {} misses {} uncertain {} ({} {} {} {}) aligned {} {} {} tumbled {} {} {}", s.tests,
      s.hits, s.misses, s.uncertain, s.uncertain_causes[0], s.uncertain_causes[1], s.uncertain_causes[2],
      s.uncertain_causes[3], s.aligned_hits, s.aligned_misses, s.aligned_conflicts, s.tumbled_hits,
      s.tumbled_misses, s.tumbled_conflicts);
}

inline UnitRun run_triangle_unit(const ChipConfig& config, const UnitKinds& units, std::uint64_t seed,
                                 const TriangleTraffic& traffic) {
  SimulationScope scope;
  Channel<LeafTests> leaf_tests("stack_engine.leaf_tests", traffic.test_slots);
  Channel<TriangleData> data("memory_controller.triangle_data", 16);
  Channel<MatrixWrite> matrix("pci_interface.frame_writes", 16);
  Channel<ReadRequest> requests("triangle_unit.requests", traffic.request_slots);
  Channel<Finding> findings("triangle_unit.findings", traffic.finding_slots);
  Channel<StopRequest> stop("triangle_unit.stop", 1);
  const auto unit = made<TriangleUnit>(units, "triangle_unit", config,
                                       {{"leaf_tests", &leaf_tests},
                                        {"triangle_data", &data},
                                        {"frame", &matrix},
                                        {"requests", &requests},
                                        {"findings", &findings},
                                        {"stop", &stop}});
  Source<LeafTests> tests("tests", config, leaf_tests);
  Source<MatrixWrite> host("host", config, matrix);
  StallingMemory memory("memory", config, requests, data, seed + 1, traffic);
  StallingSink<Finding> fifo("fifo", config, findings, seed + 2, traffic.finding_stalls,
                             traffic.longest_stall);
  StallingSink<StopRequest> stopped("stopped", config, stop, seed + 3, 0, 0);
  Listener<Cycle> issues;
  unit->issues.bind(issues);
  unit->records.bind(memory.debug);
  EventLog log;
  log.watch(leaf_tests, "triangle_unit");
  log.watch(data, "triangle_unit");
  log.watch(requests, "memory_controller");
  log.watch(findings, "pointer_fifo");
  log.watch(stop, "stack_engine");

  UnitRun run;
  Random random(seed);
  Cycle begin = 0;
  for (int query = 0; query < traffic.queries; ++query) {
    memory.records.clear();
    fill_records(random, traffic, memory.records);
    std::vector<std::uint32_t> tumbled, aligned;
    for (const auto& record : memory.records)
      (record.first < kAlignedSide ? tumbled : aligned).push_back(record.first);
    if (query == 0 || random.below(2) == 0) {
      FrameMatrices frames = make_frame_matrices(
          traffic.near_contact || traffic.grazing ? Pose{} : random_pose(random, 0.1), TumbledSide::b);
      std::vector<std::uint32_t> words = frame_words(frames);
      if (!traffic.frame_bounds) std::fill(words.begin() + 24, words.end(), 0);
      for (const MatrixWrite& burst : bursts_of(words)) host.add(begin, burst);
      if (traffic.reset_after_frames > 0) {
        sc_core::sc_start(cycles(traffic.reset_after_frames));
        unit->reset();
      }
    }
    unit->begin_query(begin);
    const bool first_witness = random.below(8) < traffic.often_first_witness;
    Cycle at = begin + 80;
    for (int m = 0; m < traffic.messages; ++m) {
      tests.add(at, random_message(random, tumbled, aligned, first_witness));
      if (random.below(8) < traffic.often_gaps)
        at += static_cast<Cycle>(random.below(1 + traffic.longest_gap));
    }
    LeafTests end;
    end.kind = LeafTests::Kind::end;
    if (random.below(10) == 0) end.error = {ReadError::Kind::refused, 0x1234};
    tests.add(at, end);
    sc_core::sc_start(cycles(4000 + static_cast<Cycle>(traffic.messages) * 1000));

    std::vector<ChannelEvents> events = log.take(0);
    const Cycle last = last_cycle(events) + 1;
    run.cycles += last - begin;
    for (ChannelEvents& channel : events) {
      channel.name += fmt::format(" of query {}", query);
      run.events.push_back(std::move(channel));
    }
    run.accounts.push_back(in_words(unit->cycles(last)));
    run.accounts.push_back(in_words(unit->statistics()));
    run.transactions += unit->statistics().tests;
    EXPECT_TRUE(leaf_tests.empty() && findings.empty()) << "seed " << seed << ": something is left over";
    unit->reset();
    leaf_tests.reset(), data.reset(), requests.reset(), findings.reset(), stop.reset();
    log.take(0);
    begin += 4000 + static_cast<Cycle>(traffic.messages) * 1000;
  }
  std::string all_issues = "issues:";
  for (const Cycle issue : issues.items) all_issues += fmt::format(" {}", issue);
  run.accounts.push_back(all_issues);
  return run;
}

}  // namespace collisionchip::testing_support

// The Refit Unit alone, cycle by cycle. docs/deformable.md has these numbers.
#include "collisionchip/tlm/units/refit_unit/refit_unit.h"

#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/reference/tree/refit.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using Kind = RefitRequest::Kind;

constexpr Cycle kLatency = 10;  // from a request to its data

// Answers from an image, and writes into it.
class MemoryOfWords : public Unit {
 public:
  MemoryOfWords(const ChipConfig& config, MemoryImage& image, Channel<RefitRequest>& requests,
                Channel<RefitData>& data)
      : Unit("memory", Clock(config.chip.clock_period_ps)), image_(image), requests_(requests), data_(data) {
    requests_.bind_reader(*this);
    data_.bind_writer(*this);
    listen(requests_);
  }

  struct Asked {
    Cycle cycle;  // in which the unit asked
    Kind kind;
    std::uint32_t address;
    friend bool operator==(const Asked& x, const Asked& y) {
      return x.cycle == y.cycle && x.kind == y.kind && x.address == y.address;
    }
  };
  std::vector<Asked> asked;
  std::uint32_t refused = ~std::uint32_t{0};  // an address without data
  Cycle opens = 0;

 private:
  Cycle step(Cycle now) override {
    if (now < opens) return opens;
    while (const RefitRequest* const request = requests_.front(now)) {
      asked.push_back({requests_.front_visible() - 1, request->kind, request->address});
      answer(now, *request);
      requests_.pop(now);
    }
    return kNever;
  }
  void answer(Cycle now, const RefitRequest& request) {
    std::uint32_t* const words = image_.words.data() + (request.address - image_.base) / 4;
    const std::size_t count = request.kind == Kind::read_triangle ? kTriangleBytes / 4 : kMostPairWords;
    if (request.kind == Kind::write_pair) {
      std::copy(request.words.begin(), request.words.end(), words);
      return;
    }
    RefitData data{request.address, {}, {}};
    if (request.address == refused) {
      data.error = {ReadError::Kind::refused, request.address};
    } else {
      std::copy_n(words, count, data.words.begin());
    }
    data_.put(now, data, kLatency - 2);
  }
  void reset_state() override {}

  MemoryImage& image_;
  Channel<RefitRequest>& requests_;
  Channel<RefitData>& data_;
};

struct RefitBench {
  SimulationScope scope;
  ChipConfig config;
  Mesh mesh;
  CollisionObject object, deformed;
  MemoryImage image;
  Channel<RefitCommand> commands{"commands", 1};
  Channel<StartCommand> start{"start", 1}, started{"started", 1};
  Channel<RefitRequest> requests{"requests", 4};
  Channel<RefitData> data{"data", 256};
  RefitUnit unit;
  MemoryOfWords memory;
  Source<RefitCommand> host;
  Source<StartCommand> starts;
  Sink<StartCommand> engine;

  static ChipConfig machine(std::uint32_t directions) {
    ChipConfig config;
    config.refit_unit.directions = directions;
    return config;
  }

  // Records of the new shape, and nodes of the one before.
  explicit RefitBench(const Mesh& shape, const ChipConfig& c = machine(4))
      : config(c),
        mesh(shape),
        object(CollisionObject::build(shape, {})),
        deformed(refit(object, swollen(shape))),
        image(make_memory_image(kDop128, deformed, 4096)),
        unit("refit_unit", params_of<RefitUnitParams>(config),
             RefitUnit::Ports{commands, start, started, requests, data}),
        memory(config, image, requests, data),
        host("host", config, commands),
        starts("starts", config, start),
        engine("engine", config, started) {
    const MemoryImage before = make_memory_image(kDop128, object, 4096);
    std::copy_n(before.words.begin(), before.triangles_at / 4, image.words.begin());
  }

  static Mesh swollen(Mesh shape) {
    for (Vec3f& vertex : shape.vertices) vertex.y *= 1.5f + vertex.x;
    return shape;
  }
  std::uint32_t pair(std::uint32_t number) const { return image.base + 256 * number; }
  std::uint32_t record(std::uint32_t number) const { return image.base + image.triangles_at + 128 * number; }
  std::uint32_t pairs() const { return deformed.tree.pair_count(); }

  void run(bool refits = true) {
    const PairPointer root{image.root_pair, image.root_mask};
    if (refits) host.add(0, {root, pairs()});
    starts.add(5, {root, root, false});
    sc_core::sc_start(cycles(40000));
  }
  Cycle passed_at() const {
    EXPECT_EQ(engine.taken().size(), 1u);
    return engine.taken().empty() ? 0 : engine.taken_at().front() - 1;
  }
};

Mesh triangles(std::uint32_t count) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    for (const Vec3f& corner : {Vec3f{x, 0, 0}, Vec3f{x + 0.5f, 0, 1}, Vec3f{x, 1, 0.25f}})
      mesh.vertices.push_back(corner);
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

TEST(RefitUnit, AStartWithoutACommandGoesOnAtOnce) {
  RefitBench bench(triangles(2));
  bench.run(false);
  EXPECT_EQ(bench.passed_at(), 6u);
  EXPECT_TRUE(bench.memory.asked.empty());
  EXPECT_EQ(bench.unit.statistics().cycles, 0u);
}

// The start is visible in cycle 6. Twelve directions, four in a cycle: three cycles for a leaf and for what encloses both.
TEST(RefitUnit, APairOfLeavesIsRefittedCycleByCycle) {
  RefitBench bench(triangles(2));
  bench.run();
  const std::uint32_t left = bench.object.tree.node(0, 0).triangle, right = 1 - left;
  const std::vector<MemoryOfWords::Asked> expected = {{6, Kind::read_pair, bench.pair(0)},
                                                      {16, Kind::read_triangle, bench.record(left)},
                                                      {17, Kind::read_triangle, bench.record(right)},
                                                      {35, Kind::write_pair, bench.pair(0)}};
  EXPECT_EQ(bench.memory.asked, expected);  // leaves 26 to 28 and 29 to 31, both 32 to 34
  EXPECT_EQ(bench.passed_at(), 35u);
  EXPECT_EQ(bench.unit.statistics().cycles, 29u);
  EXPECT_EQ(bench.image.words, make_memory_image(kDop128, bench.deformed, 4096).words);
}

TEST(RefitUnit, ATreeOfOneTriangleHasOneMember) {
  RefitBench bench(triangles(1), RefitBench::machine(5));  // three cycles, too: the last directions are two
  bench.run();
  EXPECT_EQ(bench.unit.statistics().triangles, 1u);
  EXPECT_EQ(bench.passed_at(), 16 + 10 + 3 + 3u);
  EXPECT_EQ(bench.image.words, make_memory_image(kDop128, bench.deformed, 4096).words);
}

// A pair above two pairs of leaves: its members take one cycle each.
TEST(RefitUnit, InnerMembersComeFromTheStack) {
  RefitBench bench(triangles(4));
  ASSERT_FALSE(bench.object.tree.node(0, 0).is_leaf());
  ASSERT_FALSE(bench.object.tree.node(0, 1).is_leaf());
  bench.run();
  const auto& asked = bench.memory.asked;
  ASSERT_EQ(asked.size(), 3 + 4 + 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(asked[i].cycle, 6 + i);
    EXPECT_EQ(asked[i].address, bench.pair(static_cast<std::uint32_t>(2 - i)))
        << "from the last to the first";
  }
  // Pairs of leaves 26 to 34 and 35 to 43, the root's members 44 and 45, both 46 to 48: from 46 on there is no pair to wait for.
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(asked[7 + i].kind, Kind::write_pair);
    EXPECT_EQ(asked[7 + i].address, bench.pair(static_cast<std::uint32_t>(2 - i)));
  }
  EXPECT_EQ(asked[7].cycle, 46u);
  EXPECT_EQ(asked[8].cycle, 47u);
  EXPECT_EQ(asked[9].cycle, 49u);
  EXPECT_EQ(bench.passed_at(), 49u);
  EXPECT_EQ(bench.unit.statistics().most_stacked, 2u);
  EXPECT_EQ(bench.image.words, make_memory_image(kDop128, bench.deformed, 4096).words);
}

TEST(RefitUnit, WritesGoOutTogetherAndPairsAreAskedForAhead) {
  for (const std::uint32_t together : {1u, 3u, 8u}) {
    ChipConfig config = RefitBench::machine(13);
    config.refit_unit.writes_together = together;
    config.refit_unit.pairs_ahead = 4;
    RefitBench bench(torus(8, 6), config);
    bench.run();
    std::size_t read = 0, written = 0, in_a_row = 0;
    for (const MemoryOfWords::Asked& asked : bench.memory.asked) {
      if (asked.kind == Kind::read_pair) ++read;
      EXPECT_LE(read, written + 4 + together + 1);
      if (asked.kind == Kind::write_pair) {
        ++written;
        ++in_a_row;
        continue;
      }
      EXPECT_TRUE(in_a_row == 0 || in_a_row >= together) << in_a_row;
      in_a_row = 0;
    }
    EXPECT_EQ(written, bench.pairs());
    EXPECT_EQ(bench.image.words, make_memory_image(kDop128, bench.deformed, 4096).words) << together;
  }
}

TEST(RefitUnit, WaitsForAMemoryControllerThatTakesNothing) {
  RefitBench bench(triangles(2));
  bench.memory.opens = 1000;
  bench.run();
  EXPECT_EQ(bench.unit.statistics().cycles, 1000 - 7 + 29u);
  EXPECT_EQ(bench.image.words, make_memory_image(kDop128, bench.deformed, 4096).words);
}

// Nothing is written behind an error, and the start goes on: the query's own reads come to the same error.
TEST(RefitUnit, AnErrorEndsItAndTheStartGoesOn) {
  for (const bool record : {false, true}) {
    RefitBench bench(torus(8, 6));
    bench.memory.refused = record ? bench.record(7) : bench.pair(3);
    bench.run();
    EXPECT_LT(bench.passed_at(), 40000u);
    const auto writes = [&] {
      return std::count_if(bench.memory.asked.begin(), bench.memory.asked.end(),
                           [](const MemoryOfWords::Asked& asked) { return asked.kind == Kind::write_pair; });
    };
    EXPECT_LT(writes(), bench.pairs());
  }
}

TEST(RefitUnit, ItsAccountClosesAndNamesWhatItWaitsFor) {
  RefitBench bench(triangles(2));
  bench.unit.begin_query(6);
  bench.run();
  const UnitCycles account = bench.unit.cycles(40);
  EXPECT_EQ(account.total(), 34u);
  ASSERT_EQ(account.stalls.size(), 2u);
  EXPECT_EQ(account.stalls[0].first, "sdram");
  EXPECT_EQ(account.stalls[0].second, 9 + 8u) << "for the pair, and for the first record";
  EXPECT_EQ(account.stalls[1].second, 0u);
  EXPECT_EQ(account.busy, 29 - 17u);
}

TEST(RefitUnit, AResetForgetsTheTree) {
  RefitBench bench(torus(8, 6));
  const PairPointer root{bench.image.root_pair, bench.image.root_mask};
  bench.host.add(0, {root, bench.pairs()});
  bench.starts.add(5, {root, root, false});
  sc_core::sc_start(cycles(60));
  bench.unit.reset();
  bench.requests.reset();
  bench.data.reset();
  bench.start.reset();
  const std::size_t asked = bench.memory.asked.size();
  bench.starts.add(100, {root, root, false});
  sc_core::sc_start(cycles(200));
  EXPECT_EQ(bench.engine.taken_at(), (std::vector<Cycle>{102}));
  EXPECT_EQ(bench.memory.asked.size(), asked);
}

}  // namespace
}  // namespace collisionchip

// The Contact Unit alone and with the Small Triangle Unit, cycle by cycle. docs/group_machine.md has these numbers.
#include "collisionchip/tlm/units/contact_unit/contact_unit.h"

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/groups/integer_map.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/testbench/tests/tlm/group_bench.h"

namespace collisionchip {
namespace {

using namespace testing_support;

using Cycles = std::vector<Cycle>;
using Words = std::array<std::uint32_t, 9>;

Words words_of(const std::array<float, 9>& numbers) {
  Words words;
  for (std::size_t i = 0; i < 9; ++i) words[i] = bits_of(numbers[i]);
  return words;
}

const Words kFace = words_of({0, 0, 0, 4, 0, 0, 0, 4, 0});  // in the plane z = 0

// A triangle of B lies above A's face, shares a corner with it, has a corner on it, lies next to it in its plane, or is too
// far away.
enum class Place { above, corner, touching, beside, far_beyond_the_window };
Words of_b(Place kind) {
  switch (kind) {
    case Place::above:
      return words_of({0, 0, 1, 1, 0, 1, 0, 1, 2});
    case Place::corner:
      return words_of({5, 5, 5, 4, 0, 0, 7, 7, 9});
    case Place::touching:
      return words_of({1, 1, 0, 1, 2, 1, 2, 2, 1});
    case Place::beside:
      return words_of({5, 5, 0, 6, 5, 0, 5, 6, 0});
    default:
      return words_of({0x1p100f, 0, 0, 0x1p-100f, 0, 0, 0, 0, 0});
  }
}
ContactTest test_of(Place kind, std::uint32_t place, std::uint32_t triangle_b, std::uint32_t query = 0) {
  return {query, place, triangle_b, kFace, of_b(kind)};
}

ChipConfig contact_machine(std::uint32_t multipliers = 8) {
  ChipConfig config = group_machine();
  config.contact_unit.multipliers = multipliers;
  return config;
}

MatrixWrite pose_write(std::uint32_t query, const Pose& pose) {
  const PoseWords words = pose_words(pose);
  MatrixWrite write;
  write.first_word = query * group_words::kQueryWords;
  write.count = static_cast<std::uint32_t>(words.size());
  std::copy(words.begin(), words.end(), write.words.begin());
  return write;
}

struct ContactBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<ContactTest> tests{"tests", 64};
  Channel<MatrixWrite> registers{"registers", 16};
  Channel<ContactVerdict> verdicts{"verdicts", 2};
  ContactUnit unit;
  Source<ContactTest> pairs;
  Source<MatrixWrite> poses;
  Sink<ContactVerdict> decided;
  PutCycles<ContactVerdict> puts{verdicts};

  // No verdict is taken before the cycle `opens`.
  explicit ContactBench(const ChipConfig& c, Cycle opens = 0)
      : config(c),
        unit("contact_unit", params_of<ContactUnitParams>(config),
             ContactUnit::Ports{tests, registers, verdicts}),
        pairs("pairs", config, tests),
        poses("poses", config, registers),
        decided("decided", config, verdicts, 1, opens) {
    poses.add(0, pose_write(0, {}));
  }
  std::vector<std::uint32_t> places() const {
    std::vector<std::uint32_t> all;
    for (const auto& taken : decided.taken()) all.push_back(taken.item.place);
    return all;
  }
};

TEST(ContactUnit, MovesThenMultipliesStepByStep) {
  ContactBench bench(contact_machine());
  bench.pairs.add(9, test_of(Place::above, 3, 7));  // seen in 10
  sc_core::sc_start();
  // 27 products in [10, 14), known in 25; 24 in [25, 28), known in 39.
  EXPECT_EQ(bench.puts, Cycles{39});
  ASSERT_EQ(bench.decided.taken().size(), 1u);
  EXPECT_EQ(bench.decided.taken()[0].item.place, 3u);
  EXPECT_EQ(bench.decided.taken()[0].item.verdict, Verdict::miss);
  EXPECT_EQ(bench.unit.statistics().products, 51u);
  EXPECT_EQ(bench.unit.statistics().one_limb, 1u);
  EXPECT_EQ(bench.unit.cycles(50).busy, 4u + 3u + 1u) << "two steps and the verdict";
  EXPECT_EQ(bench.unit.cycles(50).total(), 50u);
}

TEST(ContactUnit, EachKindTakesItsOwnSteps) {
  const struct {
    Place kind;
    Verdict verdict;
    Cycle out;
    std::uint64_t products;
  } all[] = {{Place::corner, Verdict::hit, 25, 27},
             {Place::touching, Verdict::hit, 39 + 7 + 12, 27 + 24 + 60},     // 60 products in [39, 47)
             {Place::beside, Verdict::miss, 25 + 12 + 2 + 12, 27 + 8 + 18},  // 8 in [25, 26), 18 in [37, 40)
             {Place::far_beyond_the_window, Verdict::uncertain, 25, 27}};
  for (const auto& one : all) {
    ContactBench bench(contact_machine());
    bench.pairs.add(9, test_of(one.kind, 0, 7));
    sc_core::sc_start();
    EXPECT_EQ(bench.puts, Cycles{one.out});
    ASSERT_EQ(bench.decided.taken().size(), 1u);
    EXPECT_EQ(bench.decided.taken()[0].item.verdict, one.verdict);
    EXPECT_EQ(bench.unit.statistics().products, one.products);
    EXPECT_EQ(bench.unit.statistics().corners, one.kind == Place::corner ? 1u : 0u);
  }
}

// The second pair has B's triangle of the first: nothing is moved, and it is decided first.
TEST(ContactUnit, AMovedTriangleIsKeptAndStepsGoInTheOrderInWhichTheyAreReady) {
  ContactBench bench(contact_machine());
  for (std::uint32_t place = 0; place < 2; ++place) bench.pairs.add(9, test_of(Place::above, place, 7));
  sc_core::sc_start();
  // Taken in 11, known in 23, 24 products in [23, 26), known in 37. The first pair's 24 products follow without a gap, the last
  // one in 28: known in 40.
  EXPECT_EQ(bench.puts, (Cycles{37, 40}));
  EXPECT_EQ(bench.places(), (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(bench.unit.statistics().moved, 1u);
}

TEST(ContactUnit, AnotherQueryOrTriangleIsMovedAgain) {
  ChipConfig config = contact_machine();
  config.group_engine.queries = 2;
  ContactBench bench(config);
  Pose up;
  up.t.z = -1;
  bench.poses.add(0, pose_write(1, up));
  for (std::uint32_t place = 0; place < 4; ++place)
    bench.pairs.add(9, test_of(Place::above, place, place < 3 ? 7 : 8, place == 1 ? 1 : 0));
  sc_core::sc_start();
  EXPECT_EQ(bench.unit.statistics().moved, 4u);
  EXPECT_EQ(bench.unit.statistics().hits, 1u) << "query 1 has a pose of its own";
  EXPECT_EQ(bench.unit.statistics().misses, 3u);
}

// If several steps are ready in one cycle, that of the older pair is first.
TEST(ContactUnit, OfSeveralReadyStepsTheOldestPairsIsFirst) {
  ChipConfig config = contact_machine(27);  // a triangle in a cycle
  config.contact_unit.stages = 1;
  ContactBench bench(config);
  for (std::uint32_t place = 0; place < 2; ++place)
    bench.pairs.add(9, test_of(Place::touching, place, place));
  sc_core::sc_start();
  // Moved in 10 and 11. First pair: 24 products in 11 behind the 27 of its own: before those of the second pair's move.
  // Positions 297 to 320, 321 to 347 (12), 60 from 324: 348 to 407 (15); second pair: 24 from 351: 408 to 431 (15), 60: 432 to 491 (18).
  EXPECT_EQ(bench.puts, (Cycles{16, 19}));
}

TEST(ContactUnit, APlaceIsFreeWithItsVerdict) {
  ChipConfig config = contact_machine();
  config.contact_unit.queue_depth = 1;
  ContactBench bench(config);
  for (std::uint32_t place = 0; place < 3; ++place) bench.pairs.add(9, test_of(Place::corner, place, 7));
  sc_core::sc_start();
  EXPECT_EQ(bench.puts, (Cycles{25, 37, 49})) << "taken in 10, 25 and 37, the last two without a move";
}

TEST(ContactUnit, VerdictsLeaveOneInACycleAndWaitForRoom) {
  ContactBench bench(contact_machine(256), 100);
  for (std::uint32_t place = 0; place < 5; ++place) bench.pairs.add(9, test_of(Place::corner, place, place));
  sc_core::sc_start();
  // Known in 22 to 26; the channel has two places, free again in 101, 102 and 103.
  EXPECT_EQ(bench.puts, (Cycles{22, 23, 101, 102, 103}));
  EXPECT_EQ(bench.places(), (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
  EXPECT_GT(bench.unit.cycles(104).stalls.at(0).second, 70u) << "small_triangle_unit";
}

TEST(ContactUnit, AResetForgetsPairsAndWhatWasMoved) {
  ContactBench bench(contact_machine());
  bench.pairs.add(9, test_of(Place::above, 0, 7));
  sc_core::sc_start(cycles(30));
  bench.unit.reset();
  bench.tests.reset();
  bench.pairs.reset();
  bench.pairs.add(49, test_of(Place::corner, 1, 7));  // seen in 50
  sc_core::sc_start();
  EXPECT_EQ(bench.puts, Cycles{65}) << "moved again, by multipliers that have nothing else to do";
  EXPECT_EQ(bench.places(), std::vector<std::uint32_t>{1});
}

// --- With the Small Triangle Unit ---

// The Small Triangle Unit before a Contact Unit that the test plays.
struct AskingBench {
  SimulationScope scope;
  ChipConfig config;
  Channel<TriangleTest> tests{"tests", 256};
  Channel<QueryOrder> orders{"orders", 2};
  Channel<MatrixWrite> registers{"registers", 16}, contact_registers{"contact_registers", 16};
  Channel<Finding> findings{"findings", 16};
  Channel<QueryStop> stop{"stop", 1};
  Channel<ContactTest> contacts{"contacts", 2};
  Channel<ContactVerdict> verdicts{"contact_verdicts", 2};
  SmallTriangleUnit unit;
  Source<TriangleTest> pairs;
  Source<QueryOrder> engine;
  Source<MatrixWrite> host;
  Source<ContactVerdict> answers;
  Sink<Finding> found;
  Sink<QueryStop> stopped;
  Sink<ContactTest> asked;
  Sink<MatrixWrite> poses;
  PutCycles<Finding> found_puts{findings};
  PutCycles<ContactTest> asked_puts{contacts};

  // The Contact Unit takes nothing before the cycle `opens`.
  explicit AskingBench(const ChipConfig& c, Cycle opens = 0, bool first_witness = false)
      : config(c),
        unit("small_triangle_unit", params_of<SmallTriangleUnitParams>(config),
             SmallTriangleUnit::Ports{tests, orders, registers, findings, stop, &contact_registers, &contacts,
                                      &verdicts}),
        pairs("pairs", config, tests),
        engine("engine", config, orders),
        host("host", config, registers),
        answers("answers", config, verdicts),
        found("found", config, findings),
        stopped("stopped", config, stop),
        asked("asked", config, contacts, 1, opens),
        poses("poses", config, contact_registers) {
    QueryOrder begin;
    begin.first_witness = first_witness;
    engine.add(0, begin);
  }
  // Undecided unless `decided`, in which case it is a hit.
  void add(std::uint32_t number, bool decided = false) {
    TriangleTest pair = small_pair_of(number, true);
    pair.bounded = decided;
    pair.tumbled_corners = of_b(Place::above);
    pair.aligned_corners = kFace;
    pairs.add(9, pair);  // the first is seen in 10
  }
  std::vector<std::uint32_t> named() const {
    std::vector<std::uint32_t> all;
    for (const auto& taken : found.taken()) all.push_back(taken.item.tumbled);
    return all;
  }
};

TEST(SmallTriangleUnitWithContact, AsksInTheCycleOfTheVerdictAndKeepsTheOrder) {
  AskingBench bench(contact_machine());
  bench.add(0);
  bench.add(1, true);
  bench.add(2);
  bench.answers.add(39, {2, Verdict::hit});  // seen in 40
  bench.answers.add(59, {0, Verdict::hit});  // seen in 60
  sc_core::sc_start();
  EXPECT_EQ(bench.asked_puts, (Cycles{22, 24}));
  EXPECT_EQ(bench.asked.taken()[0].item.place, 0u);
  EXPECT_EQ(bench.asked.taken()[1].item.place, 2u);
  EXPECT_EQ(bench.found_puts, (Cycles{60, 61, 62})) << "behind the first pair's verdict";
  EXPECT_EQ(bench.named(), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(bench.unit.statistics().contacts, 2u);
  EXPECT_EQ(bench.unit.statistics().hits, 3u);
  EXPECT_EQ(bench.unit.statistics().uncertain, 0u);
  EXPECT_EQ(bench.unit.cycles(70).stalls.at(1).second, 1u + 15u + 19u)
      << "contact_unit, in 23, [25, 40) and [41, 60)";
}

TEST(SmallTriangleUnitWithContact, WhatItLeavesGoesToTheHost) {
  AskingBench bench(contact_machine());
  bench.add(0);
  bench.add(1);
  bench.answers.add(39, {0, Verdict::uncertain});
  bench.answers.add(40, {1, Verdict::miss});
  bench.engine.add(9, end_of(2));
  sc_core::sc_start();
  EXPECT_EQ(bench.found_puts, (Cycles{40, 42})) << "the end is behind a miss in 41";
  EXPECT_EQ(bench.found.taken()[0].item.kind, Finding::Kind::uncertain);
  EXPECT_EQ(bench.unit.statistics().misses, 1u);
}

TEST(SmallTriangleUnitWithContact, WaitsForRoomOrLeavesItToTheHost) {
  for (const ContactOverflow overflow : {ContactOverflow::wait, ContactOverflow::host}) {
    ChipConfig config = contact_machine();
    config.contact_unit.overflow = overflow;
    AskingBench bench(config, 100);
    for (std::uint32_t n = 0; n < 4; ++n) bench.add(n);
    for (std::uint32_t n = 0; n < 2; ++n) bench.answers.add(49 + n, {n, Verdict::miss});
    sc_core::sc_start(cycles(200));
    const bool waits = overflow == ContactOverflow::wait;
    EXPECT_EQ(bench.asked_puts, waits ? (Cycles{22, 23, 101, 102}) : (Cycles{22, 23}));
    EXPECT_EQ(bench.unit.statistics().contact_overflows, waits ? 0u : 2u);
    EXPECT_EQ(bench.unit.overflows_of(0), waits ? 0u : 2u);
    EXPECT_EQ(bench.found_puts, waits ? Cycles{} : (Cycles{52, 53}))
        << "uncertain, behind the misses in 50 and 51";
  }
}

// A place stands for a result even when all of them have been used once.
TEST(SmallTriangleUnitWithContact, PlacesGoRound) {
  AskingBench bench(contact_machine());
  for (std::uint32_t n = 0; n < 200; ++n) bench.add(n, n < 198);
  bench.answers.add(239, {198 % 128, Verdict::miss});
  bench.answers.add(240, {199 % 128, Verdict::hit});
  sc_core::sc_start();
  ASSERT_EQ(bench.asked.taken().size(), 2u);
  EXPECT_EQ(bench.asked.taken()[1].item.place, 199u % 128u);
  EXPECT_EQ(bench.named().back(), 199u);
  EXPECT_EQ(bench.named().size(), 199u);
}

// B is the aligned object if A is tumbled; the pose goes on to the Contact Unit.
TEST(SmallTriangleUnitWithContact, SaysWhichTriangleIsOfB) {
  Random random(3);
  const Pose pose = random_pose(random, 1);
  for (const TumbledSide side : {TumbledSide::a, TumbledSide::b}) {
    AskingBench bench(contact_machine());
    const std::vector<std::uint32_t> words = group_words::encode_contact(side, pose_words(pose));
    MatrixWrite write;
    write.first_word = group_words::kSideWord;
    write.count = static_cast<std::uint32_t>(words.size());
    std::copy(words.begin(), words.end(), write.words.begin());
    bench.host.add(1, write);
    bench.add(5);
    bench.answers.add(39, {0, Verdict::miss});
    sc_core::sc_start();
    ASSERT_EQ(bench.poses.taken().size(), 1u);
    EXPECT_EQ(bench.poses.taken()[0].item.first_word, 0u);
    EXPECT_EQ(bench.poses.taken()[0].item.count, 12u);
    EXPECT_EQ(bench.poses.taken()[0].item.words[0], bits_of(pose.r[0][0]));
    EXPECT_EQ(bench.poses.taken()[0].item.words[11], bits_of(pose.t.z));
    const ContactTest& test = bench.asked.taken()[0].item;
    EXPECT_EQ(test.a, side == TumbledSide::a ? of_b(Place::above) : kFace);
    EXPECT_EQ(test.b, side == TumbledSide::a ? kFace : of_b(Place::above));
    EXPECT_EQ(test.triangle_b, 5u);
  }
}

// Behind a witness nothing is asked; what has been asked is waited for, and the end with it.
TEST(SmallTriangleUnitWithContact, AWitnessEndsTheAsking) {
  AskingBench bench(contact_machine(), 0, true);
  bench.add(0);
  bench.add(1);
  for (std::uint32_t n = 2; n < 40; ++n) bench.add(n);
  bench.answers.add(39, {0, Verdict::hit});  // seen in 40, in which the nineteenth is asked
  for (std::uint32_t n = 1; n < 19; ++n) bench.answers.add(60, {n, Verdict::miss});
  bench.engine.add(9, end_of(40));
  sc_core::sc_start();
  EXPECT_EQ(bench.named().front(), 0u);
  EXPECT_EQ(bench.found.taken().size(), 2u) << "the witness and the end";
  EXPECT_EQ(bench.unit.statistics().contacts, 19u) << "in [22, 41)";
  EXPECT_EQ(bench.unit.statistics().hits, 1u);
  EXPECT_GT(bench.found.taken_at().back(), 78u) << "eighteen verdicts from 61 on";
}

}  // namespace
}  // namespace collisionchip

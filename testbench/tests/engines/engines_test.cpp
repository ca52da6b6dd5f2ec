// Every engine, asked the same questions: what it finds, and what it says of itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/opencl/device_choice.h"
#include "collisionchip/testbench/run/judges.h"
#include "collisionchip/testbench/run/parity_judge.h"
#include "collisionchip/testbench/run/verify.h"

namespace collisionchip {
namespace {

struct Scene {
  CollisionObject a, b;
  std::vector<Pose> poses;
};

const Scene& scene() {
  static const Scene known = [] {
    RandomNumbers random(7);
    return Scene{CollisionObject::build(make_procedural_mesh("gear", 260)),
                 CollisionObject::build(make_procedural_mesh("torus-knot", 300)),
                 random_poses(random, 5, 0.4)};
  }();
  return known;
}

std::unique_ptr<Engine> prepared(const EngineKind& kind, ChipConfig config = {}) {
  kind.configure(config);
  std::unique_ptr<Engine> engine = kind.make({config});
  engine->prepare({scene().a, scene().b});
  return engine;
}

struct Engines : ::testing::TestWithParam<std::string> {
  const EngineKind& kind = *find_engine(GetParam());
  void SetUp() override {
    if (!kind.lacks.empty()) GTEST_SKIP() << "this program has no " << kind.lacks;
    if (kind.name == "opencl" && !opencl_device_present("any")) GTEST_SKIP() << "no device of OpenCL here";
  }
};

TEST_P(Engines, AgreeWithTheirJudges) {
  const Objects objects{scene().a, scene().b};
  for (const bool first_witness : {false, true}) {
    const std::unique_ptr<Engine> engine = prepared(kind);
    EngineJudge judge(kind, judge_of(kind), {}, objects, first_witness);
    std::size_t pairs = 0;
    EXPECT_TRUE(QueryLoop(*engine, first_witness, {&judge}).ask(scene().poses, [&](const auto& judged) {
      pairs += judged.answer.pairs.size();
      EXPECT_TRUE(std::is_sorted(judged.answer.pairs.begin(), judged.answer.pairs.end()));
    })) << judge.verdict().first_difference;
    EXPECT_EQ(judge.verdict().queries, scene().poses.size());
    EXPECT_EQ(judge.verdict().pairs, pairs);
    EXPECT_GT(pairs, 0u);
    if (first_witness) {
      EXPECT_LE(pairs, scene().poses.size());
    }
    EXPECT_EQ(judge.verdict().is_counted, !kind.can.exact);
  }
}

TEST_P(Engines, AreWhatTheySay) {
  const std::unique_ptr<Engine> engine = prepared(kind), reference = prepared(*find_engine("mirror"));
  const Pose& pose = scene().poses.front();
  const Answer answer = engine->query(pose, false), other = reference->query(pose, false);
  EXPECT_EQ(answer.chip.has_value(), kind.can.cycles);
  EXPECT_EQ(engine->chip() != nullptr, kind.can.cycles);
  EXPECT_EQ(answer.counters.triangle_tests > 0, kind.can.counts);
  EXPECT_EQ(answer.counters.lists == other.counters.lists && answer.counters.lists > 0, kind.can.in_order);
  std::vector<TrianglePair> both;
  std::set_intersection(answer.pairs.begin(), answer.pairs.end(), other.pairs.begin(), other.pairs.end(),
                        std::back_inserter(both));
  EXPECT_GE(both.size(), kind.can.exact ? other.pairs.size() : other.pairs.size() * 9 / 10);
  EXPECT_LE(answer.pairs.size(), kind.can.exact ? other.pairs.size() : other.pairs.size() * 11 / 10);
}

// A key that software looks at, too.
TEST_P(Engines, TakeTheTumbledSide) {
  ChipConfig config;
  config.query.tumbled_side = TumbledRule::a;
  const Answer ab = prepared(kind)->query(scene().poses[1], false),
               ba = prepared(kind, config)->query(scene().poses[1], false);
  EXPECT_EQ(ab.pairs, ba.pairs);
  if (kind.can.in_order) {
    EXPECT_NE(ab.counters.lists, ba.counters.lists);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Engines,
                         ::testing::ValuesIn(engine_names([](const EngineKind&) { return true; })),
                         [](const auto& test) { return test.param; });

TEST(EngineTable, NamesAndJudgesAreThere) {
  for (const EngineKind& kind : engine_kinds()) {
    EXPECT_EQ(find_engine(kind.name)->what, kind.what) << "a name stands once";
    ASSERT_NE(find_engine(kind.judge), nullptr) << kind.name;
    EXPECT_NE(kind.judge, kind.name);
    EXPECT_TRUE(judge_of(kind).can.exact) << kind.name;
  }
  EXPECT_EQ(find_engine("gpu"), nullptr);
}

// Leaves out the first pair of every answer.
class Forgetful : public Engine {
 public:
  void prepare(const Objects& objects) override { engine_->prepare(objects); }
  Answer query(const Pose& pose, bool first_witness) override {
    if (first_witness) throw std::runtime_error("forgotten");
    Answer answer = engine_->query(pose, first_witness);
    if (!answer.pairs.empty()) answer.pairs.erase(answer.pairs.begin());
    return answer;
  }

 private:
  std::unique_ptr<Engine> engine_ = find_engine("reference")->make({});
};

struct LoopTest : ::testing::Test {
  Objects objects{scene().a, scene().b};
  Forgetful engine;
  std::uint64_t taken = 0;
  std::function<void(const QueryLoop::Judged&)> take = [this](const auto&) { ++taken; };

  LoopTest() { engine.prepare(objects); }
};

TEST_F(LoopTest, StopsAtAWrongAnswerAndNobodyTakesIt) {
  EngineJudge judge(*find_engine("single_list"), *find_engine("reference"), {}, objects, false);
  EXPECT_FALSE(QueryLoop(engine, false, {&judge}).ask(scene().poses, take));
  EXPECT_EQ(taken, 0u);
  EXPECT_EQ(judge.verdict().queries, 1u);
  EXPECT_TRUE(judge.verdict().is_wrong());
  EXPECT_EQ(judge.verdict().first_difference.rfind("pose 0: entry 0: ", 0), 0u);
}

TEST_F(LoopTest, CountsWhatAnEngineThatIsNotExactMisses) {
  EngineJudge judge(*find_engine("fcl"), *find_engine("reference"), {}, objects, false);
  EXPECT_TRUE(QueryLoop(engine, false, {&judge}).ask(scene().poses, take));
  EXPECT_EQ(taken, scene().poses.size());
  const std::unique_ptr<Engine> reference = prepared(*find_engine("reference"));
  std::uint64_t missed = 0, found = 0;
  for (const Pose& pose : scene().poses) {
    const std::size_t pairs = reference->query(pose, false).pairs.size();
    missed += pairs > 0 ? 1 : 0;
    found += pairs - (pairs > 0 ? 1 : 0);
  }
  EXPECT_EQ(judge.verdict().differences, missed);
  EXPECT_FALSE(judge.verdict().is_wrong());
  EXPECT_EQ(judge.verdict().line("FCL", "reference"),
            "PARITY: FCL ~ reference: 5 queries, " + std::to_string(found) + " pairs, " +
                std::to_string(missed) + " differences (not exact: counted, not judged)");
}

// A chip with one list more than it had.
class Miscounting : public ChipEngine {
 public:
  using ChipEngine::ChipEngine;
  Answer query(const Pose& pose, bool first_witness) override {
    Answer answer = ChipEngine::query(pose, first_witness);
    ++answer.chip->lists;
    return answer;
  }
};

TEST_F(LoopTest, AChipsCountsAreJudgedByWhoeverCountsAlike) {
  Miscounting chip(EngineSetup{});
  chip.prepare(objects);
  const EngineKind& tlm = *find_engine("tlm");
  EngineJudge reference(tlm, *find_engine("mirror"), {}, objects, false),
      simultaneous(tlm, *find_engine("simultaneous"), {}, objects, false);
  EXPECT_TRUE(QueryLoop(chip, false, {&simultaneous}).ask(0, scene().poses[0], take));
  EXPECT_FALSE(QueryLoop(chip, false, {&reference}).ask(0, scene().poses[0], take));
  EXPECT_EQ(reference.verdict().first_difference.rfind("pose 0: lists ", 0), 0u);
}

// An RTL unit that never ends: the chip of models says how long to wait.
TEST_F(LoopTest, TheModelsCyclesEndAQueryUnlessTheUserDoes) {
  Pose apart;
  apart.t = {9, 0, 0};
  for (const bool is_limited : {false, true}) {
    ChipEngine chip(EngineSetup{});
    chip.prepare(objects);
    const auto parity = make_parity_judge(chip, {}, objects, false, is_limited);
    parity->expect(0, apart);
    if (is_limited) {
      EXPECT_NO_THROW(chip.query(scene().poses[0], false));
    } else {
      EXPECT_THROW(chip.query(scene().poses[0], false), ChipError);
    }
  }
}

TEST_F(LoopTest, AVerdictIsTakenOnce) {
  EngineJudge judge(*find_engine("single_list"), *find_engine("reference"), {}, objects, false);
  QueryLoop(engine, false, {&judge}).ask(0, scene().poses[0], take);
  EXPECT_EQ(judge.take_verdict().differences, 1u);
  EXPECT_EQ(judge.verdict().queries, 0u);
  EXPECT_EQ(judge.verdict().first_difference, "");
}

// Two judges: both look, each in its turn, and who knows more of an error is heard.
TEST_F(LoopTest, EveryJudgeLooks) {
  struct Strict : Judge {
    std::string knows;
    int expected = 0, checked = 0;
    void expect(std::uint64_t, const Pose&) override { ++expected; }
    bool check(std::uint64_t, const Pose&, const Answer&) override {
      EXPECT_EQ(expected, ++checked) << "told before";
      return false;
    }
    std::string failure(const std::exception& error) override {
      return knows.empty() ? "" : knows + error.what();
    }
  } first, second;
  EXPECT_FALSE(QueryLoop(engine, false, {&first, &second}).ask(3, Pose{}, take));
  EXPECT_EQ(first.checked + second.checked, 2);
  const auto thrown = [&] {
    try {
      QueryLoop(engine, true, {&first, &second}).ask(0, Pose{}, take);
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(thrown(), "forgotten");
  second.knows = "in the second unit: ";
  EXPECT_EQ(thrown(), "in the second unit: forgotten");
  EXPECT_EQ(taken, 0u);
}

}  // namespace
}  // namespace collisionchip

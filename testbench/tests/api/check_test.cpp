// That CollideRequest::check looks: an engine whose answers are rounded is held against exact arithmetic. Errors keep their kind on the way.
#include <gtest/gtest.h>

#include <thread>

#include "collisionchip/testbench/api/chip_session.h"
#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/api/query_data.h"
#include "collisionchip/testbench/api/scene.h"
#include "collisionchip/testbench/api/shape_data.h"
#include "collisionchip/testbench/api/worker_answers.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/testbench/tests/test_folder.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip::api {
namespace {

const EngineKind& rounding_kind() {
  static const EngineKind kind = [] {
    EngineKind rounding = *find_engine("mirror");
    rounding.judge = "exact";
    return rounding;
  }();
  return kind;
}

// One that answers as the paper's unit, in float32.
std::shared_ptr<const EngineData> rounding_engine() {
  ChipConfig config = load_chip("paper41");
  config.triangle_unit.filter = false;
  return make_mirror_engine(rounding_kind(), config);
}

TEST(Check, AnAnswerThatAnotherEngineHasNotIsADisagreement) {
  const auto engine = rounding_engine();
  const Shape gear = Shape::make("gear", 260);
  for (const bool check : {false, true}) {
    const CollideRequest request{0, check, false};
    const Question question{gear, gear, request};
    if (!check) {
      EXPECT_FALSE(engine->collide(question, 0, Pose{}).pairs.empty());
      continue;
    }
    try {
      engine->collide(question, 0, Pose{});
      ADD_FAILURE() << "nobody looked";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::disagreement);
      EXPECT_EQ(std::string(error.what()).find("models disagree: "), 0u) << error.what();
    }
  }
}

TEST(Check, ADisagreementNamesThePartsOfAScene) {
  Scene scene;
  const Shape gear = Shape::make("gear", 260);
  scene.add(gear, {}, "wheel");
  scene.add(gear, {}, "pinion");
  const Engine engine{rounding_engine()};
  EXPECT_EQ(scene.collide(engine).colliding, 1u);
  try {
    scene.collide(engine, CollideRequest{0, true, false});
    ADD_FAILURE() << "nobody looked";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("wheel and pinion: models disagree: "), 0u) << error.what();
  }
}

TEST(Workers, AnswersComeToTheirPlaces) {
  const testing_support::Folder folder;
  const std::string file = folder / "with a space";
  std::vector<SceneResult> sent(2), got(4);
  sent[0].colliding = 7;
  sent[1].triangle_pairs = 3;
  sent[1].cost.pci_bytes = 11;
  sent[1].cost.total_ns = 12;
  sent[1].pairs = {{1, 2, {{{3, 4}, {5, 6}}, 9, {}, "{}"}}, {1, 8, {}}};
  save(file, sent);
  const WorkerShare share = WorkerShare::of(WorkerShare{1, 2, file}.text());
  load(share, got);
  EXPECT_TRUE(got[0].pairs.empty() && got[3].pairs.empty());
  EXPECT_EQ(got[1].colliding, 7u);
  EXPECT_EQ(got[2].triangle_pairs, 3u);
  EXPECT_EQ(got[2].cost.pci_bytes + got[2].cost.total_ns, 23u);
  ASSERT_EQ(got[2].pairs.size(), 2u);
  EXPECT_EQ(got[2].pairs[0].result.pairs, sent[1].pairs[0].result.pairs);
  EXPECT_EQ(got[2].pairs[0].result.found, 9u);
  EXPECT_EQ(got[2].pairs[0].result.statistics, "{}");
  EXPECT_EQ(got[2].pairs[1].b, 8u);
  EXPECT_THROW(load({0, 3, file}, got), std::runtime_error) << "it is cut";
}

// A process that was forked ends with the thread that has forked it, be it in the middle of an answer.
TEST(Workers, AreThoseOfTheThreadThatAsks) {
  ChipSession& session = ChipSession::instance();
  const std::lock_guard<std::mutex> lock(session.mutex());
  session.end_workers();
  const auto answer = [&](const std::string& word) {
    WorkerPool& pool = session.workers(1, [word](const std::string&) { return word; });
    pool.submit(0, "?");
    for (;;) {
      for (const WorkerPool::Outcome& outcome : pool.wait(100)) return outcome.text;
    }
  };
  EXPECT_EQ(answer("first"), "first");
  EXPECT_EQ(answer("second"), "first") << "they were not kept";
  std::string others;
  std::thread([&] { others = answer("third"); }).join();
  EXPECT_EQ(others, "third");
  session.end_workers();
}

TEST(Workers, AnErrorKeepsItsKind) {
  try {
    answered([] { throw Error(Error::Kind::disagreement, "models disagree"); });
    ADD_FAILURE() << "nothing was thrown";
  } catch (const WorkerFailure& failure) {
    EXPECT_EQ(failure.status, kExitDisagree);
    EXPECT_STREQ(failure.what(), "models disagree");
  }
}

TEST(Check, ARunWhoseAnswersAnotherEngineHasNotIsADisagreement) {
  const auto engine = rounding_engine();
  const Shape gear = Shape::make("gear", 260);
  for (const unsigned jobs : {1u, 2u}) {
    PoseQuestion question;
    question.engine = &rounding_kind();
    question.config = engine->config();
    question.a = question.b = engine->object(gear);
    question.poses = {Pose{}, Pose{}};
    try {
      ask(question, {}, {jobs, nullptr});
      ADD_FAILURE() << "nobody looked";
    } catch (const Disagreement& disagreement) {
      EXPECT_EQ(std::string(disagreement.what()).find("models disagree: "), 0u) << disagreement.what();
    }
    question.check = false;
    const QueryRecord record = ask(question, {}, {jobs, nullptr});
    EXPECT_FALSE(record.pairs[1].empty());
    EXPECT_EQ(record.parity, "PARITY: not checked (--no-check)");
  }
}

}  // namespace
}  // namespace collisionchip::api

// That CollideRequest::check looks: an engine whose answers are rounded is held against exact arithmetic.
#include <gtest/gtest.h>

#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/api/scene.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip::api {
namespace {

// One that answers as the paper's unit, in float32.
std::shared_ptr<const EngineData> rounding_engine() {
  static const EngineKind kind = [] {
    EngineKind rounding = *find_engine("mirror");
    rounding.judge = "exact";
    return rounding;
  }();
  ChipConfig config = load_chip("paper41");
  config.triangle_unit.filter = false;
  return make_mirror_engine(kind, config);
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
    scene.collide(engine, {0, true, false});
    ADD_FAILURE() << "nobody looked";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("wheel and pinion: models disagree: "), 0u) << error.what();
  }
}

}  // namespace
}  // namespace collisionchip::api

// That CollideRequest::check looks: an engine whose answers are rounded is held against exact arithmetic.
#include <gtest/gtest.h>

#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip::api {
namespace {

TEST(Check, AnAnswerThatAnotherEngineHasNotIsADisagreement) {
  EngineKind kind = *find_engine("mirror");
  kind.judge = "exact";
  ChipConfig config = load_chip("paper41");
  config.triangle_unit.filter = false;  // as the paper's unit answers, in float32
  const auto engine = make_mirror_engine(kind, config);
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

}  // namespace
}  // namespace collisionchip::api

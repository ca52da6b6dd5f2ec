// The judge of every engine in the query loop: another engine.
#pragma once

#include <memory>
#include <utility>

#include "collisionchip/testbench/judge/scoreboard.h"
#include "collisionchip/testbench/run/query_loop.h"

namespace collisionchip {

// Another engine, asked the same question. If the judged engine is not exact, differences are counted and accepted.
class EngineJudge : public Judge {
 public:
  // `objects` must outlive it.
  EngineJudge(const EngineKind& judged, const EngineKind& other, const ChipConfig& config,
              const Objects& objects, bool first_witness);

  bool check(std::uint64_t number, const Pose& pose, const Answer& answer) override;

  void deform(const Objects& objects) override { other_->deform(objects); }

  const AnswerVerdict& verdict() const { return scoreboard_.verdict(); }
  // The verdict of the answers since the last call.
  AnswerVerdict take_verdict() { return std::exchange(scoreboard_, Scoreboard{}).verdict(); }

 private:
  const bool is_exact_, in_same_order_;
  const QueryOptions options_;
  std::unique_ptr<Engine> other_;
  Scoreboard scoreboard_;
};

}  // namespace collisionchip

// The judges of the query loop: another engine, and for RTL the chip of models alone.
#pragma once

#include <memory>
#include <utility>

#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/judge/chip_parity.h"
#include "collisionchip/testbench/judge/scoreboard.h"
#include "collisionchip/testbench/run/query_loop.h"

namespace collisionchip {

// Another engine, asked the same question. Of one that is not exact it counts the differences and objects to none.
class EngineJudge : public Judge {
 public:
  // `objects` must outlive it.
  EngineJudge(const EngineKind& judged, const EngineKind& other, const ChipConfig& config,
              const Objects& objects, bool first_witness);

  bool check(std::uint64_t number, const Pose& pose, const Answer& answer) override;

  // What the other engine answered last.
  const QueryResult& last() const { return last_; }
  const AnswerVerdict& verdict() const { return scoreboard_.verdict(); }
  // The verdict of the answers since the last call.
  AnswerVerdict take_verdict() { return std::exchange(scoreboard_, Scoreboard{}).verdict(); }

 private:
  const bool is_exact_, in_same_order_;
  const QueryOptions options_;
  std::unique_ptr<Engine> other_;
  Answer last_;
  Scoreboard scoreboard_;
};

// A chip with RTL units against the same chip of models: event by event (testbench/judge/chip_parity.h).
class ParityJudge : public Judge {
 public:
  // Without a limit of the user's a query ends at twice the cycles of the models'. All must outlive it.
  ParityJudge(ChipEngine& chip, const ChipConfig& config, const Objects& objects, bool first_witness,
              bool is_limited);

  // The models go first: an RTL unit that never ends is stopped soon after.
  void expect(std::uint64_t number, const Pose& pose) override;
  bool check(std::uint64_t number, const Pose& pose, const Answer& answer) override;
  std::string failure(const std::exception& error) override { return parity_.failure(error); }

  const ParityVerdict& verdict() const { return parity_.verdict(); }

 private:
  Driver& driver_;
  ChipParity parity_;
  const bool first_witness_, is_limited_;
};

}  // namespace collisionchip

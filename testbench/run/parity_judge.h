// The judge that RTL has besides: the chip of models alone.
#pragma once

#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/judge/chip_parity.h"
#include "collisionchip/testbench/run/query_loop.h"

namespace collisionchip {

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

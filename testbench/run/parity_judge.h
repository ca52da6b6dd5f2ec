// The judge that RTL has besides: the chip of models alone.
#pragma once

#include <memory>

#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/judge/verdict.h"
#include "collisionchip/testbench/run/query_loop.h"

namespace collisionchip {

// A chip with RTL units against the same chip of models: event by event (testbench/judge/chip_parity.h).
class ParityJudge : public Judge {
 public:
  virtual const ParityVerdict& verdict() const = 0;
};

// Without a limit of the user's a query ends at twice the cycles of the models'. All must outlive it.
std::unique_ptr<ParityJudge> make_parity_judge(ChipEngine& chip, const ChipConfig& config,
                                               const Objects& objects, bool first_witness, bool is_limited);

}  // namespace collisionchip

#include "collisionchip/testbench/run/parity_judge.h"

#include <fmt/format.h>

#include "collisionchip/testbench/judge/chip_parity.h"

namespace collisionchip {

namespace {

class ChipParityJudge final : public ParityJudge {
 public:
  ChipParityJudge(ChipEngine& chip, const ChipConfig& config, const Objects& objects, bool first_witness,
                  bool is_limited)
      : driver_(chip.simulation().driver()),
        parity_(chip.simulation(), config, objects.a, objects.b),
        first_witness_(first_witness),
        is_limited_(is_limited) {}

  // The models go first: an RTL unit that never ends is stopped soon after.
  void expect(std::uint64_t /*number*/, const Pose& pose) override {
    const Cycle cycles = parity_.expect(pose, first_witness_);
    if (!is_limited_) driver_.set_cycle_limit(2 * cycles + 10000);
  }
  bool check(std::uint64_t number, const Pose& /*pose*/, const Answer& answer) override {
    return parity_.check(fmt::format("pose {}", number), *answer.chip);
  }
  void deform(const Objects& objects) override { parity_.deform(objects.a, objects.b); }
  std::string failure(const std::exception& error) override { return parity_.failure(error); }

  const ParityVerdict& verdict() const override { return parity_.verdict(); }

 private:
  Driver& driver_;
  ChipParity parity_;
  const bool first_witness_, is_limited_;
};

}  // namespace

std::unique_ptr<ParityJudge> make_parity_judge(ChipEngine& chip, const ChipConfig& config,
                                               const Objects& objects, bool first_witness, bool is_limited) {
  return std::make_unique<ChipParityJudge>(chip, config, objects, first_witness, is_limited);
}

}  // namespace collisionchip

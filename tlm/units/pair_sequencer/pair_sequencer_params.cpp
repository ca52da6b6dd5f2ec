#include "collisionchip/tlm/units/pair_sequencer/pair_sequencer_params.h"

namespace collisionchip {

PairSequencerParams PairSequencerParams::of(const Derived& machine) {
  return {machine.clock_period_ps, machine.tile};
}

}  // namespace collisionchip

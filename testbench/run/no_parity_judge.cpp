// In the place of parity_judge.cpp in the first part of the program, which has no RTL.
#include <stdexcept>

#include "collisionchip/testbench/run/parity_judge.h"

namespace collisionchip {

std::unique_ptr<ParityJudge> make_parity_judge(ChipEngine&, const ChipConfig&, const Objects&, bool, bool) {
  throw std::logic_error("no judge of RTL in the first part of the program");
}

}  // namespace collisionchip

#include "collisionchip/testbench/api/chip_session.h"

#include <cstdlib>

#include <systemc>

// SystemC's library looks for one. A program that has its own keeps it.
extern "C" __attribute__((weak)) int sc_main(int /*argc*/, char** /*argv*/) {
  return 0;
}

namespace collisionchip::api {

ChipSession& ChipSession::instance() {
  static ChipSession* const session = [] {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    return new ChipSession;
  }();
  return *session;
}

ChipEngine& ChipSession::machine(std::uint64_t owner, const ChipConfig& config, bool checkers,
                                 const Question& question) {
  const Asked asked{owner, checkers, question.a, question.b};
  if (engine_ && asked_ == asked) return *engine_;
  const bool same_machine = engine_ && asked_.owner == owner && asked_.checkers == checkers;
  BoardImage image = make_board_image(config, *asked.a, *asked.b);
  asked_ = {};
  if (!same_machine) {
    engine_.reset();  // before the next one: simulations must not overlap
    engine_ = std::make_unique<ChipEngine>(EngineSetup{config, checkers, false});
  }
  image_ = std::move(image);
  engine_->prepare({*asked.a, *asked.b, &image_});
  asked_ = asked;
  return *engine_;
}

void ChipSession::forget(std::uint64_t owner) {
  if (owner != asked_.owner) return;
  asked_ = {};
  engine_.reset();
}

}  // namespace collisionchip::api

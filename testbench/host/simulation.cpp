#include "collisionchip/testbench/host/simulation.h"

#include "collisionchip/reference/image/secded.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"

namespace collisionchip {

namespace {

// What the Memory Controller would have stored beside an upload.
std::vector<unsigned char> check_bits(const ChipConfig& config, const std::vector<unsigned char>& bytes) {
  if (config.sdram.ecc == Ecc::none) return {};
  std::vector<unsigned char> bits(bytes.size() / kEccWordBytes);
  encode_words(bytes.data(), bits.size(), bits.data());
  return bits;
}

BoardOptions with_units(BoardOptions options) {
  if (options.units == nullptr) options.units = &unit_kinds();
  return options;
}

}  // namespace

Simulation::Simulation(const ChipConfig& config, const BoardOptions& options)
    : board_(std::make_unique<Board>("board", config, with_units(options))),
      driver_(std::make_unique<Driver>("driver", config)),
      interrupt_(std::make_unique<sc_core::sc_signal<bool>>("interrupt")) {
  driver_->socket.bind(board_->chip().host());
  board_->chip().interrupt().bind(*interrupt_);
  driver_->interrupt.bind(*interrupt_);
  driver_->on_horizon = [this](const sc_core::sc_time& end) { board_->chip().set_horizon(end); };
  driver_->on_query_end.push_back([this] {
    const BoardReading reading = Probe(*board_).read();
    on_reading(reading);
    reading_.add(reading);
  });
  // Elaborates; a start of no length would draw a warning in every simulation but the process's first.
  sc_core::sc_start(sc_core::sc_time(config.chip.clock_period_ps, sc_core::SC_PS));
}

Cycle Simulation::attach(const BoardImage& image, std::size_t a, std::size_t b) {
  driver_->use(image, a, b);
  const ChipConfig& config = board_->config();
  board_->sdram().preload(image.bytes, check_bits(config, *image.bytes));
  return upload_cycles(config, image);
}

ChipAnswer Simulation::query(const Pose& pose, bool first_witness) {
  reading_ = {};
  HostAnswer answer = driver_->query(pose, first_witness);
  if (!board_->config().has_dops()) reading_.eq5_cycles = driver_->eq5_cycles(pose, first_witness);
  return {std::move(answer), std::move(reading_)};
}

}  // namespace collisionchip

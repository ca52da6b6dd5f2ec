#include "collisionchip/rtl_model/adapter/memory_controller_rtl.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {

namespace {

constexpr std::uint64_t kAutoPrecharge = 1u << 10, kEightBeats = 1u << 12, kColumn = (1u << 10) - 1;
constexpr unsigned kBusBits = 256, kReleaseBits = 16;
using Beat = std::array<std::uint32_t, kBusBits / 32>;

// A refused read brings no words.
void forget_words(TriangleData& data) {
  if (data.error) data.record = {};
}

}  // namespace

MemoryControllerRtl::MemoryControllerRtl(const sc_core::sc_module_name& name, const ChipConfig& config,
                                         const Ports& ports)
    : RtlUnit("memory_controller", config, name, params_of<PairControllerParams>(config), ports),
      command_cycles_(config.sdram.command_cycles),
      releases_valid_(input("releases_valid_i", config.memory_controller.input_registers)),
      releases_from_(input("releases_from_i", kReleaseBits * config.memory_controller.input_registers)),
      tumbled_data_put_(output("tumbled_data_put_o", 1)),
      aligned_data_put_(output("aligned_data_put_o", 1)),
      beat_valid_(output("beat_valid_o", 1)),
      beat_number_(output("beat_number_o", 3)),
      beat_(output("beat_o", kBusBits)),
      node_requests_pop_(output("node_requests_pop_o", 1)),
      triangle_requests_pop_(output("triangle_requests_pop_o", 1)),
      sdram_cs_n_(output("sdram_cs_no", 1)),
      sdram_ras_n_(output("sdram_ras_no", 1)),
      sdram_cas_n_(output("sdram_cas_no", 1)),
      sdram_we_n_(output("sdram_we_no", 1)),
      sdram_ba_(counter("sdram_ba_o")),
      sdram_a_(counter("sdram_a_o")),
      sdram_dq_(input("sdram_dq_i", kBusBits)),
      head_held_(output("head_held_o", 1)),
      head_time_(counter("head_time_o")),
      open_row_(config.sdram.banks) {
  bind("node_requests", ports.node_requests);
  bind("triangle_requests", ports.triangle_requests);
  bind_output("triangle_data", ports.triangle_data, forget_words);
  bind("tumbled_auxiliary", ports.tumbled_auxiliary);
  bind("aligned_auxiliary", ports.aligned_auxiliary);
}

void MemoryControllerRtl::start_of_simulation() {
  if (sdram_pins.size() == 0)
    throw InputError("units.memory_controller = \"rtl\"", "an SDRAM with command pins on the board");
  sdram_pins->take_over();
}

void MemoryControllerRtl::reset_state() {
  RtlUnit::reset_state();
  for (const Returning& returning : returning_) returning.read.payload->release();
  returning_.clear();
  next_ = clock().now();
  held_until_ = 0;
}

// Only the command slot has changed since the last cycle.
void MemoryControllerRtl::catch_up(Cycle now) {
  silence();
  releases_valid_.set(false);
  for (Cycle slot = (now - next_) % command_cycles_; slot > 0; --slot) {
    pins().evaluate();
    pins().clock();
  }
  next_ = now + 1;
}

void MemoryControllerRtl::sample(Cycle now) {
  sample_releases(now);
  sample_beat(now);
}

void MemoryControllerRtl::sample_releases(Cycle now) {
  std::uint64_t valid = 0, from = 0;
  for (unsigned lane = 0; const RegisterRelease* release = ports_.releases.front(now); ++lane) {
    if (lane == params().input_registers || release->from >= now + (1u << kReleaseBits))
      throw std::logic_error("memory_controller: a release that its RTL has no pins for");
    valid |= std::uint64_t{1} << lane;
    from |= (release->from > now ? release->from - now : 0) << kReleaseBits * lane;
    ports_.releases.pop(now);
  }
  releases_valid_.set(valid);
  releases_from_.set(from);
}

void MemoryControllerRtl::sample_beat(Cycle now) {
  if (bus_driven_) sdram_dq_.set_noise();  // the bus is not driven now
  bus_driven_ = false;
  for (const Returning& returning : returning_) {
    const Cycle number = now - returning.first_beat;
    if (now < returning.first_beat || number >= returning.read.request.bytes / sizeof(Beat)) continue;
    Beat beat;
    std::copy_n(returning.read.payload->data.words.begin() + number * beat.size(), beat.size(), beat.begin());
    sdram_dq_.set_words(beat.data());
    bus_driven_ = true;
  }
}

void MemoryControllerRtl::count(Cycle now) {
  if (triangle_requests_pop_) begin_read(now, *ports_.triangle_requests.front(now));
  if (node_requests_pop_) begin_read(now, *ports_.node_requests.front(now));
  if (head_held_) held_until_ = now + std::max<Cycle>(head_time_.get(), 1);
  if (!sdram_cs_n_) drive(now);
  if (beat_valid_) take_beat(now);
}

// What the memory refuses at once, the RTL must find out for itself.
void MemoryControllerRtl::begin_read(Cycle now, const ReadRequest& request) {
  const Read read = read_of(request);
  PayloadPool::Payload& payload = pool_.acquire_read(read.address, read.bytes);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = clock().duration(params().request_latency);
  in_flight_.push_back({read, &payload, now});
  if (memory->nb_transport_fw(payload, phase, delay) != tlm::TLM_COMPLETED) return;
  in_flight_.pop_back();
  payload.release();
}

void MemoryControllerRtl::drive(Cycle now) {
  const std::uint64_t address = sdram_a_.get();
  SdramCommand command;
  command.cycle = now;
  command.bank = static_cast<std::uint32_t>(sdram_ba_.get());
  if (sdram_cas_n_) {
    command.kind = sdram_we_n_ ? SdramCommandKind::activate : SdramCommandKind::precharge;
    if (sdram_we_n_) command.row = open_row_[command.bank] = static_cast<std::uint32_t>(address);
  } else {
    command.kind = SdramCommandKind::read;
    command.auto_precharge = (address & kAutoPrecharge) != 0;
    command.row = open_row_[command.bank];
    command.column = static_cast<std::uint32_t>(address & kColumn);
    command.beats = (address & kEightBeats) != 0 ? 8 : 4;
  }
  sdram_pins->drive(command);
}

// BEGIN_RESP comes with the READ; the RTL has a register for the data.
tlm::tlm_sync_enum MemoryControllerRtl::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                                        tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  if (in_flight_.empty() || in_flight_.front().payload != &payload)
    throw std::logic_error("memory_controller: the memory answered out of order");
  const InFlight read = in_flight_.front();
  in_flight_.pop_front();
  MemoryController::count(read.request);
  returning_.push_back({read, held_until_, clock().now() + clock().cycles(delay)});
  return tlm::TLM_COMPLETED;
}

void MemoryControllerRtl::take_beat(Cycle now) {
  if (returning_.empty())
    throw std::logic_error("memory_controller: its RTL saw a beat that the SDRAM did not send");
  const Returning& returning = returning_.front();
  const PayloadPool::Payload& payload = *returning.read.payload;
  Beat beat;
  beat_.get_words(beat.data());
  const std::uint64_t number = beat_number_.get();
  const std::size_t at = number * beat.size();
  if (!std::equal(beat.begin(), beat.end(), payload.data.words.begin() + at))
    throw std::logic_error("memory_controller: beat " + std::to_string(number) + " of " +
                           std::to_string(payload.get_address()) + " came through its RTL changed, cycle " +
                           std::to_string(now));
  if (number == 0) account(returning.read, returning.register_free, now + 1);
  if (tumbled_data_put_ || aligned_data_put_) {
    NodePairData data;
    std::copy_n(payload.data.words.begin(), returning.read.request.bytes / 4, data.words.begin());
    (tumbled_data_put_ ? ports_.tumbled_data : ports_.aligned_data).put(now, data);
  }
  if (4 * (at + beat.size()) < payload.get_data_length()) return;
  returning.read.payload->release();
  returning_.pop_front();
}

}  // namespace collisionchip

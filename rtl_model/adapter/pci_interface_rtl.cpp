#include "collisionchip/rtl_model/adapter/pci_interface_rtl.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {

namespace {

constexpr std::uint64_t kMostWords = registers::kFifoEnd / 4;
constexpr std::uint32_t kLineWords = 8;

// Where the host's bridge puts BAR 0: addresses on the bus are those of the register map.
constexpr std::uint32_t kRegisterBase = 0;

// Time stands still while a transfer is played: what is not there after so many retries never is.
constexpr int kMostRetries = 20;

// refusal_o.
enum Refusal : std::uint32_t { kNone, kAddress, kCommand, kGeneric = 4 };

tlm::tlm_response_status response(std::uint32_t refusal) {
  switch (refusal) {
    case kNone:
      return tlm::TLM_OK_RESPONSE;
    case kAddress:
      return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    case kCommand:
      return tlm::TLM_COMMAND_ERROR_RESPONSE;
    default:
      return tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
}

}  // namespace

PciInterfaceRtl::Bus::Bus(const RtlPins& pins)
    : ad_i(pins.input("ad_i", 32)),
      cbe_n(pins.input("cbe_ni", 4)),
      par_i(pins.input("par_i", 1)),
      frame_n(pins.input("frame_ni", 1)),
      irdy_n(pins.input("irdy_ni", 1)),
      idsel(pins.input("idsel_i", 1)),
      ad_o(pins.output("ad_o", 32)),
      ad_oe(pins.output("ad_oe_o", 1)),
      par_o(pins.output("par_o", 1)),
      par_oe(pins.output("par_oe_o", 1)),
      devsel_n(pins.output("devsel_no", 1)),
      trdy_n(pins.output("trdy_no", 1)),
      stop_n(pins.output("stop_no", 1)),
      control_oe(pins.output("control_oe_o", 1)),
      perr_n(pins.output("perr_no", 1)),
      perr_oe(pins.output("perr_oe_o", 1)),
      serr_oe(pins.output("serr_oe_o", 1)),
      inta_oe(pins.output("inta_oe_o", 1)) {}

PciInterfaceRtl::Window::Window(const RtlPins& pins)
    : ready(pins.input("window_ready_i", 1)),
      valid(pins.input("window_valid_i", 1)),
      data_i(pins.input("window_data_i", 32)),
      read(pins.output("window_read_o", 1)),
      write(pins.output("window_write_o", 1)),
      address(pins.narrow_output("window_address_o", 32)),
      data_o(pins.output("window_data_o", 32)) {}

PciInterfaceRtl::Time::Time(const RtlPins& pins)
    : bus_edge(pins.input("bus_edge_i", 1)),
      tick(pins.input("tick_i", 1)),
      cycle(pins.input("cycle_i", 64)),
      left(pins.input("left_i", 32)),
      ahead(pins.input("ahead_i", 12)) {}

PciInterfaceRtl::PciInterfaceRtl(const sc_core::sc_module_name& name, const ChipConfig& config,
                                 const Ports& ports)
    : RtlUnit("pci_interface", config, name, params_of<PciInterfaceParams>(config), ports),
      bus_(pins()),
      window_(pins()),
      time_(pins()),
      entries_level_(pins().narrow_input("entries_level_i", 32)),
      entries_pop_(output("entries_pop_o", 1)),
      done_pop_(output("done_pop_o", 1)),
      mmm_put_(output("mmm_put_o", 1)),
      frames_put_(output("frames_put_o", 1)),
      reset_(output("reset_o", 1)),
      started_(output("started_o", 1)),
      stopped_(output("stopped_o", 1)),
      query_begin_(output("query_begin_o", 64)),
      refusal_pin_(output("refusal_o", 3)),
      status_pin_(counter("status_o")),
      entry_(pins(), port("entries"), fields_of_type<Finding>(), "_i"),
      matrix_(pins(), port("mmm"), fields_of_type<MatrixWrite>(), "_o"),
      mmm_room_(pins(), port("mmm")),
      frames_room_(pins(), port("frames")) {
  bind("done", ports.done);
  bind("start", *ports.start);
  bind("stop", *ports.stop);
  // The bus is idle.
  time_.tick.set(true);
  time_.left.set(1);
  bus_.ad_i.set(~0u);
  bus_.cbe_n.set(0xfu);
  for (Pin* high : {&bus_.par_i, &bus_.frame_n, &bus_.irdy_n, &window_.ready}) high->set(1u);
}

void PciInterfaceRtl::reset_state() {
  RtlUnit::reset_state();
  due_.clear();
}

// The host's reset is the RTL's own doing, and leaves the bus side alone.
void PciInterfaceRtl::reset_rtl() {
  if (host_resets_) return;
  RtlUnit::reset_rtl();
  configured_ = false;
}

void PciInterfaceRtl::sample_entry(Cycle now) {
  if (const Finding* entry = ports_.entries->front(now)) entry_.set(words_of(*entry).data());
}

void PciInterfaceRtl::sample(Cycle now) {
  time_.cycle.set(now);
  entries_level_.set(ports_.entries->visible_count(now));
}

void PciInterfaceRtl::count(Cycle now) {
  due_.erase(std::remove_if(due_.begin(), due_.end(), [now](Cycle due) { return due <= now; }), due_.end());
  for (const Cycle due : due_) wake_at(due);
  // Entries stay until the host takes them: the front one does not tell when the last one becomes visible.
  if (!ports_.entries->empty() && !ports_.entries->shows(ports_.entries->size(), now)) wake_at(now + 1);
  set_interrupt(static_cast<bool>(bus_.inta_oe));
}

void PciInterfaceRtl::moved(Cycle now) {
  if (done_pop_) announce_end(now);
}

// A bus knows no lengths: what is no transfer of this map does not get there.
tlm::tlm_response_status PciInterfaceRtl::shape_error(const tlm::tlm_generic_payload& payload) const {
  const std::uint64_t bytes = payload.get_data_length(), end = payload.get_address() + bytes;
  if (payload.get_address() < registers::kSdramWindow && bytes / 4 > kMostWords)
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (end > 1ull << 32) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  return splits_entry(payload) ? tlm::TLM_BURST_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status PciInterfaceRtl::access(tlm::tlm_generic_payload& payload, Cycle effect) {
  const std::uint64_t address = payload.get_address(), bytes = payload.get_data_length();
  transfer_ = {};
  transfer_.address = static_cast<std::uint32_t>(address);
  transfer_.read = payload.is_read();
  transfer_.effect = effect;
  transfer_.status = shape_error(payload);
  transfer_.words.resize(bytes / 4);
  if (address >= registers::kSdramWindow) transfer_.memory_words.resize(bytes / 4);
  if (payload.is_write()) std::memcpy(transfer_.words.data(), payload.get_data_ptr(), bytes);
  play();
  if (transfer_.status != tlm::TLM_OK_RESPONSE) return transfer_.status;
  if (payload.is_read()) std::memcpy(payload.get_data_ptr(), transfer_.words.data(), bytes);
  const bool to_memory = payload.is_write() && !transfer_.memory_words.empty();
  return to_memory ? access_memory(tlm::TLM_WRITE_COMMAND) : tlm::TLM_OK_RESPONSE;
}

// The edges of the bus are no chip cycles.
void PciInterfaceRtl::play() {
  const Cycle now = clock().now();
  time_.tick.set(false);
  time_.left.set(transfer_.effect - now);
  channels_moved_ = true;  // by others, before
  configure_bus();
  read_parity_errors = parity_errors_ = system_errors_ = 0;
  play_bursts();
  idle(2);  // PERR# of the last word
  check_bus();
  sample_channels(now);
  sample(now);
  pins().evaluate();
  time_.tick.set(true);
  status_ = static_cast<std::uint32_t>(status_pin_.get());
  set_interrupt(static_cast<bool>(bus_.inta_oe));
}

void PciInterfaceRtl::configure_bus() {
  if (configured_) return;
  configured_ = true;
  most_retries = kMostRetries;
  configure(kRegisterBase, static_cast<std::uint32_t>(registers::kSdramWindow));
}

void PciInterfaceRtl::play_bursts() {
  Transfer& t = transfer_;
  const std::size_t longest = params().burst_words;
  for (std::size_t at = 0; at < t.words.size() && t.status == tlm::TLM_OK_RESPONSE; at += longest) {
    const auto begin = t.words.begin() + static_cast<std::ptrdiff_t>(at);
    const std::size_t count = std::min(longest, t.words.size() - at);
    t.behind = t.words.size() - at - count;
    const PciTransfer burst = insist(t.read ? PciCommand::memory_read : PciCommand::memory_write,
                                     t.address + static_cast<std::uint32_t>(4 * at),
                                     {begin, begin + static_cast<std::ptrdiff_t>(count)});
    t.clocks += burst.clocks;
    std::copy(burst.words.begin(), burst.words.end(), begin);
    if (t.status == tlm::TLM_OK_RESPONSE) t.status = outcome(burst);
  }
}

// Aborts look alike on the bus; which refusal it was, refusal_o says. A retry says that there is no room.
tlm::tlm_response_status PciInterfaceRtl::outcome(const PciTransfer& burst) const {
  if (burst.end == PciEnd::initiator_abort) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  const bool abort = burst.end == PciEnd::target_abort, retry = burst.end == PciEnd::retry;
  if ((abort && refusal_ == kNone) || (retry && refusal_ != kGeneric))
    throw std::logic_error(transfer_name() + ": refused without its reason");
  return response(refusal_);
}

// The pins take the clocks of the model's formula with its default keys, whatever time the configuration
// gives them. Lines of the window have to be asked for.
void PciInterfaceRtl::check_bus() const {
  if (parity_errors_ + read_parity_errors > 0) throw std::logic_error(transfer_name() + ": wrong parity");
  if (transfer_.status != tlm::TLM_OK_RESPONSE) return;
  if (system_errors_ > 0) throw std::logic_error(transfer_name() + ": SERR#, and nothing is refused");
  if (transfer_.read && !transfer_.memory_words.empty()) return;
  PciBus pins;
  pins.clock_cycles = 1;
  pins.burst_words = params().burst_words;
  const Cycle expected = pci_transfer_cycles(pins, transfer_.read, transfer_.words.size());
  if (transfer_.clocks != expected)
    throw std::logic_error(
        fmt::format("{}: {} clocks of the bus, expected {}", transfer_name(), transfer_.clocks, expected));
}

std::string PciInterfaceRtl::transfer_name() const {
  return fmt::format("pci_interface, cycle {}: {} of {} words at {:#x}", clock().now(),
                     transfer_.read ? "read" : "write", transfer_.words.size(), transfer_.address);
}

// A clock of the bus has two edges of the chip's clock, the fewest that there may be.
PciSample PciInterfaceRtl::bus_clock(const PciDrive& drive) {
  bus_.ad_i.set(drive.ad_driven ? drive.ad : ~0u);
  bus_.cbe_n.set(drive.cbe);
  bus_.par_i.set(!drive.par_driven || drive.par);
  bus_.frame_n.set(!drive.frame);
  bus_.irdy_n.set(!drive.irdy);
  bus_.idsel.set(drive.idsel);
  const std::size_t left = transfer_.behind + words_left();
  time_.ahead.set(std::clamp<std::size_t>(left, 1, kMostWords) - 1);
  chip_edge(false);
  chip_edge(true);
  return seen_;
}

void PciInterfaceRtl::chip_edge(bool bus_edge) {
  const Cycle now = clock().now();
  time_.bus_edge.set(bus_edge);
  if (channels_moved_) sample_ends(now);
  sample_window();
  pins().evaluate();
  if (bus_edge) look_at_bus();
  act_for_host(now);
  pins().clock();
  time_.bus_edge.set(false);
  window_.valid.set(false);
}

// Time stands still while a transfer is played: what the channels show changes only when the transfer moves it.
void PciInterfaceRtl::sample_ends(Cycle now) {
  sample_channels(now);
  sample(now);
  sample_entry(now);
  mmm_room_.sample(*ports_.mmm_writes, now);
  frames_room_.sample(*ports_.frame_writes, now);
  channels_moved_ = false;
}

void PciInterfaceRtl::sample_window() {
  window_.valid.set(!line_.empty());
  if (line_.empty()) return;
  window_.data_i.set(line_.front());
  line_.pop_front();
}

// Before the edge, which changes it.
void PciInterfaceRtl::look_at_bus() {
  parity_errors_ += bus_.perr_oe && !bus_.perr_n;
  system_errors_ += static_cast<int>(bus_.serr_oe.get());
  refusal_ = static_cast<std::uint32_t>(refusal_pin_.get());
  const bool answers = static_cast<bool>(bus_.control_oe);
  seen_.ad = static_cast<std::uint32_t>((bus_.ad_oe ? bus_.ad_o : bus_.ad_i).get());
  seen_.par = static_cast<bool>(bus_.par_oe ? bus_.par_o : bus_.par_i);
  seen_.devsel = answers && !bus_.devsel_n;
  seen_.trdy = answers && !bus_.trdy_n;
  seen_.stop = answers && !bus_.stop_n;
}

void PciInterfaceRtl::act_for_host(Cycle now) {
  if (entries_pop_) {
    ports_.entries->pop(now, std::max(transfer_.effect, now + 1));
    statistics_.fifo_words += 2;
    channels_moved_ = true;
  }
  if (mmm_put_) put_matrix(*ports_.mmm_writes);
  if (frames_put_) put_matrix(*ports_.frame_writes);
  if (started_) announce_start(query_begin_.get());
  if (started_ || stopped_) {
    due_.push_back(transfer_.effect);
    wake_at(transfer_.effect);
    channels_moved_ = true;
  }
  if (window_.read) read_line();
  if (window_.write) {
    const auto address = static_cast<std::uint32_t>(window_.address.get());
    transfer_.memory_words.at(window_index(address)) = static_cast<std::uint32_t>(window_.data_o.get());
  }
  if (reset_) {
    host_resets_ = true;
    if (on_reset) on_reset();
    host_resets_ = false;
    channels_moved_ = true;
  }
}

void PciInterfaceRtl::put_matrix(Channel<MatrixWrite>& channel) {
  const Cycle now = clock().now();
  MessageWords<MatrixWrite> words{};
  matrix_.get(words.data());
  MatrixWrite write = message_of<MatrixWrite>(words);
  std::fill(write.words.begin() + write.count, write.words.end(), 0);
  channel.put(now, write, transfer_.effect - now);
  channels_moved_ = true;
}

// The place of an address among the transfer's words. An address before the transfer gives a number beyond the last word.
std::size_t PciInterfaceRtl::window_index(std::uint32_t address) const {
  return (address + static_cast<std::uint32_t>(registers::kSdramWindow) - transfer_.address) / 4;
}

// Words of the line outside the transfer do not reach the host.
void PciInterfaceRtl::read_line() {
  Transfer& t = transfer_;
  if (!t.memory_read) t.status = access_memory(tlm::TLM_READ_COMMAND);
  t.memory_read = true;
  const auto address = static_cast<std::uint32_t>(window_.address.get());
  for (std::uint32_t i = 0; i < kLineWords; ++i) {
    const std::size_t index = window_index(address + 4 * i);
    line_.push_back(index < t.memory_words.size() ? t.memory_words[index] : 0);
  }
}

tlm::tlm_response_status PciInterfaceRtl::access_memory(tlm::tlm_command command) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(transfer_.address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(transfer_.memory_words.data()));
  payload.set_data_length(static_cast<unsigned>(4 * transfer_.memory_words.size()));
  return window_access(payload);
}

}  // namespace collisionchip

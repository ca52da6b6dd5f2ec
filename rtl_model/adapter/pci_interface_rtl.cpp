#include "collisionchip/rtl_model/adapter/pci_interface_rtl.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace collisionchip {

namespace {

constexpr std::uint64_t kMostWords = registers::kFifoEnd / 4;
constexpr std::uint32_t kLineWords = 8;

// Where the host's bridge puts BAR 0: addresses on the bus are those of the register map.
constexpr std::uint32_t kRegisterBase = 0;

// Time stands still while a transfer is played: what is not there after so many retries never is.
constexpr int kMostRetries = 20;

tlm::tlm_response_status response(std::uint32_t refusal) {
  switch (refusal) {
    case PciInterfacePins::kNone:
      return tlm::TLM_OK_RESPONSE;
    case PciInterfacePins::kAddress:
      return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    case PciInterfacePins::kCommand:
      return tlm::TLM_COMMAND_ERROR_RESPONSE;
    default:
      return tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
}

}  // namespace

const std::vector<RtlRequirement>& PciInterfaceRtl::requirements() {
  static const std::vector<RtlRequirement> all = {{"dop.k", 24, 24},
                                                  {"pointer_fifo.depth", 1024, 1024},
                                                  {"pointer_fifo.threshold", 512, 512},
                                                  {"sdram.capacity_mib", 1, 512}};  // behind BAR 1
  return all;
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
  const Finding* entry = ports_.entries.front(now);
  if (entry == nullptr) return;
  pins_.entries_kind_i = static_cast<std::uint32_t>(entry->kind);
  pins_.entries_tumbled_i = entry->tumbled;
  pins_.entries_aligned_i = entry->aligned;
}

void PciInterfaceRtl::sample(Cycle now) {
  pins_.cycle_i = now;
  pins_.entries_level_i = static_cast<std::uint32_t>(ports_.entries.visible_count(now));
  const QueryDone* done = ports_.done.front(now);
  pins_.done_valid_i = done != nullptr;
  if (done == nullptr) return;
  pins_.done_unfinished_i = done->unfinished;
  pins_.done_error_kind_i = static_cast<std::uint32_t>(done->error.kind);
  pins_.done_error_address_i = done->error.address;
}

void PciInterfaceRtl::act(Cycle now) {
  if (pins_.done_pop_o) {
    ports_.done.pop(now);
    announce_end(now);
  }
  if (pins_.start_put_o) {
    ports_.start.put(now, {PairPointer::of_word(pins_.start_tumbled_o),
                           PairPointer::of_word(pins_.start_aligned_o), pins_.start_first_witness_o});
  }
  if (pins_.stop_put_o) ports_.stop.put(now, {});
  due_.erase(std::remove_if(due_.begin(), due_.end(), [now](Cycle due) { return due <= now; }), due_.end());
  for (const Cycle due : due_) wake_at(due);
  // Entries stay until the host takes them: the front one does not tell when the last one becomes visible.
  if (!ports_.entries.empty() && !ports_.entries.shows(ports_.entries.size(), now)) wake_at(now + 1);
  interrupt.write(pins_.inta_oe_o);
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
  sample(now);
  pins_.tick_i = false;
  pins_.left_i = static_cast<std::uint32_t>(transfer_.effect - now);
  configure_bus();
  read_parity_errors = parity_errors_ = system_errors_ = 0;
  play_bursts();
  idle(2);  // PERR# of the last word
  check_bus();
  pins_.evaluate();
  pins_.tick_i = true;
  status_ = pins_.status_o;
  interrupt.write(pins_.inta_oe_o);
}

void PciInterfaceRtl::configure_bus() {
  if (configured_) return;
  configured_ = true;
  most_retries = kMostRetries;
  configure(kRegisterBase, static_cast<std::uint32_t>(registers::kSdramWindow));
}

void PciInterfaceRtl::play_bursts() {
  Transfer& t = transfer_;
  const std::size_t longest = params().bus.burst_words;
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
  if ((abort && pins_.refusal_o == PciInterfacePins::kNone) ||
      (retry && pins_.refusal_o != PciInterfacePins::kGeneric))
    throw std::logic_error(transfer_name() + ": refused without its reason");
  return response(pins_.refusal_o);
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
  pins.burst_words = params().bus.burst_words;
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
  pins_.ad_i = drive.ad_driven ? drive.ad : ~0u;
  pins_.cbe_ni = drive.cbe;
  pins_.par_i = !drive.par_driven || drive.par;
  pins_.frame_ni = !drive.frame;
  pins_.irdy_ni = !drive.irdy;
  pins_.idsel_i = drive.idsel;
  const std::size_t left = transfer_.behind + words_left();
  pins_.ahead_i = static_cast<std::uint32_t>(std::clamp<std::size_t>(left, 1, kMostWords) - 1);
  chip_edge(false);
  chip_edge(true);
  parity_errors_ += pins_.perr_oe_o && !pins_.perr_no;
  system_errors_ += pins_.serr_oe_o;
  const bool answers = pins_.control_oe_o;
  return {pins_.ad_oe_o ? pins_.ad_o : pins_.ad_i, pins_.par_oe_o ? pins_.par_o : pins_.par_i,
          answers && !pins_.devsel_no, answers && !pins_.trdy_no, answers && !pins_.stop_no};
}

void PciInterfaceRtl::chip_edge(bool bus_edge) {
  const Cycle now = clock().now();
  pins_.bus_edge_i = bus_edge;
  sample_entry(now);
  pins_.stop_ready_i = ports_.stop.ready(now);
  pins_.mmm_ready_i = ports_.mmm_writes.ready(now);
  pins_.frames_ready_i = ports_.frame_writes.ready(now);
  pins_.window_valid_i = !line_.empty();
  if (!line_.empty()) {
    pins_.window_data_i = line_.front();
    line_.pop_front();
  }
  pins_.evaluate();
  act_for_host(now);
  pins_.clock();
  pins_.bus_edge_i = pins_.window_valid_i = false;
}

void PciInterfaceRtl::act_for_host(Cycle now) {
  if (pins_.entries_pop_o) {
    ports_.entries.pop(now, std::max(transfer_.effect, now + 1));
    --pins_.entries_level_i;
    statistics_.fifo_words += 2;
  }
  if (pins_.mmm_put_o) put_matrix(ports_.mmm_writes);
  if (pins_.frames_put_o) put_matrix(ports_.frame_writes);
  if (pins_.started_o) announce_start(pins_.query_begin_o);
  if (pins_.started_o || pins_.stopped_o) {
    due_.push_back(transfer_.effect);
    wake_at(transfer_.effect);
  }
  if (pins_.window_read_o) read_line();
  if (pins_.window_write_o)
    transfer_.memory_words.at(window_index(pins_.window_address_o)) = pins_.window_data_o;
  if (pins_.reset_o) {
    host_resets_ = true;
    if (on_reset) on_reset();
    host_resets_ = false;
    sample(now);
  }
}

void PciInterfaceRtl::put_matrix(Channel<MatrixWrite>& channel) {
  const Cycle now = clock().now();
  MatrixWrite write;
  write.first_word = pins_.matrix_first_word_o;
  write.count = pins_.matrix_count_o;
  std::copy_n(pins_.matrix_words_o.begin(), write.count, write.words.begin());
  channel.put(now, write, transfer_.effect - now);
}

// Of the transfer's words; those before it count from the end.
std::size_t PciInterfaceRtl::window_index(std::uint32_t address) const {
  return (address + static_cast<std::uint32_t>(registers::kSdramWindow) - transfer_.address) / 4;
}

// What the line has beside the transfer's words is not the host's.
void PciInterfaceRtl::read_line() {
  Transfer& t = transfer_;
  if (!t.memory_read) t.status = access_memory(tlm::TLM_READ_COMMAND);
  t.memory_read = true;
  for (std::uint32_t i = 0; i < kLineWords; ++i) {
    const std::size_t index = window_index(pins_.window_address_o + 4 * i);
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

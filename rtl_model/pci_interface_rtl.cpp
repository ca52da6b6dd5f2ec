#include "rtl_model/pci_interface_rtl.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace collisionchip {

namespace {

constexpr std::uint64_t kMostWords = registers::kFifoEnd / 4;

tlm::tlm_response_status response(std::uint32_t error) {
  switch (error) {
    case PciInterfacePins::kNone:
      return tlm::TLM_OK_RESPONSE;
    case PciInterfacePins::kAddress:
      return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    case PciInterfacePins::kCommand:
      return tlm::TLM_COMMAND_ERROR_RESPONSE;
    case PciInterfacePins::kBurst:
      return tlm::TLM_BURST_ERROR_RESPONSE;
    default:
      return tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
}

}  // namespace

const std::vector<RtlRequirement>& PciInterfaceRtl::requirements() {
  static const std::vector<RtlRequirement> all = {
      {"dop.k", 24, 24}, {"pointer_fifo.depth", 1024, 1024}, {"pointer_fifo.threshold", 512, 512}};
  return all;
}

void PciInterfaceRtl::reset_state() {
  RtlUnit::reset_state();
  due_.clear();
  leave_host_port();
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
    end_query(now);
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
  interrupt.write(pins_.interrupt_o);
}

// The edges of the host's words are no chip cycles.
tlm::tlm_response_status PciInterfaceRtl::access(tlm::tlm_generic_payload& payload, Cycle effect) {
  const Cycle now = clock().now();
  const bool window = payload.get_address() >= registers::kSdramWindow;
  const std::uint64_t count = window ? 1 : payload.get_data_length() / 4;
  if (count > kMostWords || payload.get_address() + payload.get_data_length() > 1ull << 32)
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  std::vector<std::uint32_t> words(count);
  if (payload.is_write()) std::memcpy(words.data(), payload.get_data_ptr(), 4 * count);
  sample(now);
  pins_.host_write_i = payload.is_write();
  pins_.host_address_i = static_cast<std::uint32_t>(payload.get_address());
  pins_.host_words_i = static_cast<std::uint32_t>(count);
  pins_.host_left_i = static_cast<std::uint32_t>(effect - now);
  tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
  for (std::uint32_t i = 0; i < count && status == tlm::TLM_OK_RESPONSE; ++i) {
    pins_.host_index_i = i;
    status = word(words[i], effect);
  }
  leave_host_port();
  if (status != tlm::TLM_OK_RESPONSE) return status;
  if (window) return window_access(payload);
  if (payload.is_read()) std::memcpy(payload.get_data_ptr(), words.data(), 4 * count);
  return status;
}

tlm::tlm_response_status PciInterfaceRtl::word(std::uint32_t& value, Cycle effect) {
  const Cycle now = clock().now();
  pins_.tick_i = false;
  pins_.host_valid_i = true;
  sample_entry(now);
  pins_.stop_ready_i = ports_.stop.ready(now);
  pins_.mmm_ready_i = ports_.mmm_writes.ready(now);
  pins_.frames_ready_i = ports_.frame_writes.ready(now);
  pins_.host_data_i = value;
  pins_.evaluate();
  if (pins_.host_error_o != PciInterfacePins::kNone || pins_.host_window_o)
    return response(pins_.host_error_o);
  if (pins_.reset_o) {  // takes the host port with it
    if (on_reset) on_reset();
    sample(now);
    return tlm::TLM_OK_RESPONSE;
  }
  if (!pins_.host_write_i) value = pins_.host_data_o;
  if (pins_.entries_pop_o) {
    ports_.entries.pop(now, std::max(effect, now + 1));
    --pins_.entries_level_i;
    statistics_.fifo_words += 2;
  }
  if (pins_.mmm_put_o) put_matrix(ports_.mmm_writes, effect);
  if (pins_.frames_put_o) put_matrix(ports_.frame_writes, effect);
  if (pins_.started_o) begin_query(pins_.query_begin_o);
  pins_.clock();
  if (pins_.started_o || pins_.stopped_o) {
    due_.push_back(effect);
    wake_at(effect);
  }
  return tlm::TLM_OK_RESPONSE;
}

void PciInterfaceRtl::put_matrix(Channel<MatrixWrite>& channel, Cycle effect) {
  MatrixWrite write;
  write.first_word = pins_.matrix_first_word_o;
  write.count = pins_.matrix_count_o;
  std::copy_n(pins_.matrix_words_o.begin(), write.count, write.words.begin());
  channel.put(clock().now(), write, effect - clock().now());
}

void PciInterfaceRtl::leave_host_port() {
  pins_.host_valid_i = pins_.tick_i = false;
  pins_.evaluate();
  pins_.tick_i = true;
  status_ = pins_.status_o;
  interrupt.write(pins_.interrupt_o);
}

}  // namespace collisionchip

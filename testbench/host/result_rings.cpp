#include "collisionchip/testbench/host/result_rings.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "collisionchip/testbench/host/chip_answer.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/result_unit/result_unit_params.h"

namespace collisionchip {

ResultRings::ResultRings(const sc_core::sc_module_name& name, const ChipConfig& config, std::uint64_t base)
    : sc_core::sc_module(name),
      socket("socket"),
      base_(base),
      slots_(params_of<ResultUnitParams>(config).slots()),
      slot_words_(config.host.burst_bytes / 4),
      words_(std::size_t{queries_of(config)} * slots_ * slot_words_),
      taken_(queries_of(config)),
      came_(queries_of(config)) {
  socket.register_b_transport(this, &ResultRings::b_transport);
  SC_HAS_PROCESS(ResultRings);
  SC_METHOD(arrive);
  sensitive << due_;
  dont_initialize();
}

void ResultRings::clear() {
  std::fill(words_.begin(), words_.end(), 0);
  std::fill(taken_.begin(), taken_.end(), 0);
  std::fill(came_.begin(), came_.end(), 0);
  under_way_.clear();
  arrivals_.clear();
}

std::optional<ResultRings::Next> ResultRings::next() {
  if (arrivals_.empty()) return std::nullopt;
  const std::size_t ring = arrivals_.front();
  arrivals_.pop_front();
  const std::uint32_t number = ++taken_[ring];
  const std::size_t slot = ring * slots_ + (number - 1) % slots_;
  const std::uint32_t* const words = &words_[slot * slot_words_];
  if (words[0] != number)
    throw ChipError(
        fmt::format("chip: burst {} of ring {} came, where {} was expected", words[0], ring, number));
  try {
    return Next{ring, burst_of(words, slot_words_ / 2)};
  } catch (const std::invalid_argument& error) {
    throw ChipError(std::string("chip: ") + error.what());
  }
}

void ResultRings::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const std::uint64_t address = payload.get_address(), size = payload.get_data_length();
  if (!payload.is_write()) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    return;
  }
  if (address < base_ || address - base_ + size > 4 * words_.size()) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  const auto* const words = reinterpret_cast<const std::uint32_t*>(payload.get_data_ptr());
  bytes_ += size;
  std::vector<std::uint32_t> burst(words, words + size / 4);
  for (unsigned copies = on_burst(burst); copies > 0; --copies)
    under_way_.push_back({sc_core::sc_time_stamp() + delay, address - base_, burst});
  if (!under_way_.empty()) due_.notify(delay);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
}

// Writes come in the order in which they left. An event knows of one time alone. A burst that comes again changes nothing: the host
// looks for the next number.
void ResultRings::arrive() {
  bool any = false;
  for (; !under_way_.empty() && under_way_.front().at <= sc_core::sc_time_stamp(); under_way_.pop_front()) {
    const Write& write = under_way_.front();
    std::copy(write.words.begin(), write.words.end(),
              words_.begin() + static_cast<std::ptrdiff_t>(write.offset / 4));
    const std::size_t ring = static_cast<std::size_t>(write.offset / 4) / (std::size_t{slots_} * slot_words_);
    if (write.words[0] <= came_[ring]) continue;
    came_[ring] = write.words[0];
    arrivals_.push_back(ring);
    any = true;
  }
  if (!under_way_.empty()) due_.notify(under_way_.front().at - sc_core::sc_time_stamp());
  if (!any) return;
  arrived_.notify();
  on_arrival();
}

}  // namespace collisionchip

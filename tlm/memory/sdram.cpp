#include "collisionchip/tlm/memory/sdram.h"

#include <algorithm>
#include <cstring>

#include "collisionchip/reference/image/secded.h"
#include "collisionchip/tlm/memory/check_bits.h"

namespace collisionchip {

namespace {

// Zeros beyond what was ever written.
void fetch(const std::vector<unsigned char>& bytes, std::uint64_t at, unsigned char* to, std::size_t count) {
  const std::size_t stored = at < bytes.size() ? std::min<std::size_t>(count, bytes.size() - at) : 0;
  if (stored > 0) std::memcpy(to, bytes.data() + at, stored);
  std::memset(to + stored, 0, count - stored);
}

void store(std::vector<unsigned char>& bytes, std::uint64_t at, const unsigned char* from,
           std::size_t count) {
  if (at + count > bytes.size()) bytes.resize(at + count);
  std::memcpy(bytes.data() + at, from, count);
}

CheckBits* check_bits_of(const tlm::tlm_generic_payload& payload, std::uint64_t address, std::size_t length) {
  const bool whole_words = address % kEccWordBytes == 0 && length % kEccWordBytes == 0;
  return whole_words ? payload.get_extension<CheckBits>() : nullptr;
}

}  // namespace

Sdram::Sdram(const sc_core::sc_module_name& name, const SdramSettings& settings, std::uint32_t channel,
             const Sdram* first)
    : Sequenced(name, Clock(settings.clock_period_ps)),
      socket("socket"),
      commands("commands"),
      capacity_(std::uint64_t{settings.chip_side.capacity_mib} << 20),
      map_(settings.channels),
      channel_(channel),
      bus_bytes_(settings.chip_side.bus_bytes),
      word_bytes_(settings.memory_side.bus_bytes),
      queue_depth_(settings.chip_side.queue_depth),
      clocks_(settings.clock_period_ps, settings.clock_mhz),
      timing_(settings.memory_side),
      store_(first != nullptr ? first->store_ : std::make_shared<Store>()) {
  socket.register_nb_transport_fw(this, &Sdram::nb_transport_fw);
  socket.register_b_transport(this, &Sdram::b_transport);
  socket.register_transport_dbg(this, &Sdram::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &Sdram::get_direct_mem_ptr);
}

void Sdram::settle(Cycle now) {
  if (!queue_.empty() || waiting_.payload != nullptr) return;
  timing_.refresh_until(clocks_.to_memory(now));
  announce();
}

void Sdram::reset(Cycle now) {
  forget_wakes();
  clocks_.reset(now);
  timing_.reset(clocks_.to_memory(now));
  for (const Pending& pending : queue_) pending.payload->release();
  if (waiting_.payload != nullptr) waiting_.payload->release();
  if (responding_ != nullptr) responding_->release();
  queue_.clear();
  beats_ahead_.clear();
  waiting_ = Pending{};
  responding_ = nullptr;
  response_known_ = response_end_ = bus_free_ = now;
}

tlm::tlm_sync_enum Sdram::nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) return begin_request(payload, phase, delay);
  if (phase != tlm::END_RESP || &payload != responding_) return tlm::TLM_ACCEPTED;
  end_response(now(), delay);
  if (can_respond()) wake_at(now());
  return tlm::TLM_COMPLETED;
}

tlm::tlm_sync_enum Sdram::begin_request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                        const sc_core::sc_time& delay) {
  const tlm::tlm_response_status error = refusal(payload);
  if (error != tlm::TLM_OK_RESPONSE) {
    payload.set_response_status(error);
    return tlm::TLM_COMPLETED;
  }
  payload.acquire();
  const Pending pending{&payload, cycle_at(delay)};
  const Cycle cycle = now();
  if (!has_room(cycle)) {
    waiting_ = pending;
    wake_at(time_of_room());
    return tlm::TLM_ACCEPTED;
  }
  queue_.push_back(pending);
  prefetch(payload.get_address(), payload.get_data_length());
  if (can_respond()) wake_at(cycle);
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

tlm::tlm_response_status Sdram::refusal(const tlm::tlm_generic_payload& payload) const {
  const std::uint64_t address = payload.get_address();
  const std::uint64_t length = payload.get_data_length();
  if (!payload.is_read() && !payload.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (address >= capacity_ || length > capacity_ - address) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (address % bus_bytes_ != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (length == 0 || length % bus_bytes_ != 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (address % map_.piece() + length > map_.piece()) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (map_.channel_of(address) != channel_) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (payload.get_streaming_width() < length) return tlm::TLM_BURST_ERROR_RESPONSE;
  // Without a memory manager the transaction may be gone before its response; a second unanswered BEGIN_REQ
  // breaks the request exclusion rule.
  if (payload.get_data_ptr() == nullptr || !payload.has_mm() || waiting_.payload != nullptr) {
    return tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

bool Sdram::has_room(Cycle now) {
  while (!beats_ahead_.empty() && beats_ahead_.front() <= now) beats_ahead_.pop_front();
  return queue_.size() + beats_ahead_.size() < queue_depth_;
}

Cycle Sdram::step(Cycle cycle) {
  bool admitted = false;
  do {
    admitted = admit(cycle);
    while (can_respond()) respond(cycle);
  } while (admitted && waiting_.payload != nullptr);
  return waiting_.payload != nullptr ? time_of_room() : kNever;
}

// The END_REQ that had to wait, if there is room now.
bool Sdram::admit(Cycle cycle) {
  if (waiting_.payload == nullptr || !has_room(cycle)) return false;
  const Pending pending{waiting_.payload, std::max(waiting_.arrival, cycle)};
  waiting_ = Pending{};
  queue_.push_back(pending);
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = clock().duration(pending.arrival - cycle);
  socket->nb_transport_bw(*pending.payload, phase, delay);
  return true;
}

void Sdram::respond(Cycle cycle) {
  const Pending pending = queue_.front();
  queue_.pop_front();
  const Cycle first_beat = decide(pending);
  announce();
  respond(cycle, pending, first_beat);
}

// The cycle of its first beat.
Cycle Sdram::decide(const Pending& pending) {
  const auto length = pending.payload->get_data_length();
  const std::uint32_t beats = length / bus_bytes_, words = length / word_bytes_;
  SdramAccess request;
  request.write = pending.payload->is_write();
  request.arrival = clocks_.to_memory(pending.arrival);
  request.read_floor = clocks_.to_memory(response_known_);
  request.first_beat_floor = hand_over_floor(std::max(response_end_, bus_free_), beats, words);
  request.address = map_.within(pending.payload->get_address());
  request.beats = words;
  const Cycle first = timing_.serve(request), all_there = clocks_.to_chip(first + words);
  const Cycle first_beat = std::max(clocks_.to_chip(first), all_there - std::min<Cycle>(all_there, beats));
  bus_free_ = first_beat + beats;
  return first_beat;
}

// The first cycle of the memory from which on so many words can come, one in each, so that they are handed over from a
// cycle of the chip on and not sooner: the first or the last of them says when.
Cycle Sdram::hand_over_floor(Cycle from, std::uint32_t beats, std::uint32_t words) const {
  const Cycle last = clocks_.first_for(from + beats);
  return std::min(clocks_.first_for(from), last - std::min<Cycle>(last, words));
}

// A command that prepares a read is announced with it, as when the SDRAM makes the commands.
void Sdram::drive(const SdramCommand& command) {
  timing_.count(command);
  announce();
  if (command.kind != SdramCommandKind::read) return;
  if (queue_.empty()) admit(now());
  const std::uint64_t length = std::uint64_t{command.beats} * bus_bytes_;
  if (queue_.empty() || !timing_.locates(queue_.front().payload->get_address(), command) ||
      queue_.front().payload->get_data_length() != length) {
    SC_REPORT_ERROR("sdram", "a READ that is not that of the oldest request");
    return;
  }
  const Pending pending = queue_.front();
  queue_.pop_front();
  respond(now(), pending, command.cycle + timing_.read_latency());
  if (waiting_.payload != nullptr) wake_at(time_of_room());
}

void Sdram::respond(Cycle cycle, const Pending& pending, Cycle first_beat) {
  tlm::tlm_generic_payload& payload = *pending.payload;
  beats_ahead_.push_back(first_beat);
  if (payload.is_write()) {
    write(payload.get_address(), payload, payload.get_data_length());
  } else {
    read(payload.get_address(), payload, payload.get_data_length());
  }
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  responding_ = &payload;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_core::sc_time delay = clock().duration(first_beat - cycle);
  const tlm::tlm_sync_enum result = socket->nb_transport_bw(payload, phase, delay);
  const bool ended = result == tlm::TLM_COMPLETED || (result == tlm::TLM_UPDATED && phase == tlm::END_RESP);
  if (ended && responding_ == &payload) end_response(cycle, delay);
}

void Sdram::end_response(Cycle cycle, const sc_core::sc_time& delay) {
  response_known_ = cycle;
  response_end_ = cycle_at(delay);
  responding_->release();
  responding_ = nullptr;
}

void Sdram::announce() {
  for (const SdramCommand& command : timing_.issued()) commands.write(command);
}

// Room appears when the oldest first beat ahead passes. If
// none is known yet, its decision lets the memory run anyway.
Cycle Sdram::time_of_room() const {
  return beats_ahead_.empty() ? kNever : beats_ahead_.front();
}

// The cycle of now + delay; what is no whole number of cycles counts up.
Cycle Sdram::cycle_at(const sc_core::sc_time& delay) const {
  return clock().cycles(sc_core::sc_time_stamp() + delay);
}

void Sdram::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
  const std::uint64_t address = payload.get_address();
  const std::uint64_t length = payload.get_data_length();
  payload.set_dmi_allowed(false);
  if (!payload.is_read() && !payload.is_write()) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
  } else if (payload.get_byte_enable_ptr() != nullptr) {
    payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  } else if (length == 0 || payload.get_streaming_width() < length || payload.get_data_ptr() == nullptr) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
  } else if (address >= capacity_ || length > capacity_ - address) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
  } else {
    transport_dbg(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
}

unsigned int Sdram::transport_dbg(tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  if (address >= capacity_ || payload.get_data_ptr() == nullptr) return 0;
  const std::uint64_t length = std::min<std::uint64_t>(payload.get_data_length(), capacity_ - address);
  if (payload.is_write()) {
    write(address, payload, length);
  } else if (payload.is_read()) {
    read(address, payload, length);
  } else {
    return 0;
  }
  return static_cast<unsigned int>(length);
}

bool Sdram::get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  dmi.allow_read_write();  // what is refused, as the return value says
  dmi.set_start_address(0);
  dmi.set_end_address(~sc_dt::uint64{0});
  return false;
}

void Sdram::preload(std::shared_ptr<const std::vector<unsigned char>> bytes,
                    std::vector<unsigned char> check_bits) {
  *store_ = Store{std::move(bytes), {}, std::move(check_bits)};
}

// The bytes to write to: a copy of what was preloaded.
std::vector<unsigned char>& Sdram::owned() {
  if (store_->preloaded) store_->bytes = *store_->preloaded;
  store_->preloaded.reset();
  return store_->bytes;
}

// Into the host's caches: what a query reads lies all over its memory, and the read comes when all who run in
// this cycle have run.
void Sdram::prefetch(std::uint64_t address, std::size_t length) const {
  constexpr std::size_t kCacheLine = 64;
  if (address + length > stored().size()) return;
  for (std::size_t at = 0; at < length; at += kCacheLine) __builtin_prefetch(stored().data() + address + at);
}

void Sdram::read(std::uint64_t address, tlm::tlm_generic_payload& payload, std::size_t length) const {
  fetch(stored(), address, payload.get_data_ptr(), length);
  CheckBits* const check = check_bits_of(payload, address, length);
  if (check == nullptr) return;
  fetch(store_->check, address / kEccWordBytes, check->bits, length / kEccWordBytes);
  check->stored = true;
}

void Sdram::write(std::uint64_t address, const tlm::tlm_generic_payload& payload, std::size_t length) {
  store(owned(), address, payload.get_data_ptr(), length);
  CheckBits* const check = check_bits_of(payload, address, length);
  if (check == nullptr) return;
  store(store_->check, address / kEccWordBytes, check->bits, length / kEccWordBytes);
  check->stored = true;
}

void Sdram::invert_bit(std::uint64_t address, unsigned bit) {
  const bool data = bit < kEccDataBits;
  std::vector<unsigned char>& bytes = data ? owned() : store_->check;
  const std::uint64_t at = data ? address + bit / 8 : address / kEccWordBytes;
  if (at >= bytes.size()) bytes.resize(at + 1);
  bytes[at] ^= static_cast<unsigned char>(1u << bit % 8);
}

}  // namespace collisionchip

#include "collisionchip/tlm/units/memory_controller/memory_controller.h"

#include <algorithm>

namespace collisionchip {

namespace {
constexpr int kInputRegister = CycleAccount::kFirstCause;
constexpr int kSdramStall = CycleAccount::kFirstCause + 1;

// What the memory would refuse for its form goes to it as it is.
// Debug transport ignores byte enables and the streaming width.
bool moves_data(const tlm::tlm_generic_payload& payload) {
  return (payload.is_read() || payload.is_write()) && payload.get_data_ptr() != nullptr &&
         payload.get_data_length() > 0;
}
bool is_plain(const tlm::tlm_generic_payload& payload) {
  return moves_data(payload) && payload.get_byte_enable_ptr() == nullptr &&
         payload.get_streaming_width() >= payload.get_data_length();
}
}  // namespace

MemoryController::MemoryController(const sc_core::sc_module_name& name, const MemoryControllerParams& params)
    : Unit(name, Clock(params.clock_period_ps)),
      memory("memory"),
      host("host"),
      pool_(params.ecc),
      params_(params),
      register_free_(params.input_registers, 0),
      account_(std::string(name), account_meanings()[0]) {
  memory.register_nb_transport_bw(this, &MemoryController::nb_transport_bw);
  host.register_b_transport(this, &MemoryController::b_transport);
  host.register_transport_dbg(this, &MemoryController::transport_dbg);
  keep(account_);
}

void MemoryController::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  statistics_ = {};
  ecc_.begin_query();
}

// The SDRAM is reset with the controller and drops its transactions too.
void MemoryController::reset_state() {
  drop_in_flight();
  if (unended_ != nullptr) unended_->release();
  std::fill(register_free_.begin(), register_free_.end(), 0);
  request_phase_busy_ = false;
  request_phase_ended_ = 0;
  unended_ = nullptr;
  promised_ = 0;
  answered_at_ = issued_at_ = kNever;
  last_in_ = 0;
  refused_.reset();
}

void MemoryController::drop_in_flight() {
  for (const InFlight& read : in_flight_) read.payload->release();
  in_flight_.clear();
}

Cycle MemoryController::step(Cycle now) {
  take_releases(now);
  end_response(now);
  return issue(now);
}

Cycle MemoryController::issue(Cycle now) {
  while (has_request(now)) {
    if (request_phase_busy_) return kNever;
    if (request_phase_ended_ >= now) return request_phase_ended_ + 1;
    const Cycle earliest = take_request(now);
    if (earliest > now) return earliest;
  }
  return kNever;
}

void MemoryController::begin_write(Cycle now, const Read& request,
                                   const std::array<std::uint32_t, kMostPairWords>& words) {
  PayloadPool::Payload& payload = pool_.acquire_write(request.address, request.bytes);
  payload.data.words = words;
  if (has_ecc()) EccInterface::protect(payload);
  begin(now, request, payload);
}

void MemoryController::begin(Cycle now, const Read& request, PayloadPool::Payload& payload) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = clock().duration(params_.request_latency);
  in_flight_.push_back({request, &payload, now});
  request_phase_busy_ = true;
  issued_at_ = now;
  const tlm::tlm_sync_enum answer = memory->nb_transport_fw(payload, phase, delay);
  if (answer == tlm::TLM_COMPLETED) {
    if (payload.is_response_ok())
      SC_REPORT_FATAL("memory_controller", "expected the memory to answer by BEGIN_RESP");
    in_flight_.pop_back();
    payload.release();
    refused_ = Refused{request, now};
    answer_refused(now);
  } else if (answer == tlm::TLM_UPDATED) {
    end_request(now);
    if (phase == tlm::BEGIN_RESP) {
      take_response(now, payload, now + clock().cycles(delay));
      end_response(now);
    }
  }
}

// One request per cycle, whether END_REQ came at once or from the SDRAM's process.
void MemoryController::end_request(Cycle now) {
  request_phase_busy_ = false;
  request_phase_ended_ = now;
}

// In its turn: when the reads before it are in. The request phase is busy until then.
void MemoryController::answer_refused(Cycle now) {
  if (!refused_ || !in_flight_.empty()) return;
  const Refused refused = *refused_;
  refused_.reset();
  const Cycle visible = std::max({refused.since + 2, last_in_ + 1, now + 1});
  report_error(now, refused.request, {ReadError::Kind::refused, refused.request.address}, visible);
  request_phase_busy_ = false;
  request_phase_ended_ = visible - 1;
  wake_at(visible);
}

// Acted upon at once, though the controller's own method may run before or after it in the same cycle: the
// register was set aside when the SDRAM was told, so what a release of this cycle adds cannot change which
// one it is. What it wakes is in this cycle a request that is visible, whether or not the method has taken it.
tlm::tlm_sync_enum MemoryController::nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                                     sc_core::sc_time& delay) {
  const Cycle now = this->now();
  if (request_phase_busy_ && !refused_ && in_flight_.back().payload == &payload) {
    end_request(now);
    if (had_request(now)) wake_at(now + 1);
  }
  if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  take_response(now, payload, now + clock().cycles(delay));
  const Cycle effective = promise_register(now);
  if (effective == kNever) return tlm::TLM_ACCEPTED;
  unended_->release();
  unended_ = nullptr;
  delay = clock().duration(effective - now);
  return tlm::TLM_COMPLETED;
}

void MemoryController::take_response(Cycle now, tlm::tlm_generic_payload& payload, Cycle first_beat) {
  if (in_flight_.empty() || in_flight_.front().payload != &payload) {
    SC_REPORT_FATAL("memory_controller", "the memory answered out of order");
  }
  take_releases(now);
  answered_at_ = now;
  if (had_request(now)) wake_at(now + 1);  // a list that waits for all reads to be answered
  const InFlight read = in_flight_.front();
  in_flight_.pop_front();
  unended_ = read.payload;
  unended_first_beat_ = first_beat;
  if (payload.is_response_error()) {
    report_error(now, read.request, {ReadError::Kind::refused, read.request.address},
                 std::max(last_in_, now) + 1);
  } else {
    hand_out(now, read, first_beat);
  }
  note_answered(now);
  answer_refused(now);
}

// The beats of data beyond repair come in and are dropped: no register holds them.
void MemoryController::hand_out(Cycle now, const InFlight& read, Cycle first_beat) {
  const Cycle in_register = first_beat + params_.data_latency;
  last_in_ = in_register + beats_of(read.request);
  count(read.request);
  account(read, register_free_[promised_], in_register);
  const bool is_read = read.request.use != Read::Use::refit_write;
  const auto uncorrectable = has_ecc() && is_read ? ecc_.check(*read.payload) : std::nullopt;
  if (uncorrectable) {
    report_error(now, read.request,
                 {ReadError::Kind::uncorrectable, static_cast<std::uint32_t>(*uncorrectable)}, last_in_);
  } else {
    deliver(now, read, in_register);
  }
}

// Sets a register aside for the next response and returns the cycle from which its first beat may be on the
// pins; kNever while no register is known to become free.
Cycle MemoryController::promise_register(Cycle now) {
  const auto soonest = std::min_element(register_free_.begin(), register_free_.end());
  const Cycle free_at = *soonest;
  if (free_at == kNever) return kNever;
  promised_ = static_cast<std::size_t>(soonest - register_free_.begin());
  const Cycle latency = params_.data_latency;
  const Cycle on_pins = free_at > latency ? free_at - latency : 0;
  return std::max({on_pins, unended_first_beat_, now});
}

void MemoryController::end_response(Cycle now) {
  if (unended_ == nullptr) return;
  const Cycle effective = promise_register(now);
  if (effective == kNever) return;
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay = clock().duration(effective - now);
  PayloadPool::Payload* payload = unended_;
  unended_ = nullptr;
  memory->nb_transport_fw(*payload, phase, delay);
  payload->release();
}

Cycle MemoryController::pass_through(const Read& request, Cycle in_register) {
  const Cycle beats = beats_of(request);
  register_free_[promised_] = in_register + (params_.refill == RefillPolicy::streaming ? 1 : beats);
  return in_register + beats;
}

void MemoryController::release_register(Cycle from) {
  *std::find(register_free_.begin(), register_free_.end(), kNever) = from;
}

void MemoryController::release_all_registers(Cycle from) {
  std::replace(register_free_.begin(), register_free_.end(), kNever, from);
}

Cycle MemoryController::all_registers_free() const {
  return *std::max_element(register_free_.begin(), register_free_.end());
}

TriangleData MemoryController::triangle_of(const InFlight& read) {
  TriangleData data;
  data.address = read.request.address;
  std::copy_n(read.payload->data.words.begin(), data.record.size(), data.record.begin());
  return data;
}

// Counts all data that the SDRAM has sent, used or not.
void MemoryController::count(const Read& request) {
  if (request.use != Read::Use::query) {
    ++statistics_.refit_accesses;
    statistics_.refit_bytes += request.bytes;
    return;
  }
  switch (request.kind) {
    case ReadKind::tumbled_pair:
      ++statistics_.tumbled_pairs;
      statistics_.tumbled_bytes += request.bytes;
      break;
    case ReadKind::aligned_pair:
    case ReadKind::ancestor_pair:
      ++statistics_.aligned_pairs;
      statistics_.aligned_bytes += request.bytes;
      break;
    case ReadKind::triangle:
      ++statistics_.triangles;
      statistics_.triangle_bytes += request.bytes;
      break;
  }
}

// A gap before the data is the SDRAM's, except for the part in which no register was free.
void MemoryController::account(const InFlight& read, Cycle register_free, Cycle in_register) {
  account_.spend(read.requested, CycleAccount::kIdle);
  account_.spend(std::min(register_free, in_register), kInputRegister);
  account_.spend(in_register, kSdramStall);
  account_.spend(in_register + beats_of(read.request), CycleAccount::kBusy);
}

void MemoryController::b_transport(int, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (!payload.is_read()) note_host_write();
  if (!has_ecc() || !is_plain(payload)) {
    memory->b_transport(payload, delay);
    return;
  }
  payload.set_response_status(EccInterface::access(payload, [&](tlm::tlm_generic_payload& words) {
    memory->b_transport(words, delay);
    return words.get_response_status();
  }));
}

unsigned MemoryController::transport_dbg(int, tlm::tlm_generic_payload& payload) {
  if (!payload.is_read()) note_host_write();
  if (!has_ecc() || !moves_data(payload)) return memory->transport_dbg(payload);
  payload.set_response_status(EccInterface::access(payload, [&](tlm::tlm_generic_payload& words) {
    return memory->transport_dbg(words) == words.get_data_length() ? tlm::TLM_OK_RESPONSE
                                                                   : tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }));
  return payload.is_response_ok() ? payload.get_data_length() : 0;
}

}  // namespace collisionchip

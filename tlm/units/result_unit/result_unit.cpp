#include "collisionchip/tlm/units/result_unit/result_unit.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "collisionchip/tlm/machine/channel_set.h"
#include "collisionchip/tlm/machine/query_status.h"

namespace collisionchip {

ResultUnit::Ports ResultUnit::Ports::of(const UnitPorts& ports) {
  return {ports.at<Finding>("entries"), ports.at<QueryDone>("closed"), ports.at<RingWrite>("rings"),
          ports.at<QueryDone>("done"), ports.find<PoseRefusal>("refusals")};
}

ResultUnit::ResultUnit(const sc_core::sc_module_name& name, const ResultUnitParams& params,
                       const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      host_memory("host_memory"),
      params_(params),
      ports_(ports),
      rings_(params.rings),
      account_(std::string(name), account_meanings()[0]) {
  ports_.entries.bind_reader(*this);
  ports_.closed.bind_reader(*this);
  ports_.rings.bind_reader(*this);
  ports_.done.bind_writer(*this);
  listen(ports_.entries);
  listen(ports_.closed);
  listen(ports_.rings);
  if (ports_.refusals != nullptr) {
    ports_.refusals->bind_reader(*this);
    listen(*ports_.refusals);
  }
  keep(account_, state_);
}

void ResultUnit::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void ResultUnit::reset_state() {
  std::fill(rings_.begin(), rings_.end(), Ring{});
  ready_.clear();
  link_free_ = 0;
  state_ = CycleAccount::kIdle;
}

Cycle ResultUnit::step(Cycle now) {
  account_.spend(now, state_);
  take_writes(now);
  bool acted = send(now);
  acted |= take_entry(now) || take_refusal(now);
  state_ = acted ? CycleAccount::kBusy : waiting_for(now);
  if (acted) return now + 1;
  return state_ == kLink ? link_free_ : kNever;
}

// For what the burst that was complete first waits.
int ResultUnit::waiting_for(Cycle now) const {
  if (ready_.empty()) return CycleAccount::kIdle;
  return now < link_free_ ? kLink : kHost;
}

void ResultUnit::take_writes(Cycle now) {
  while (const RingWrite* write = ports_.rings.front(now)) {
    constexpr std::uint64_t kLow = 0xffff'ffff;
    if (write->kind == RingWrite::Kind::base_low) base_ = (base_ & ~kLow) | write->value;
    if (write->kind == RingWrite::Kind::base_high) base_ = (base_ & kLow) | std::uint64_t{write->value} << 32;
    if (write->kind == RingWrite::Kind::taken) rings_[write->ring].taken = write->value;
    if (write->kind == RingWrite::Kind::witness) rings_[write->ring].witness = write->value != 0;
    ports_.rings.pop(now);
  }
}

std::uint32_t ResultUnit::ring_of(const Finding& entry) const {
  return params_.rings == 1 ? 0 : query_finding_of(queue_entry_words(entry)).query;
}

bool ResultUnit::take_entry(Cycle now) {
  const Finding* const entry = ports_.entries.front(now);
  if (entry == nullptr) return false;
  const std::uint32_t number = ring_of(*entry);
  Ring& ring = rings_[number];
  if (ring.complete) return false;
  const bool end = entry->kind == Finding::Kind::end;
  const QueryDone* const closed = ports_.closed.front(now);
  if (end && closed == nullptr) return false;
  if (end && places_of_burst(ring.burst.entries.size() + 1, true) > params_.burst_places()) {
    complete(number);
    return true;
  }
  ring.burst.entries.push_back(params_.rings == 1 ? entry_words(*entry) : queue_entry_words(*entry));
  ++statistics_.entries;
  if (end) {
    ring.burst.closing = true;
    ring.burst.status = status_of(*closed);
    ring.burst.error_address = closed->error.address;
    ring.done = *closed;
    ports_.closed.pop(now);
  }
  ports_.entries.pop(now);
  const bool full = places_of_burst(ring.burst.entries.size(), false) == params_.burst_places();
  if (end || full || ring.witness) complete(number);
  return true;
}

bool ResultUnit::take_refusal(Cycle now) {
  const PoseRefusal* const refusal = ports_.refusals == nullptr ? nullptr : ports_.refusals->front(now);
  if (refusal == nullptr) return false;
  const std::uint32_t number = refusal->query < params_.rings ? refusal->query : 0;
  Ring& ring = rings_[number];
  if (ring.complete || !ring.burst.entries.empty()) return false;
  ring.burst.closing = true;
  ring.burst.status = registers::kDone | registers::kError | registers::kRefused;
  ring.burst.error_address = refused_word(*refusal);
  ring.done = {{ReadError::Kind::refused, ring.burst.error_address}, false};
  ports_.refusals->pop(now);
  complete(number);
  return true;
}

void ResultUnit::complete(std::uint32_t ring) {
  rings_[ring].complete = true;
  ready_.push_back(ring);
}

// A burst that this cycle completes leaves in the next one.
bool ResultUnit::send(Cycle now) {
  if (now < link_free_) return false;
  const auto found = std::find_if(ready_.begin(), ready_.end(), [this](std::uint32_t ring) {
    return rings_[ring].used() < params_.slots();
  });
  if (found == ready_.end()) return false;
  const std::uint32_t number = *found;
  Ring& ring = rings_[number];
  if (ring.burst.closing && !ports_.done.ready(now)) return false;
  ready_.erase(found);
  ring.burst.number = ++ring.sent;
  statistics_.most_slots = std::max<std::uint64_t>(statistics_.most_slots, ring.used());
  write(now, ring, number, words_of(ring.burst));
  if (ring.burst.closing) {
    ++statistics_.closings;
    ports_.done.put(now, ring.done);
  }
  ring.burst = {};
  ring.complete = false;
  return true;
}

void ResultUnit::write(Cycle now, const Ring& ring, std::uint32_t number,
                       const std::vector<std::uint32_t>& words) {
  const std::uint64_t slot = std::uint64_t{number} * params_.slots() + (ring.sent - 1) % params_.slots();
  std::vector<std::uint32_t> data = words;
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(base_ + slot * params_.burst_bytes);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(data.data()));
  payload.set_data_length(static_cast<unsigned>(4 * data.size()));
  payload.set_streaming_width(payload.get_data_length());
  const LinkTime time = params_.link.result(words.size());
  link_free_ = now + time.held;
  sc_core::sc_time delay = clock().duration(time.seen());
  host_memory->b_transport(payload, delay);
  if (payload.get_response_status() != tlm::TLM_OK_RESPONSE)
    throw std::runtime_error(std::string(name()) + ": the host's memory refused " +
                             std::to_string(payload.get_data_length()) + " bytes at byte " +
                             std::to_string(payload.get_address()));
  ++statistics_.bursts;
  statistics_.words += words.size();
}

}  // namespace collisionchip

#include "collisionchip/tlm/units/memory_controller/memory_controller.h"

#include <algorithm>

#include "collisionchip/tlm/machine/channel_set.h"

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

MemoryController::Ports MemoryController::Ports::of(const UnitPorts& ports) {
  if (ports.find<BurstRequest>("burst_requests") != nullptr) {
    MemoryController::Ports bursts{};
    bursts.burst_requests = &ports.at<BurstRequest>("burst_requests");
    bursts.burst_data = &ports.at<BurstData>("burst_data");
    return bursts;
  }
  if (ports.find<ReadRequest>("node_requests") == nullptr)
    return {nullptr, &ports.at<ReadRequest>("triangle_requests"), nullptr, nullptr,
            nullptr, &ports.at<TriangleData>("triangle_data"),    nullptr, nullptr};
  return {&ports.at<ReadRequest>("node_requests"),       &ports.at<ReadRequest>("triangle_requests"),
          &ports.at<RegisterRelease>("releases"),        &ports.at<NodePairData>("tumbled_data"),
          &ports.at<NodePairData>("aligned_data"),       &ports.at<TriangleData>("triangle_data"),
          &ports.at<PairAuxiliary>("tumbled_auxiliary"), &ports.at<PairAuxiliary>("aligned_auxiliary"),
          ports.find<TriangleData>("tumbled_leaves"),    ports.find<TriangleData>("aligned_leaves")};
}

MemoryController::MemoryController(const sc_core::sc_module_name& name, const MemoryControllerParams& params,
                                   const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      memory("memory"),
      host("host"),
      ports_(ports),
      pool_(params.ecc),
      params_(params),
      branch_cache_(params.branch_cache_lines),
      register_free_(params.input_registers, 0),
      account_(std::string(name), account_meanings()[0]) {
  memory.register_nb_transport_bw(this, &MemoryController::nb_transport_bw);
  host.register_b_transport(this, &MemoryController::b_transport);
  host.register_transport_dbg(this, &MemoryController::transport_dbg);
  if (has_bursts()) {
    ports_.burst_requests->bind_reader(*this);
    listen(*ports_.burst_requests);
  } else {
    ports_.triangle_requests->bind_reader(*this);
    listen(*ports_.triangle_requests);
  }
  if (has_nodes()) {
    ports_.node_requests->bind_reader(*this);
    listen(*ports_.node_requests);
    ports_.releases->bind_reader(*this);
    listen(*ports_.releases);
  }
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
  abandoned_ = false;
  abandoned_at_ = kNever;
  auxiliary_visible_ = {};
  if (!params_.keep_across_queries) branch_cache_.clear();
  branch_cache_.drop_after(now());
}

void MemoryController::drop_in_flight() {
  for (const InFlight& read : in_flight_) read.payload->release();
  in_flight_.clear();
}

Cycle MemoryController::step(Cycle now) {
  if (has_nodes()) take_releases(now);
  end_response(now);
  return issue(now);
}

// What the DOP Unit may never read must not keep a triangle from the input register: the Triangle Unit still
// has to come to its end.
void MemoryController::take_releases(Cycle now) {
  while (const RegisterRelease* release = ports_.releases->front(now)) {
    if (ports_.releases->front_visible() < abandoned_at_)
      *std::find(register_free_.begin(), register_free_.end(), kNever) = release->from;
    ports_.releases->pop(now);
  }
  if (now >= abandoned_at_) std::replace(register_free_.begin(), register_free_.end(), kNever, abandoned_at_);
}

void MemoryController::deliver(Cycle now, const InFlight& read, Cycle first_beat) {
  const Cycle in_register = first_beat + params_.data_latency;
  account(read, register_free_[promised_], in_register);
  Cycle& free_at = register_free_[promised_];
  if (has_bursts()) {
    // It passes through to the Record Cache beat by beat.
    const Cycle beats = beats_of(read.request);
    free_at = in_register + (params_.refill == RefillPolicy::streaming ? 1 : beats);
    BurstData data;
    data.address = read.request.address;
    std::copy_n(read.payload->data.words.begin(), bytes_of(read.request) / 4, data.words.begin());
    ports_.burst_data->put(now, data, in_register + beats - now - 1);
    return;
  }
  if (read.request.kind != ReadKind::triangle) {
    if (abandoned_) return;
    free_at = kNever;
    deliver_pair(now, read, in_register);
    return;
  }
  // A triangle passes through to the Triangle Unit beat by beat.
  const Cycle beats = params_.triangle_beats;
  free_at = in_register + (params_.refill == RefillPolicy::streaming ? 1 : beats);
  TriangleData data;
  data.address = read.request.address;
  std::copy_n(read.payload->data.words.begin(), data.record.size(), data.record.begin());
  ports_.triangle_data->put(now, data, in_register + beats - now - 1);
}

PairAuxiliary MemoryController::auxiliary_of(const PayloadPool::Payload& payload) const {
  std::array<NodeLinks, 2> links;
  params_.node_format->decode_links(payload.data.words.data(), links);
  PairAuxiliary auxiliary;
  for (std::size_t side = 0; side < 2; ++side) {
    auxiliary.child[side] = links[side].child;
    auxiliary.triangle[side] = links[side].triangle;
    auxiliary.leaf[side] = links[side].leaf;
  }
  return auxiliary;
}

// What lies at no pair's place is read as it is asked for, and refused.
std::uint32_t MemoryController::lead_of(const Read& request) const {
  if (request.burst_bytes != 0 || params_.pairs_in_beats || request.kind == ReadKind::triangle) return 0;
  if (request.address % kSdramBlockBytes % params_.node_format->pair_stride != 0) return 0;
  return request.address % static_cast<std::uint32_t>(params_.pair_bytes / params_.pair_beats);
}

void MemoryController::deliver_pair(Cycle now, const InFlight& read, Cycle in_register) {
  const bool tumbled = read.request.kind == ReadKind::tumbled_pair;
  NodePairData& pair = read.payload->data;
  if (const std::uint32_t lead = lead_of(read.request) / 4; lead != 0)
    std::copy_n(pair.words.begin() + lead, params_.node_format->pair_bytes / 4, pair.words.begin());
  std::fill(pair.words.begin() + params_.node_format->pair_bytes / 4, pair.words.end(), 0);
  if (params_.node_format->needs_parent) {
    const bool ancestor = read.request.kind == ReadKind::ancestor_pair;
    pair.words.back() = read.request.address | (ancestor ? NodePairData::kAncestor : 0);
  }
  (tumbled ? ports_.tumbled_data : ports_.aligned_data)->put(now, pair, in_register - now - 1);
  deliver_auxiliary(now, read, in_register + params_.auxiliary_latency);
  keep_decoded(read.request, pair, in_register);
}

void MemoryController::deliver_auxiliary(Cycle now, const InFlight& read, Cycle visible) {
  const bool tumbled = read.request.kind == ReadKind::tumbled_pair;
  const PairAuxiliary auxiliary = auxiliary_of(*read.payload);
  const Cycle extra = visible - now - 1;
  auxiliary_visible_[tumbled ? 0 : 1] = visible;
  (tumbled ? ports_.tumbled_auxiliary : ports_.aligned_auxiliary)->put(now, auxiliary, extra);
  Channel<TriangleData>* const leaves = tumbled ? ports_.tumbled_leaves : ports_.aligned_leaves;
  if (leaves != nullptr) deliver_leaves(now, *read.payload, auxiliary, *leaves, extra);
}

// It counts from when both its boxes have come out of the decoder.
void MemoryController::keep_decoded(const Read& request, const NodePairData& pair, Cycle in_register) {
  if (params_.branch_cache_lines == 0) return;
  BranchCache::Line line{request.address, in_register + params_.pair_beats + params_.decode_cycles, {}};
  std::copy_n(pair.words.begin(), params_.node_format->pair_bytes / 4, line.words.begin());
  branch_cache_.insert(line);
}

// Instead of a read; false: it has to be read.
bool MemoryController::take_kept(Cycle now, const Read& request) {
  if (params_.branch_cache_lines == 0 || request.kind == ReadKind::triangle) return false;
  const BranchCache::Line* const line = branch_cache_.find(request.address);
  if (line == nullptr) return false;
  PayloadPool::Payload& payload = pool_.acquire_read(request.address, bytes_of(request));
  payload.data.words.fill(0);
  std::copy(line->words.begin(), line->words.end(), payload.data.words.begin());
  payload.data.words.back() = 1;
  in_flight_.push_back({request, &payload, now, line->ready});
  request_phase_ended_ = issued_at_ = now;
  deliver_kept(now);
  return true;
}

// Those whose turn it is. Their links come a cycle after them, and never before those of the pair before.
void MemoryController::deliver_kept(Cycle now) {
  while (!in_flight_.empty() && in_flight_.front().kept) {
    const InFlight kept = in_flight_.front();
    in_flight_.pop_front();
    if (!abandoned_) {
      const bool tumbled = kept.request.kind == ReadKind::tumbled_pair;
      const Cycle visible =
          std::max({now + params_.branch_cache_latency, *kept.kept, auxiliary_visible_[tumbled ? 0 : 1]});
      (tumbled ? ports_.tumbled_data : ports_.aligned_data)->put(now, kept.payload->data, visible - now - 1);
      deliver_auxiliary(now, kept, visible + 1);
      last_in_ = std::max(last_in_, visible);
    }
    kept.payload->release();
  }
}

// Left before right, in one cycle.
void MemoryController::deliver_leaves(Cycle now, const PayloadPool::Payload& payload,
                                      const PairAuxiliary& links, Channel<TriangleData>& leaves,
                                      Cycle extra) const {
  for (std::size_t member = 0; member < 2; ++member) {
    if (!links.leaf[member]) continue;
    TriangleData data;
    data.address = links.triangle[member];
    std::copy_n(payload.data.words.begin() + params_.node_format->members[member].begin, kTriangleDataWords,
                data.record.begin());
    leaves.put(now, data, extra);
  }
}

std::size_t MemoryController::soonest_register() const {
  return static_cast<std::size_t>(std::min_element(register_free_.begin(), register_free_.end()) -
                                  register_free_.begin());
}

// Sets a register aside for the next response and returns the cycle from which its first beat may be on the
// pins; kNever while no register is known to become free.
Cycle MemoryController::promise_register(Cycle now) {
  const std::size_t soonest = soonest_register();
  const Cycle free_at = register_free_[soonest];
  if (free_at == kNever) return kNever;
  promised_ = soonest;
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

Channel<ReadRequest>* MemoryController::next_request(Cycle now) {
  const bool triangle = ports_.triangle_requests->front(now) != nullptr;
  const bool node = has_nodes() && ports_.node_requests->front(now) != nullptr;
  if (triangle && (params_.triangle_priority || !node)) return ports_.triangle_requests;
  return node ? ports_.node_requests : nullptr;
}

// In this cycle, whether or not the controller's own method has run and taken it: what the SDRAM's process
// wakes must not depend on that.
bool MemoryController::had_request(Cycle now) {
  if (issued_at_ == now) return true;
  return has_bursts() ? ports_.burst_requests->front(now) != nullptr : next_request(now) != nullptr;
}

// kNever: not before something else happens. An answer of this cycle counts from the next one on, whether it
// came before or after the controller's own method.
Cycle MemoryController::earliest_issue(Cycle now, const ReadRequest& request) const {
  if (params_.overlap_lists || request.kind != ReadKind::tumbled_pair) return 0;
  if (!in_flight_.empty()) return kNever;
  if (answered_at_ == now) return now + 1;
  const Cycle empty = *std::max_element(register_free_.begin(), register_free_.end());
  const Cycle latency = params_.request_latency;
  return empty == kNever ? kNever : empty > latency ? empty - latency : 0;
}

Cycle MemoryController::issue(Cycle now) {
  if (has_bursts()) return issue_bursts(now);
  while (Channel<ReadRequest>* requests = next_request(now)) {
    if (request_phase_busy_) return kNever;
    if (request_phase_ended_ >= now) return request_phase_ended_ + 1;
    const ReadRequest request = *requests->front(now);
    const Cycle earliest = earliest_issue(now, request);
    if (earliest > now) return earliest;
    requests->pop(now);
    if (!take_kept(now, request)) begin_request(now, request);
  }
  return kNever;
}

Cycle MemoryController::issue_bursts(Cycle now) {
  while (const BurstRequest* burst = ports_.burst_requests->front(now)) {
    if (request_phase_busy_) return kNever;
    if (request_phase_ended_ >= now) return request_phase_ended_ + 1;
    const Read read = *burst;
    ports_.burst_requests->pop(now);
    begin_request(now, read);
  }
  return kNever;
}

void MemoryController::begin_request(Cycle now, const Read& request) {
  PayloadPool::Payload& payload = pool_.acquire_read(request.address - lead_of(request), bytes_of(request));
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

// Whoever asked is told; the Stack Engine once, for it gives up at the first error.
void MemoryController::report_error(Cycle now, const Read& request, const ReadError& error, Cycle visible) {
  if (has_bursts()) {
    ports_.burst_data->put(now, {request.address, {}, error}, visible - now - 1);
    return;
  }
  if (request.kind == ReadKind::triangle) {
    ports_.triangle_data->put(now, {request.address, {}, error}, visible - now - 1);
    return;
  }
  if (abandoned_) return;
  abandoned_ = true;
  abandoned_at_ = visible;
  wake_at(visible);
  PairAuxiliary auxiliary;
  auxiliary.error = error;
  ports_.tumbled_auxiliary->put(now, auxiliary, visible - now - 1);
}

// The beats come in and are dropped: no register holds them.
void MemoryController::report_uncorrectable(Cycle now, const InFlight& read, std::uint64_t word,
                                            Cycle first_beat) {
  const Cycle in_register = first_beat + params_.data_latency;
  account(read, register_free_[promised_], in_register);
  report_error(now, read.request, {ReadError::Kind::uncorrectable, static_cast<std::uint32_t>(word)},
               last_in_);
}

// Acted upon at once, though the controller's own method may run before or after it in the same cycle: the
// register was set aside when the SDRAM was told, so what a release of this cycle adds cannot change which
// one it is.
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
  if (has_nodes()) take_releases(now);
  answered_at_ = now;
  if (had_request(now)) wake_at(now + 1);  // a list that waits for all reads to be answered
  const InFlight read = in_flight_.front();
  in_flight_.pop_front();
  unended_ = read.payload;
  unended_first_beat_ = first_beat;
  if (payload.is_response_error()) {
    report_error(now, read.request, {ReadError::Kind::refused, read.request.address},
                 std::max(last_in_, now) + 1);
    deliver_kept(now);
    answer_refused(now);
    return;
  }
  last_in_ = first_beat + params_.data_latency + beats_of(read.request);
  count(read.request);
  const auto uncorrectable = has_ecc() ? ecc_.check(*read.payload) : std::nullopt;
  if (uncorrectable) {
    report_uncorrectable(now, read, *uncorrectable, first_beat);
  } else {
    deliver(now, read, first_beat);
  }
  deliver_kept(now);
  answer_refused(now);
}

// What the SDRAM has sent, whether or not it is of use.
void MemoryController::count(const Read& request) {
  switch (request.kind) {
    case ReadKind::tumbled_pair:
      ++statistics_.tumbled_pairs;
      statistics_.tumbled_bytes += bytes_of(request);
      break;
    case ReadKind::aligned_pair:
    case ReadKind::ancestor_pair:
      ++statistics_.aligned_pairs;
      statistics_.aligned_bytes += bytes_of(request);
      break;
    case ReadKind::triangle:
      ++statistics_.triangles;
      statistics_.triangle_bytes += bytes_of(request);
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
  if (!payload.is_read()) branch_cache_.clear();
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
  if (!payload.is_read()) branch_cache_.clear();
  if (!has_ecc() || !moves_data(payload)) return memory->transport_dbg(payload);
  payload.set_response_status(EccInterface::access(payload, [&](tlm::tlm_generic_payload& words) {
    return memory->transport_dbg(words) == words.get_data_length() ? tlm::TLM_OK_RESPONSE
                                                                   : tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }));
  return payload.is_response_ok() ? payload.get_data_length() : 0;
}

}  // namespace collisionchip

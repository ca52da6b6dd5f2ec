#include "collisionchip/tlm/units/memory_controller/pair_controller.h"

#include <algorithm>

#include "collisionchip/reference/image/leafless_pair.h"
#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

PairController::Ports PairController::Ports::of(const UnitPorts& ports) {
  return {ports.at<ReadRequest>("node_requests"),       ports.at<ReadRequest>("triangle_requests"),
          ports.at<RegisterRelease>("releases"),        ports.at<NodePairData>("tumbled_data"),
          ports.at<NodePairData>("aligned_data"),       ports.at<TriangleData>("triangle_data"),
          ports.at<PairAuxiliary>("tumbled_auxiliary"), ports.at<PairAuxiliary>("aligned_auxiliary"),
          ports.find<TriangleData>("tumbled_leaves"),   ports.find<TriangleData>("aligned_leaves"),
          ports.find<RefitRequest>("refit_requests"),   ports.find<RefitData>("refit_data")};
}

PairController::PairController(const sc_core::sc_module_name& name, const PairControllerParams& params,
                               const Ports& ports)
    : MemoryController(name, params),
      ports_(ports),
      params_(params),
      branch_cache_(params.branch_cache_lines) {
  ports_.triangle_requests.bind_reader(*this);
  listen(ports_.triangle_requests);
  ports_.node_requests.bind_reader(*this);
  listen(ports_.node_requests);
  ports_.releases.bind_reader(*this);
  listen(ports_.releases);
  if (ports_.refit_requests == nullptr) return;
  ports_.refit_requests->bind_reader(*this);
  listen(*ports_.refit_requests);
}

void PairController::reset_state() {
  MemoryController::reset_state();
  abandoned_ = false;
  refit_error_.reset();
  abandoned_at_ = kNever;
  auxiliary_visible_ = {};
  kept_.clear();
  answered_ = 0;
  if (!params_.keep_across_queries) branch_cache_.clear();
  branch_cache_.drop_after(now());
}

// What the DOP Unit may never read must not keep a triangle from the input register: the Triangle Unit still
// has to come to its end.
void PairController::take_releases(Cycle now) {
  while (const RegisterRelease* release = ports_.releases.front(now)) {
    if (ports_.releases.front_visible() < abandoned_at_) release_register(release->from);
    ports_.releases.pop(now);
  }
  if (now >= abandoned_at_) release_all_registers(abandoned_at_);
}

Channel<ReadRequest>* PairController::next_requests(Cycle now) {
  const bool triangle = ports_.triangle_requests.front(now) != nullptr;
  const bool node = ports_.node_requests.front(now) != nullptr;
  if (triangle && (params_.triangle_priority || !node)) return &ports_.triangle_requests;
  return node ? &ports_.node_requests : nullptr;
}

Cycle PairController::take_request(Cycle now) {
  if (has_refit(now)) {
    take_refit(now);
    return now;
  }
  Channel<ReadRequest>& requests = *next_requests(now);
  const ReadRequest request = *requests.front(now);
  const Cycle earliest = earliest_issue(now, request);
  if (earliest > now) return earliest;
  requests.pop(now);
  const Read read = read_of(request);
  if (refit_error_) {
    skip_request(now);
    report_error(now, read, *refit_error_, now + 2);
    return now;
  }
  if (!take_kept(now, read)) begin_request(now, read);
  return now;
}

void PairController::take_refit(Cycle now) {
  const RefitRequest request = *ports_.refit_requests->front(now);
  ports_.refit_requests->pop(now);
  const bool triangle = request.kind == RefitRequest::Kind::read_triangle;
  Read access = {ReadKind::triangle,   request.address, triangle ? kTriangleBytes : params_.pair_bytes, 0, 0,
                 Read::Use::refit_read};
  if (request.kind != RefitRequest::Kind::write_pair) return begin_request(now, access);
  access.use = Read::Use::refit_write;
  begin_write(now, access, request.words);
}

// kNever: not before something else happens. An answer of this cycle counts from the next one on, whether it
// came before or after the controller's own method.
Cycle PairController::earliest_issue(Cycle now, const ReadRequest& request) const {
  if (params_.overlap_lists || request.kind != ReadKind::tumbled_pair) return 0;
  if (!in_flight_.empty() || !kept_.empty()) return kNever;
  if (answered_at_ == now) return now + 1;
  const Cycle empty = all_registers_free();
  const Cycle latency = params_.request_latency;
  return empty == kNever ? kNever : empty > latency ? empty - latency : 0;
}

MemoryController::Read PairController::read_of(const ReadRequest& request) const {
  if (request.kind == ReadKind::triangle) return {request.kind, request.address, kTriangleBytes};
  if (params_.node_format->leafless) return leafless_read(request);
  return {request.kind, request.address, params_.pair_bytes, lead_of(request.address)};
}

// As long as its leaves make it. What is at no pair's place is refused.
MemoryController::Read PairController::leafless_read(const ReadRequest& request) const {
  const std::uint32_t leaves = leafless::leaves_of(request.address);
  const std::uint32_t bytes =
      params_.node_format->beats_at(request.address, params_.bus_bytes) * params_.bus_bytes;
  const bool misplaced = (request.address & ~(leafless::kAddressBits | leafless::kLeavesBits)) != 0;
  const std::uint32_t address = misplaced ? request.address : request.address & leafless::kAddressBits;
  return {request.kind, address, bytes, misplaced ? 0 : address % params_.bus_bytes, leaves};
}

// What lies at no pair's place is read as it is asked for, and refused.
std::uint32_t PairController::lead_of(std::uint32_t address) const {
  if (params_.pairs_in_beats) return 0;
  if (address % kSdramBlockBytes % params_.node_format->pair_stride != 0) return 0;
  return address % params_.bus_bytes;
}

void PairController::deliver(Cycle now, const InFlight& read, Cycle in_register) {
  if (read.request.use == Read::Use::refit_write) return;
  if (read.request.use == Read::Use::refit_read) {
    RefitData data{read.request.address, {}, {}};
    std::copy_n(read.payload->data.words.begin(), read.request.bytes / 4, data.words.begin());
    ports_.refit_data->put(now, data, pass_through(read.request, in_register) - now - 1);
  } else if (read.request.kind == ReadKind::triangle) {
    ports_.triangle_data.put(now, triangle_of(read), pass_through(read.request, in_register) - now - 1);
  } else if (!abandoned_) {
    hold_register();
    deliver_pair(now, read, in_register);
  }
}

void PairController::deliver_pair(Cycle now, const InFlight& read, Cycle in_register) {
  const bool tumbled = read.request.kind == ReadKind::tumbled_pair;
  const NodeFormat& format = *params_.node_format;
  NodePairData& pair = read.payload->data;
  const std::uint32_t told = read.request.address | read.request.leaves << leafless::kLeavesBit;
  const std::uint32_t words = format.bytes_at(told) / 4;
  if (const std::uint32_t lead = read.request.lead / 4; lead != 0)
    std::copy_n(pair.words.begin() + lead, words, pair.words.begin());
  std::fill(pair.words.begin() + words, pair.words.end(), 0);
  if (format.needs_parent || format.leafless) pair.address = told;
  pair.ancestor = read.request.kind == ReadKind::ancestor_pair;
  (tumbled ? ports_.tumbled_data : ports_.aligned_data).put(now, pair, in_register - now - 1);
  deliver_auxiliary(now, read.request.kind, pair,
                    in_register + std::min(params_.auxiliary_latency, beats_of(read.request)));
  keep_decoded(read.request.address, pair, in_register);
}

PairAuxiliary PairController::auxiliary_of(const NodePairData& pair) const {
  const std::array<NodeLinks, 2> links = params_.node_format->links_at(pair.address, pair.words.data());
  PairAuxiliary auxiliary;
  for (std::size_t side = 0; side < 2; ++side) {
    auxiliary.child[side] = links[side].child;
    auxiliary.triangle[side] = links[side].triangle;
    auxiliary.leaf[side] = links[side].leaf;
  }
  return auxiliary;
}

void PairController::deliver_auxiliary(Cycle now, ReadKind kind, const NodePairData& pair, Cycle visible) {
  const bool tumbled = kind == ReadKind::tumbled_pair;
  const PairAuxiliary auxiliary = auxiliary_of(pair);
  const Cycle extra = visible - now - 1;
  auxiliary_visible_[tumbled ? 0 : 1] = visible;
  (tumbled ? ports_.tumbled_auxiliary : ports_.aligned_auxiliary).put(now, auxiliary, extra);
  Channel<TriangleData>* const leaves = tumbled ? ports_.tumbled_leaves : ports_.aligned_leaves;
  if (leaves != nullptr) deliver_leaves(now, pair, auxiliary, *leaves, extra);
}

// Left before right, in one cycle.
void PairController::deliver_leaves(Cycle now, const NodePairData& pair, const PairAuxiliary& links,
                                    Channel<TriangleData>& leaves, Cycle extra) const {
  for (std::size_t member = 0; member < 2; ++member) {
    if (!links.leaf[member]) continue;
    TriangleData data;
    data.address = links.triangle[member];
    std::copy_n(pair.words.begin() + params_.node_format->members_at(pair.address)[member].begin,
                kTriangleDataWords, data.record.begin());
    leaves.put(now, data, extra);
  }
}

// It counts from when both its boxes have come out of the decoder.
void PairController::keep_decoded(std::uint32_t address, const NodePairData& pair, Cycle in_register) {
  if (params_.branch_cache_lines == 0) return;
  BranchCache::Line line{address, in_register + params_.pair_beats + params_.decode_cycles, {}};
  std::copy_n(pair.words.begin(), params_.node_format->pair_bytes / 4, line.words.begin());
  branch_cache_.insert(line);
}

// Instead of a read; false: it has to be read.
bool PairController::take_kept(Cycle now, const Read& request) {
  if (params_.branch_cache_lines == 0 || request.kind == ReadKind::triangle) return false;
  const BranchCache::Line* const line = branch_cache_.find(request.address);
  if (line == nullptr) return false;
  Kept kept{request.kind, {}, line->ready, answered_ + in_flight_.size()};
  std::copy(line->words.begin(), line->words.end(), kept.pair.words.begin());
  kept.pair.kept = true;
  kept_.push_back(kept);
  skip_request(now);
  deliver_kept(now);
  return true;
}

void PairController::note_answered(Cycle now) {
  ++answered_;
  deliver_kept(now);
}

// Those whose turn it is. Their links come a cycle after them, and never before those of the pair before.
void PairController::deliver_kept(Cycle now) {
  for (; !kept_.empty() && kept_.front().behind == answered_; kept_.pop_front()) {
    if (abandoned_) continue;
    const Kept& kept = kept_.front();
    const bool tumbled = kept.kind == ReadKind::tumbled_pair;
    const Cycle visible =
        std::max({now + params_.branch_cache_latency, kept.ready, auxiliary_visible_[tumbled ? 0 : 1]});
    (tumbled ? ports_.tumbled_data : ports_.aligned_data).put(now, kept.pair, visible - now - 1);
    deliver_auxiliary(now, kept.kind, kept.pair, visible + 1);
    last_in_ = std::max(last_in_, visible);
  }
}

// The unit that asked is told. The Stack Engine is told once, for it gives up at the first error.
void PairController::report_error(Cycle now, const Read& request, const ReadError& error, Cycle visible) {
  if (request.use != Read::Use::query) {
    if (!refit_error_) refit_error_ = error;
    if (request.use == Read::Use::refit_read)
      ports_.refit_data->put(now, {request.address, {}, error}, visible - now - 1);
    return;
  }
  if (request.kind == ReadKind::triangle) {
    ports_.triangle_data.put(now, {request.address, {}, error}, visible - now - 1);
    return;
  }
  if (abandoned_) return;
  abandoned_ = true;
  abandoned_at_ = visible;
  wake_at(visible);
  PairAuxiliary auxiliary;
  auxiliary.error = error;
  ports_.tumbled_auxiliary.put(now, auxiliary, visible - now - 1);
}

}  // namespace collisionchip

#include "collisionchip/tlm/units/record_cache/record_cache.h"

#include <algorithm>

#include "collisionchip/reference/image/node_format.h"

namespace collisionchip {

RecordCache::RecordCache(const sc_core::sc_module_name& name, const RecordCacheParams& params,
                         const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      group_lines_(params.group_lines),
      block_lines_(params.block_lines),
      account_(std::string(name), account_meanings()[0]) {
  ports_.group_requests.bind_reader(*this);
  ports_.block_requests.bind_reader(*this);
  ports_.burst_data.bind_reader(*this);
  ports_.burst_requests.bind_writer(*this);
  ports_.groups.bind_writer(*this);
  ports_.blocks.bind_writer(*this);
  listen(ports_.group_requests);
  listen(ports_.block_requests);
  listen(ports_.burst_data);
  keep(account_, state_);
}

void RecordCache::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  statistics_ = {};
  state_ = CycleAccount::kIdle;
}

void RecordCache::reset_state() {
  for (auto* lines : {&group_lines_, &block_lines_}) std::fill(lines->begin(), lines->end(), Line{});
  pending_.clear();
  bursts_.clear();
  state_ = CycleAccount::kIdle;
}

Cycle RecordCache::step(Cycle now) {
  account_.spend(now, state_);
  take_bursts(now);
  bool busy = false;
  if (bursts_.size() < kWaitingBursts) {
    busy = take_request(now, true);
    busy |= take_request(now, false);
  }
  busy |= send_burst(now);
  state_ = busy ? CycleAccount::kBusy : bursts_.empty() ? CycleAccount::kIdle : kMemory;
  return busy ? now + 1 : kNever;
}

void RecordCache::take_bursts(Cycle now) {
  while (const BurstData* data = ports_.burst_data.front(now)) {
    Pending& record = pending_.front();
    const std::uint32_t left = record.bytes - record.got;
    const std::uint32_t here = std::min(left, kSdramBlockBytes - data->address % kSdramBlockBytes);
    if (data->error) {
      record.error = data->error;
    } else {
      std::copy_n(data->words.begin(), here / 4, record.words.begin() + record.got / 4);
    }
    record.got += here;
    ports_.burst_data.pop(now);
    if (--record.bursts > 0) continue;
    finish(now, record);
    pending_.pop_front();
  }
}

void RecordCache::finish(Cycle now, const Pending& record) {
  if (Line* line = record.error ? nullptr : line_of(record.address, record.block))
    *line = {true, record.address, record.words};
  for (const RecordRequest& request : record.waiting) deliver(now, request, record, 0);
}

void RecordCache::deliver(Cycle now, const RecordRequest& request, const Pending& record, Cycle extra) {
  RecordData data;
  data.kind = request.kind;
  data.address = request.address;
  data.tag = request.tag;
  data.words = record.words;
  data.error = record.error;
  (record.block ? ports_.blocks : ports_.groups).put(now, data, extra);
}

// A power of two of lines: the place's lowest bits, and those above them added without carry.
RecordCache::Line* RecordCache::line_of(std::uint32_t address, bool block) {
  std::vector<Line>& lines = block ? block_lines_ : group_lines_;
  if (lines.empty()) return nullptr;
  const std::uint32_t place = address / params_.granule;
  const auto count = static_cast<std::uint32_t>(lines.size());
  return &lines[(place ^ place / count) % count];
}

bool RecordCache::take_request(Cycle now, bool block) {
  Channel<RecordRequest>& requests = block ? ports_.block_requests : ports_.group_requests;
  const RecordRequest* request = requests.front(now);
  if (request == nullptr) return false;
  Counts& counts = block ? statistics_.blocks : statistics_.groups;
  ++counts.requests;
  Line* const line = line_of(request->address, block);
  const auto pending = std::find_if(pending_.begin(), pending_.end(), [&](const Pending& record) {
    return record.address == request->address && record.block == block;
  });
  if (line != nullptr && line->valid && line->address == request->address) {
    ++counts.hits;
    Pending record;
    record.words = line->words;
    record.block = block;
    deliver(now, *request, record, params_.hit_latency - 1);
  } else if (line != nullptr && pending != pending_.end()) {
    ++counts.shared;
    pending->waiting.push_back(*request);
  } else {
    ++counts.reads;
    if (line != nullptr) line->valid = false;
    read(*request, block);
  }
  requests.pop(now);
  return true;
}

void RecordCache::read(const RecordRequest& request, bool block) {
  Pending record;
  record.address = request.address;
  record.bytes = block ? params_.block_bytes : params_.group_bytes;
  record.block = block;
  record.waiting = {request};
  const std::uint32_t end = request.address + record.bytes;
  for (std::uint32_t at = request.address; at < end; ++record.bursts) {
    const std::uint32_t stop = std::min(end, (at / kSdramBlockBytes + 1) * kSdramBlockBytes);
    const std::uint32_t bytes = (stop - at + params_.bus_bytes - 1) / params_.bus_bytes * params_.bus_bytes;
    bursts_.push_back({request.kind, at, bytes});
    ++(block                                    ? statistics_.block_bursts
       : request.kind == ReadKind::tumbled_pair ? statistics_.tumbled_bursts
                                                : statistics_.aligned_bursts);
    at = stop;
  }
  pending_.push_back(std::move(record));
  statistics_.most_pending = std::max<std::uint64_t>(statistics_.most_pending, pending_.size());
}

bool RecordCache::send_burst(Cycle now) {
  if (bursts_.empty() || !ports_.burst_requests.ready(now)) return false;
  ports_.burst_requests.put(now, bursts_.front());
  bursts_.pop_front();
  return true;
}

}  // namespace collisionchip

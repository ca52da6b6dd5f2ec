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
      rows_(params.sdram),
      open_(params.sdram.banks, ~0u),
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
  sent_.clear();
  std::fill(open_.begin(), open_.end(), ~0u);
  last_bank_ = 0;
  patience_ = kPatience;
  state_ = CycleAccount::kIdle;
}

Cycle RecordCache::step(Cycle now) {
  account_.spend(now, state_);
  take_bursts(now);
  bool busy = false;
  if (bursts_.size() < params_.window) {
    busy = take_request(now, true);
    busy |= take_request(now, false);
  }
  busy |= send_burst(now);
  state_ = busy ? CycleAccount::kBusy : bursts_.empty() ? CycleAccount::kIdle : kMemory;
  return busy ? now + 1 : kNever;
}

void RecordCache::take_bursts(Cycle now) {
  while (const BurstData* data = ports_.burst_data.front(now)) {
    const Pendings::iterator found = sent_.front();
    sent_.pop_front();
    Pending& record = *found;
    const std::uint32_t from = data->address - record.address;
    const std::uint32_t here =
        std::min(record.bytes - from, kSdramBlockBytes - data->address % kSdramBlockBytes);
    if (data->error) {
      record.error = data->error;
    } else {
      std::copy_n(data->words.begin(), here / 4, record.words.begin() + from / 4);
    }
    ports_.burst_data.pop(now);
    if (--record.bursts > 0) continue;
    finish(now, record);
    pending_.erase(found);
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
  pending_.push_back(std::move(record));
  const auto added = std::prev(pending_.end());
  const std::uint32_t end = request.address + added->bytes;
  for (std::uint32_t at = request.address; at < end; ++added->bursts) {
    const std::uint32_t stop = std::min(end, (at / kSdramBlockBytes + 1) * kSdramBlockBytes);
    const std::uint32_t bytes = (stop - at + params_.bus_bytes - 1) / params_.bus_bytes * params_.bus_bytes;
    add_burst({request.kind, at, bytes}, added);
    ++(block                                    ? statistics_.block_bursts
       : request.kind == ReadKind::tumbled_pair ? statistics_.tumbled_bursts
                                                : statistics_.aligned_bursts);
    at = stop;
  }
  statistics_.most_pending = std::max<std::uint64_t>(statistics_.most_pending, pending_.size());
}

bool RecordCache::send_burst(Cycle now) {
  if (bursts_.empty() || !ports_.burst_requests.ready(now)) return false;
  const std::size_t best = best_burst();
  const Burst burst = bursts_[best];
  bursts_.erase(bursts_.begin() + static_cast<std::ptrdiff_t>(best));
  patience_ = best == 0 ? kPatience : patience_ - 1;
  statistics_.passed += best == 0 ? 0 : 1;
  statistics_.row_bursts += open_[burst.at.bank] == burst.at.row ? 1 : 0;
  open_[burst.at.bank] = burst.at.row;
  last_bank_ = burst.at.bank;
  sent_.push_back(burst.record);
  ports_.burst_requests.put(now, burst.request);
  return true;
}

std::size_t RecordCache::best_burst() const {
  if (patience_ == 0) return 0;
  for (std::size_t i = 0; i < bursts_.size(); ++i) {
    if (open_[bursts_[i].at.bank] == bursts_[i].at.row) return i;
  }
  for (std::size_t i = 0; i < bursts_.size(); ++i) {
    if (bursts_[i].at.bank != last_bank_) return i;
  }
  return 0;
}

// An address outside the memory lies in no row.
void RecordCache::add_burst(const BurstRequest& request, Pendings::iterator record) {
  const bool inside = request.address < std::uint64_t{params_.sdram.capacity_mib} << 20;
  bursts_.push_back({request, record, inside ? rows_.locate(request.address) : SdramLocation{}});
}

}  // namespace collisionchip

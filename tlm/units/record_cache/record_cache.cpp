#include "collisionchip/tlm/units/record_cache/record_cache.h"

#include <algorithm>
#include <utility>

#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

RecordCache::Ports RecordCache::Ports::of(const UnitPorts& ports) {
  std::vector<RecordCache::Ports::Lane> lanes;
  for (std::uint32_t channel = 0;; ++channel) {
    Channel<BurstData>* const data = ports.find<BurstData>(numbered("burst_data", channel));
    if (data == nullptr) break;
    lanes.push_back({*data, ports.at<BurstRequest>(numbered("burst_requests", channel))});
  }
  return {ports.at<RecordRequest>("group_requests"), ports.at<RecordRequest>("block_requests"), lanes,
          ports.at<RecordData>("groups"), ports.at<RecordData>("blocks")};
}

RecordCache::RecordCache(const sc_core::sc_module_name& name, const RecordCacheParams& params,
                         const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      group_lines_(params.group_lines),
      block_lines_(params.block_lines),
      rows_(params.sdram),
      lanes_(ports.lanes.size()),
      account_(std::string(name), account_meanings()[0]) {
  ports_.group_requests.bind_reader(*this);
  ports_.block_requests.bind_reader(*this);
  for (Ports::Lane& lane : ports_.lanes) {
    lane.data.bind_reader(*this);
    lane.requests.bind_writer(*this);
    listen(lane.data);
  }
  ports_.groups.bind_writer(*this);
  ports_.blocks.bind_writer(*this);
  listen(ports_.group_requests);
  listen(ports_.block_requests);
  reset_lanes();
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
  whole_.clear();
  sides_ = {};
  reset_lanes();
  state_ = CycleAccount::kIdle;
}

void RecordCache::reset_lanes() {
  for (Lane& lane : lanes_) {
    lane = {};
    lane.open.assign(params_.sdram.banks, ~0u);
  }
}

std::size_t RecordCache::waiting_bursts() const {
  std::size_t waiting = 0;
  for (const Lane& lane : lanes_) waiting += lane.bursts.size();
  return waiting;
}

Cycle RecordCache::step(Cycle now) {
  account_.spend(now, state_);
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) take_bursts(now, lane);
  fill_lines();
  bool busy = false;
  if (waiting_bursts() < params_.window) {
    busy = take_request(now, true);
    busy |= take_request(now, false);
  }
  bool left = leave(now, true);
  left |= leave(now, false);
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) busy |= send_burst(now, lane);
  state_ = busy ? CycleAccount::kBusy : waiting_bursts() == 0 ? CycleAccount::kIdle : kMemory;
  return busy || left ? now + 1 : next_to_leave(now);
}

void RecordCache::take_bursts(Cycle now, std::size_t lane) {
  Channel<BurstData>& channel = ports_.lanes[lane].data;
  while (const BurstData* data = channel.front(now)) {
    const Pendings::iterator found = lanes_[lane].sent.front();
    lanes_[lane].sent.pop_front();
    take_burst(found, *data);
    channel.pop(now);
  }
}

void RecordCache::take_burst(Pendings::iterator found, const BurstData& data) {
  Pending& record = *found;
  const std::uint32_t from = data.address - record.address, piece = params_.channels.piece();
  const std::uint32_t here = std::min(record.bytes - from, piece - data.address % piece);
  if (data.error) {
    record.error = data.error;
  } else {
    std::copy_n(data.words.begin(), here / 4, record.words.begin() + from / 4);
  }
  if (--record.bursts == 0) whole_.push_back(found);
}

// One line of each bank in a cycle, the oldest record first. While one waits another one leaves.
void RecordCache::fill_lines() {
  std::array<bool, 2 * kBanks> filled{};
  for (auto next = whole_.begin(); next != whole_.end();) {
    const Pendings::iterator record = *next;
    const Line* const line = record->error ? nullptr : line_of(record->address, record->block);
    if (line != nullptr && std::exchange(filled[bank_of(*line, record->block)], true)) {
      ++next;
      continue;
    }
    finish(*record);
    pending_.erase(record);
    next = whole_.erase(next);
  }
}

void RecordCache::finish(const Pending& record) {
  if (Line* line = record.error ? nullptr : line_of(record.address, record.block))
    *line = {true, record.address, record.words};
  for (const RecordRequest& request : record.waiting)
    sides_[record.block ? 1 : 0].there.push_back(answer(request, record));
}

// One of each kind in a cycle: a hit in its own, or what has been there longest.
bool RecordCache::leave(Cycle now, bool block) {
  Side& side = sides_[block ? 1 : 0];
  Channel<RecordData>& port = block ? ports_.blocks : ports_.groups;
  if (!side.hits.empty() && side.hits.front().from <= now) {
    port.put(now, side.hits.front().data);
    side.hits.pop_front();
    return true;
  }
  if (side.there.empty()) return false;
  port.put(now, side.there.front());
  side.there.pop_front();
  --side.places;
  return true;
}

Cycle RecordCache::next_to_leave(Cycle now) const {
  Cycle next = kNever;
  for (const Side& side : sides_) {
    if (!side.hits.empty()) next = std::min(next, std::max(side.hits.front().from, now + 1));
  }
  return next;
}

RecordData RecordCache::answer(const RecordRequest& request, const Pending& record) {
  RecordData data;
  data.kind = request.kind;
  data.address = request.address;
  data.tag = request.tag;
  data.words = record.words;
  data.error = record.error;
  return data;
}

// A power of two of lines: the place's lowest bits, and those above them added without carry.
RecordCache::Line* RecordCache::line_of(std::uint32_t address, bool block) {
  std::vector<Line>& lines = block ? block_lines_ : group_lines_;
  if (lines.empty()) return nullptr;
  const std::uint32_t place = address / params_.granule;
  const auto count = static_cast<std::uint32_t>(lines.size());
  return &lines[(place ^ place / count) % count];
}

std::size_t RecordCache::bank_of(const Line& line, bool block) const {
  const Line* const first = (block ? block_lines_ : group_lines_).data();
  return (block ? kBanks : 0) + static_cast<std::size_t>(&line - first) % kBanks;
}

bool RecordCache::take_request(Cycle now, bool block) {
  Channel<RecordRequest>& requests = block ? ports_.block_requests : ports_.group_requests;
  const RecordRequest* request = requests.front(now);
  Side& side = sides_[block ? 1 : 0];
  if (request == nullptr || side.places == params_.records) return false;
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
    side.hits.push_back({now + params_.hit_latency - 1, answer(*request, record)});
  } else if (line != nullptr && pending != pending_.end()) {
    ++counts.shared;
    ++side.places;
    pending->waiting.push_back(*request);
  } else {
    ++counts.reads;
    ++side.places;
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
    const std::uint32_t piece = params_.channels.piece(), stop = std::min(end, (at / piece + 1) * piece);
    const std::uint32_t bytes = (stop - at + params_.bus_bytes - 1) / params_.bus_bytes * params_.bus_bytes;
    add_burst({request.kind, at, bytes}, added);
    ++(block                                    ? statistics_.block_bursts
       : request.kind == ReadKind::tumbled_pair ? statistics_.tumbled_bursts
                                                : statistics_.aligned_bursts);
    at = stop;
  }
  statistics_.most_pending = std::max<std::uint64_t>(statistics_.most_pending, pending_.size());
}

bool RecordCache::send_burst(Cycle now, std::size_t number) {
  Lane& lane = lanes_[number];
  Channel<BurstRequest>& requests = ports_.lanes[number].requests;
  if (lane.bursts.empty() || !requests.ready(now)) return false;
  const std::size_t best = best_burst(lane);
  const Burst burst = lane.bursts[best];
  lane.bursts.erase(lane.bursts.begin() + static_cast<std::ptrdiff_t>(best));
  lane.patience = best == 0 ? kPatience : lane.patience - 1;
  statistics_.passed += best == 0 ? 0 : 1;
  statistics_.row_bursts += lane.open[burst.at.bank] == burst.at.row ? 1 : 0;
  lane.open[burst.at.bank] = burst.at.row;
  lane.last_bank = burst.at.bank;
  lane.sent.push_back(burst.record);
  requests.put(now, burst.request);
  return true;
}

std::size_t RecordCache::best_burst(const Lane& lane) {
  if (lane.patience == 0) return 0;
  for (std::size_t i = 0; i < lane.bursts.size(); ++i) {
    if (lane.open[lane.bursts[i].at.bank] == lane.bursts[i].at.row) return i;
  }
  for (std::size_t i = 0; i < lane.bursts.size(); ++i) {
    if (lane.bursts[i].at.bank != lane.last_bank) return i;
  }
  return 0;
}

// An address outside the memory counts as one in row 0 of bank 0.
void RecordCache::add_burst(const BurstRequest& request, Pendings::iterator record) {
  const std::uint64_t channel_bytes = std::uint64_t{params_.sdram.capacity_mib} << 20;
  const bool inside = request.address < params_.channels.channels * channel_bytes;
  const std::uint64_t within = params_.channels.within(request.address);
  Lane& lane = lanes_[params_.channels.channel_of(request.address)];
  lane.bursts.push_back({request, record, inside ? rows_.locate(within) : SdramLocation{}});
}

}  // namespace collisionchip

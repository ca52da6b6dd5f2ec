#include "collisionchip/tlm/units/refit_unit/refit_unit.h"

#include <algorithm>

#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/reference/tree/dop_tree.h"
#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

RefitUnit::Ports RefitUnit::Ports::of(const UnitPorts& ports) {
  return {ports.at<RefitCommand>("commands"), ports.at<StartCommand>("start"),
          ports.at<StartCommand>("started"), ports.at<RefitRequest>("requests"), ports.at<RefitData>("data")};
}

RefitUnit::RefitUnit(const sc_core::sc_module_name& name, const RefitUnitParams& params, const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      account_(std::string(name), account_meanings()[0]) {
  ports_.commands.bind_reader(*this);
  ports_.start.bind_reader(*this);
  ports_.data.bind_reader(*this);
  ports_.started.bind_writer(*this);
  ports_.requests.bind_writer(*this);
  listen(ports_.commands);
  listen(ports_.start);
  listen(ports_.data);
  keep(account_, state_);
}

void RefitUnit::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void RefitUnit::reset_state() {
  command_.reset();
  running_ = failed_ = false;
  together_ = 0;
  pairs_.clear();
  to_ask_.clear();
  asked_.clear();
  writes_.clear();
  stack_.clear();
  state_ = CycleAccount::kIdle;
}

Cycle RefitUnit::step(Cycle now) {
  account_.spend(now, state_);
  if (const RefitCommand* const command = ports_.commands.front(now)) {
    command_ = *command;
    ports_.commands.pop(now);
  }
  if (!running_ && ports_.start.front(now) != nullptr && command_) begin(now);
  if (!running_) {
    const bool passed = pass_start(now);
    state_ = CycleAccount::kIdle;
    return passed ? now + 1 : kNever;
  }
  bool acted = take_data(now);
  while (refit(now)) acted = true;
  acted |= request(now);
  if (is_done() && pass_start(now)) {
    state_ = CycleAccount::kIdle;
    return now + 1;
  }
  const bool works = free_at_ > now;
  const bool refused = !ports_.requests.ready(now) && next_request(now).has_value();
  state_ = acted || works ? CycleAccount::kBusy : refused ? kMemoryController : kSdram;
  return acted || works || refused ? now + 1 : kNever;
}

void RefitUnit::begin(Cycle now) {
  running_ = true;
  begun_at_ = free_at_ = now;
  left_ = command_->pairs;
  first_ = 0;
  side_ = 0;
}

// False: nothing has come.
bool RefitUnit::take_data(Cycle now) {
  bool taken = false;
  while (const RefitData* const data = ports_.data.front(now)) {
    failed_ |= static_cast<bool>(data->error);
    if (!failed_) {
      const bool record = !asked_.empty() && asked_.front().address == data->address;
      record ? take_record(*data) : take_pair(*data);
    }
    ports_.data.pop(now);
    taken = true;
  }
  return taken;
}

void RefitUnit::take_pair(const RefitData& data) {
  const auto pair = std::find_if(pairs_.begin(), pairs_.end(), [](const Pair& p) { return !p.here; });
  if (pair == pairs_.end()) return;
  pair->here = true;
  params_.node_format->decode_links(data.words.data(), pair->nodes.links);
  params_.node_format->decode_dops(data.words.data(), pair->nodes.dops);
  const auto number = first_ + static_cast<std::uint64_t>(pair - pairs_.begin());
  for (std::size_t side = 0; side < 2; ++side) {
    if (pair->is_leaf(side)) to_ask_.push_back({pair->nodes.links[side].triangle, side, number});
  }
}

void RefitUnit::take_record(const RefitData& data) {
  const Record record = asked_.front();
  asked_.pop_front();
  pairs_[record.pair - first_].records[record.side] = data.words;
}

// One member, or what encloses both; false: not in this cycle.
bool RefitUnit::refit(Cycle now) {
  if (failed_ || free_at_ > now || pairs_.empty() || !pairs_.front().here) return false;
  Pair& pair = pairs_.front();
  if (side_ == 2) {
    finish_pair(now, pair);
    return true;
  }
  if ((pair.mask >> side_ & 1u) != 0) {
    if (pair.is_leaf(side_) && !pair.records[side_]) return false;
    free_at_ = now + (refit_member(pair) ? params_.dop_cycles() : 1);
  }
  ++side_;
  return true;
}

// True: it is a leaf.
bool RefitUnit::refit_member(Pair& pair) {
  DopNode& dop = pair.nodes.dops[side_];
  if (!pair.is_leaf(side_)) {
    // A broken link makes a wrong tree; the query's first read of that tree fails.
    if (stack_.empty()) return false;
    dop.d = stack_.back().d;
    stack_.pop_back();
    return false;
  }
  TriangleWords words;
  std::copy_n(pair.records[side_]->begin(), words.size(), words.begin());
  const TriangleRecord record = decode_triangle(words);
  dop.d = leaf_dop(static_cast<int>(params_.k), record.corners, 0).d;
  ++statistics_.triangles;
  return true;
}

void RefitUnit::finish_pair(Cycle now, Pair& pair) {
  free_at_ = now + params_.dop_cycles();
  Write write{pair.address, {}, free_at_};
  params_.node_format->encode(pair.nodes, write.words.data());
  writes_.push_back(write);
  DopNode both = pair.nodes.dops[0];
  if (pair.mask == 3) enclose(static_cast<int>(params_.k), pair.nodes.dops[0], pair.nodes.dops[1], both);
  if (stack_.size() < params_.stack_entries) stack_.push_back(both);
  statistics_.most_stacked = std::max<std::uint64_t>(statistics_.most_stacked, stack_.size());
  ++statistics_.pairs;
  pairs_.pop_front();
  ++first_;
  side_ = 0;
}

bool RefitUnit::request(Cycle now) {
  if (!ports_.requests.ready(now)) return false;
  const std::optional<RefitRequest> next = next_request(now);
  if (!next) return false;
  ports_.requests.put(now, *next);
  sent(*next);
  return true;
}

bool RefitUnit::may_write(Cycle now) const {
  if (writes_.empty() || writes_.front().ready_at > now) return false;
  const bool all_refitted = left_ == 0 && pairs_.empty();
  return together_ > 0 || all_refitted || writes_.size() >= params_.writes_together;
}

std::optional<RefitRequest> RefitUnit::next_request(Cycle now) {
  using Kind = RefitRequest::Kind;
  if (failed_) return std::nullopt;
  if (may_write(now)) return RefitRequest{Kind::write_pair, writes_.front().address, writes_.front().words};
  if (!to_ask_.empty()) return RefitRequest{Kind::read_triangle, to_ask_.front().address, {}};
  if (left_ == 0 || pairs_.size() >= params_.pairs_ahead) return std::nullopt;
  const std::uint32_t first = params_.node_format->address_of(command_->root.pair);
  return RefitRequest{Kind::read_pair, first + params_.node_format->offset_of(left_ - 1), {}};
}

void RefitUnit::sent(const RefitRequest& request) {
  switch (request.kind) {
    case RefitRequest::Kind::write_pair:
      if (together_ == 0) together_ = writes_.size();
      --together_;
      writes_.pop_front();
      ++statistics_.writes;
      break;
    case RefitRequest::Kind::read_triangle:
      asked_.push_back(to_ask_.front());
      to_ask_.pop_front();
      break;
    case RefitRequest::Kind::read_pair:
      --left_;
      pairs_.emplace_back();
      pairs_.back().address = request.address;
      if (left_ == 0) pairs_.back().mask = command_->root.mask;
      break;
  }
}

bool RefitUnit::is_done() const {
  return failed_ || (left_ == 0 && pairs_.empty() && writes_.empty());
}

bool RefitUnit::pass_start(Cycle now) {
  const StartCommand* const start = ports_.start.front(now);
  if (start == nullptr || !ports_.started.ready(now)) return false;
  ports_.started.put(now, *start);
  ports_.start.pop(now);
  if (running_) statistics_.cycles = now - begun_at_;
  running_ = false;
  command_.reset();
  return true;
}

}  // namespace collisionchip

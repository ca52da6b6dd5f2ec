#include "collisionchip/tlm/units/group_engine/group_engine.h"

#include <algorithm>

#include "collisionchip/tlm/machine/group_words.h"

namespace collisionchip {

GroupEngine::GroupEngine(const sc_core::sc_module_name& name, const GroupEngineParams& params,
                         const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      contexts_(params.contexts),
      account_(std::string(name), account_meanings()[0]) {
  ports_.start.bind_reader(*this);
  ports_.stop.bind_reader(*this);
  ports_.host_stop.bind_reader(*this);
  ports_.results.bind_reader(*this);
  ports_.leaf_done.bind_reader(*this);
  ports_.requests.bind_writer(*this);
  ports_.orders.bind_writer(*this);
  listen(ports_.start);
  listen(ports_.stop);
  listen(ports_.host_stop);
  listen(ports_.results);
  listen(ports_.leaf_done);
  keep(account_, state_);
}

void GroupEngine::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void GroupEngine::reset_state() {
  phase_ = Phase::off;
  first_witness_ = stopping_ = false;
  failed_ = {};
  std::fill(contexts_.begin(), contexts_.end(), Context{});
  turn_ = 0;
  waiting_.clear();
  entries_ = 0;
  appends_end_ = 0;
  orders_.clear();
  state_ = CycleAccount::kIdle;
}

Cycle GroupEngine::step(Cycle now) {
  account_.spend(now, state_);
  take_start(now);
  take_stops(now);
  take_leaf_done(now);
  if (phase_ != Phase::lists && orders_.empty()) return kNever;
  const bool appending = now < appends_end_;
  bool acted = appending;
  if (!appending && orders_.empty() && ports_.results.front(now) != nullptr) {
    take_result(now);
    acted = true;
  }
  acted |= request(now);
  acted |= begin_list(now);
  if (phase_ == Phase::lists && all_done()) {
    QueryOrder end;
    end.kind = QueryOrder::Kind::end;
    end.first_witness = first_witness_;
    end.error = failed_;
    orders_.push_back(end);
    phase_ = Phase::ended;
  }
  acted |= send_order(now);
  state_ = acted ? CycleAccount::kBusy : waiting_for();
  if (acted && phase_ == Phase::ended && orders_.empty()) {
    account_.spend(now + 1, CycleAccount::kBusy);
    state_ = kDrain;
    return kNever;
  }
  return acted ? now + 1 : kNever;
}

void GroupEngine::take_start(Cycle now) {
  const StartCommand* command = ports_.start.front(now);
  if (command == nullptr) return;
  first_witness_ = command->first_witness;
  List list;
  list.tumbled = group_words::entry_of(params_.layout, command->tumbled.word());
  list.entries = {group_words::entry_of(params_.layout, command->aligned.word())};
  waiting_.push_back(std::move(list));
  entries_ = statistics_.most_entries = 1;
  QueryOrder begin;
  begin.first_witness = first_witness_;
  orders_.push_back(begin);
  ports_.start.pop(now);
  phase_ = Phase::lists;
}

void GroupEngine::take_stops(Cycle now) {
  for (Channel<StopRequest>* channel : {&ports_.stop, &ports_.host_stop}) {
    if (channel->front(now) == nullptr) continue;
    channel->pop(now);
    ++statistics_.stops;
    if (phase_ == Phase::lists) stop();
  }
}

// What is under way is still to be answered.
void GroupEngine::stop() {
  stopping_ = true;
  waiting_.clear();
  for (Context& context : contexts_) {
    if (!context.active) continue;
    context.list.entries.resize(context.asked);
    for (auto& entries : context.next) entries.clear();
    if (!context.tumbled_asked || (context.tumbled_known && context.answered == context.asked))
      context.active = false;
  }
}

void GroupEngine::take_leaf_done(Cycle now) {
  while (const LeafDone* done = ports_.leaf_done.front(now)) {
    --contexts_[done->list / 2].leaves[done->list % 2];
    if (done->error && !failed_) {
      failed_ = done->error;
      stop();
    }
    ports_.leaf_done.pop(now);
  }
}

void GroupEngine::take_result(Cycle now) {
  const GroupAnswer result = *ports_.results.front(now);
  ports_.results.pop(now);
  Context& context = contexts_[result.context];
  Group group;
  group.members = static_cast<int>(result.members);
  group.inner = static_cast<int>(result.inner);
  group.family = result.family;
  if (result.error && !failed_) {
    failed_ = result.error;
    stop();
  }
  appends_end_ = now + 1;
  if (result.kind == ReadKind::tumbled_pair) {
    context.tumbled = group;
    context.tumbled_known = true;
  } else {
    ++context.answered;
    ++statistics_.results;
    context.leaves[context.set] += result.leaf_pairs;
    statistics_.leaf_pairs += result.leaf_pairs;
    if (!stopping_) take_aligned(now, context, result);
  }
  if (context.tumbled_known && context.answered == context.list.entries.size()) finish(now, context);
}

// Next lists grow, each member's in its own memory.
void GroupEngine::take_aligned(Cycle now, Context& context, const GroupAnswer& result) {
  GroupRegisters registers;
  registers.layout = params_.layout;
  TumbledMembers members;
  members.mask = context.list.tumbled.mask;
  members.leaves = context.tumbled.leaf_mask();
  Group aligned;
  aligned.members = static_cast<int>(result.members);
  aligned.inner = static_cast<int>(result.inner);
  aligned.family = result.family;
  int most = 1;
  for (int i = 0; i < params_.layout.width; ++i) {
    const std::uint32_t met = result.met[static_cast<std::size_t>(i)];
    if (met == 0) continue;
    const NextEntries next = next_entries(registers, members, i, aligned, result.group, met);
    for (int e = 0; e < next.count; ++e) append(context, i, next.entries[static_cast<std::size_t>(e)]);
    most = std::max(most, next.count);
  }
  appends_end_ = now + static_cast<Cycle>(most);
}

void GroupEngine::append(Context& context, int member, const GroupEntry& entry) {
  if (entries_ < params_.entries) {
    context.next[static_cast<std::size_t>(member)].push_back(entry);
    statistics_.most_entries = std::max(statistics_.most_entries, ++entries_);
    return;
  }
  const GroupEntry tumbled =
      next_tumbled(params_.layout, context.list.tumbled.group, context.tumbled, member);
  const auto send = [&](std::uint32_t mask) {
    QueryOrder order;
    order.kind = QueryOrder::Kind::unfinished;
    order.tumbled = group_words::entry_word(params_.layout, tumbled.group, tumbled.mask);
    order.aligned = group_words::entry_word(params_.layout, entry.group, mask);
    orders_.push_back(order);
    ++statistics_.unfinished;
  };
  if (entry.mask == params_.layout.every_member()) {
    send(entry.mask);
    return;
  }
  for (int j = 0; j < params_.layout.width; ++j) {
    if ((entry.mask >> j & 1u) != 0) send(1u << j);
  }
}

void GroupEngine::finish(Cycle, Context& context) {
  entries_ -= stopping_ ? 0 : context.list.entries.size();
  for (int i = params_.layout.width - 1; i >= 0 && !stopping_; --i) {
    std::vector<GroupEntry>& entries = context.next[static_cast<std::size_t>(i)];
    if (entries.empty()) continue;
    waiting_.push_back({next_tumbled(params_.layout, context.list.tumbled.group, context.tumbled, i),
                        context.tumbled.is_leaf(i), std::move(entries)});
    entries.clear();
  }
  statistics_.most_lists = std::max<std::uint64_t>(statistics_.most_lists, waiting_.size());
  context.active = false;
}

bool GroupEngine::begin_list(Cycle now) {
  if (waiting_.empty() || stopping_) return false;
  const auto free = std::find_if(contexts_.begin(), contexts_.end(), [](const Context& context) {
    return !context.active && context.leaves[context.set ^ 1u] == 0;
  });
  if (free == contexts_.end()) return false;
  Context& context = *free;
  context.set ^= 1u;
  context.active = true;
  context.list = std::move(waiting_.back());
  waiting_.pop_back();
  context.tumbled_asked = context.tumbled_known = false;
  context.asked = context.answered = 0;
  context.ready_at = now + 1;
  const std::size_t length = context.list.entries.size();
  ++statistics_.lists;
  statistics_.repeated_leaves += context.list.repeated ? 1 : 0;
  statistics_.groups += length;
  statistics_.longest_list = std::max<std::uint64_t>(statistics_.longest_list, length);
  statistics_.lengths.add(length);
  statistics_.active.add(static_cast<std::size_t>(
      std::count_if(contexts_.begin(), contexts_.end(), [](const Context& c) { return c.active; })));
  return true;
}

// One in a cycle.
bool GroupEngine::request(Cycle now) {
  if (stopping_) return false;
  for (std::size_t c = 0; c < contexts_.size(); ++c) {
    Context& context = contexts_[c];
    if (!context.active || context.tumbled_asked || context.ready_at > now) continue;
    if (!ask(now, c, ReadKind::tumbled_pair, context.list.tumbled)) return false;
    context.tumbled_asked = true;
    return true;
  }
  for (std::size_t i = 0; i < contexts_.size(); ++i) {
    const std::size_t c = (turn_ + i) % contexts_.size();
    Context& context = contexts_[c];
    if (!context.active || !context.tumbled_asked || context.asked == context.list.entries.size()) continue;
    if (context.asked - context.answered >= params_.look_ahead) continue;
    if (!ask(now, c, ReadKind::aligned_pair, context.list.entries[context.asked])) return false;
    ++context.asked;
    turn_ = (c + 1) % contexts_.size();
    return true;
  }
  return false;
}

// The tag: context, which of its two lists, and who takes part.
bool GroupEngine::ask(Cycle now, std::size_t context, ReadKind kind, const GroupEntry& entry) {
  if (!ports_.requests.ready(now)) return false;
  const auto tag = static_cast<std::uint32_t>(context * 2 + contexts_[context].set);
  ports_.requests.put(now, {kind, entry.group * kGroupUnitBytes, tag | entry.mask << 8});
  return true;
}

bool GroupEngine::send_order(Cycle now) {
  if (orders_.empty() || !ports_.orders.ready(now)) return false;
  ports_.orders.put(now, orders_.front());
  orders_.pop_front();
  return true;
}

bool GroupEngine::all_done() const {
  return waiting_.empty() && orders_.empty() &&
         std::all_of(contexts_.begin(), contexts_.end(), [](const Context& context) {
           return !context.active && context.leaves[0] == 0 && context.leaves[1] == 0;
         });
}

int GroupEngine::waiting_for() const {
  if (phase_ == Phase::ended) return kDrain;
  if (!orders_.empty()) return kTriangles;
  const bool active =
      std::any_of(contexts_.begin(), contexts_.end(), [](const Context& c) { return c.active; });
  if (active) return kMemory;
  return waiting_.empty() ? kTriangles : kLists;
}

}  // namespace collisionchip

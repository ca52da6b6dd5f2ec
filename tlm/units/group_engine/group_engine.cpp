#include "collisionchip/tlm/units/group_engine/group_engine.h"

#include <algorithm>

#include "collisionchip/tlm/machine/channel_set.h"
#include "collisionchip/tlm/machine/group_words.h"

namespace collisionchip {

GroupEngine::Ports GroupEngine::Ports::of(const UnitPorts& ports) {
  const bool switched = ports.carries<QueryStart>("start");
  return {switched ? nullptr : &ports.at<StartCommand>("start"),
          ports.at<QueryStop>("stop"),
          ports.at<QueryStop>("host_stop"),
          ports.at<GroupAnswer>("results"),
          ports.at<LeafDone>("leaf_done"),
          ports.at<RecordRequest>("requests"),
          ports.at<QueryOrder>("orders"),
          switched ? &ports.at<QueryStart>("start") : nullptr};
}

GroupEngine::GroupEngine(const sc_core::sc_module_name& name, const GroupEngineParams& params,
                         const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      queries_(params.queries),
      contexts_(params.contexts),
      blocks_(params.entries),
      account_(std::string(name), account_meanings()[0]) {
  if (ports_.start != nullptr) ports_.start->bind_reader(*this);
  if (ports_.query_start != nullptr) ports_.query_start->bind_reader(*this);
  ports_.stop.bind_reader(*this);
  ports_.host_stop.bind_reader(*this);
  ports_.results.bind_reader(*this);
  ports_.leaf_done.bind_reader(*this);
  ports_.requests.bind_writer(*this);
  ports_.orders.bind_writer(*this);
  if (ports_.start != nullptr) listen(*ports_.start);
  if (ports_.query_start != nullptr) listen(*ports_.query_start);
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
  std::fill(queries_.begin(), queries_.end(), Query{});
  begun_.clear();
  std::fill(contexts_.begin(), contexts_.end(), Context{});
  pushing_.clear();
  turn_ = 0;
  blocks_.reset();
  first_bank_ = 0;
  appends_end_ = 0;
  orders_.clear();
  state_ = CycleAccount::kIdle;
}

Cycle GroupEngine::step(Cycle now) {
  account_.spend(now, state_);
  take_starts(now);
  take_stops(now);
  take_leaf_done(now);
  if (phase_ != Phase::lists && orders_.empty()) return kNever;
  const bool appending = now < appends_end_;
  bool acted = appending;
  if (!appending && orders_.empty() && ports_.results.front(now) != nullptr) {
    take_result(now);
    acted = true;
  }
  acted |= push_list(now) || !pushing_.empty();
  if (give_back()) {
    acted = true;
  } else {
    acted |= request(now);  // of lists that were begun in an earlier cycle
    acted |= begin_list();
  }
  if (phase_ == Phase::lists && orders_.empty()) end_queries();
  acted |= send_order(now);
  state_ = acted ? CycleAccount::kBusy : waiting_for();
  if (acted && phase_ == Phase::ended && orders_.empty()) {
    account_.spend(now + 1, CycleAccount::kBusy);
    state_ = kDrain;
    return kNever;
  }
  return acted ? now + 1 : kNever;
}

// Starts of the PCI Interface belong to the entries of the command queue, in order. An Engine Switch sends one start in a
// cycle.
void GroupEngine::take_starts(Cycle now) {
  if (ports_.query_start != nullptr) {
    if (const QueryStart* start = ports_.query_start->front(now)) {
      begin(start->query, start->command);
      ports_.query_start->pop(now);
    }
    return;
  }
  while (const StartCommand* command = ports_.start->front(now)) {
    begin(static_cast<std::uint32_t>(begun_.size()), *command);
    ports_.start->pop(now);
  }
}

void GroupEngine::begin(std::uint32_t number, const StartCommand& command) {
  Query& query = queries_[number];
  if (query.begun) begin_again(number);
  query.begun = true;
  query.first_witness = command.first_witness;
  List list;
  list.tumbled = group_words::entry_of(params_.layout, command.tumbled.word());
  list.entries = {group_words::entry_of(params_.layout, command.aligned.word())};
  query.waiting.push_back(std::move(list));
  QueryOrder order;
  order.query = number;
  order.first_witness = query.first_witness;
  orders_.push_back(order);
  begun_.push_back(number);
  phase_ = Phase::lists;
}

// The query before has ended.
void GroupEngine::begin_again(std::uint32_t number) {
  begun_.erase(std::find(begun_.begin(), begun_.end(), number));
  queries_[number] = {};
  queries_[number].ahead = fewest_turns();
}

void GroupEngine::take_stops(Cycle now) {
  for (Channel<QueryStop>* channel : {&ports_.stop, &ports_.host_stop}) {
    const QueryStop* const request = channel->front(now);
    if (request == nullptr) continue;
    const std::uint32_t query = request->query;
    channel->pop(now);
    ++statistics_.stops;
    if (queries_[query].begun) stop(query);
  }
}

// What is under way is still to be answered. A list whose tumbled group is asked for keeps one entry: its answer says that
// no leaf is being moved for it any more, and that its context may have another list.
void GroupEngine::stop(std::uint32_t number) {
  Query& query = queries_[number];
  query.stopping = true;
  for (const List& list : query.waiting) drop(query, list, 0, 0);
  query.waiting.clear();
  for (Context& context : contexts_) {
    if (!context.active || context.query_now() != number) continue;
    drop(context);
    if (context.pushing) {
      pushing_.erase(
          std::find(pushing_.begin(), pushing_.end(), static_cast<std::size_t>(&context - contexts_.data())));
      free(context);
      continue;
    }
    const bool is_answered = context.answered == context.list.entries.size();
    if (context.tumbled_asked && !is_answered) continue;
    // A list without any request is unknown to other units. The Group Unit tells a context's lists apart by their turn.
    if (!context.tumbled_asked) context.set ^= 1u;
    context.active = false;
    --query.active;
  }
}

// Drops the lists that the context's list has made, and its remaining entries except those that are requested.
void GroupEngine::drop(Context& context) {
  Query& query = queries_[context.query_now()];
  for (std::size_t member = 0; member < context.next.size(); ++member) {
    List made;
    made.bank = context.bank_of(static_cast<int>(member));
    made.entries = std::move(context.next[member]);
    context.next[member].clear();
    drop(query, made, 0, 0);
  }
  const std::size_t left = context.tumbled_asked ? std::max<std::size_t>(context.asked, 1) : context.asked;
  drop(query, context.list, left, context.asked);
  context.list.entries.resize(left);
}

// Drops a list except its first `entries` entries, of which `asked` are requested.
void GroupEngine::drop(Query& query, const List& list, std::size_t entries, std::size_t asked) {
  if (!list.bank) return;
  const std::uint32_t blocks =
      ListBlocks::held(list.entries.size(), asked) - ListBlocks::held(entries, asked);
  if (blocks > 0) query.dropped.push_back({*list.bank, blocks});
}

// One list in a cycle.
bool GroupEngine::give_back() {
  for (const std::uint32_t number : begun_) {
    std::deque<Dropped>& dropped = queries_[number].dropped;
    if (dropped.empty()) continue;
    blocks_.give_back(dropped.front().bank, dropped.front().blocks);
    dropped.pop_front();
    return true;
  }
  return false;
}

void GroupEngine::fail(std::uint32_t number, const ReadError& error) {
  if (!error || queries_[number].failed) return;
  queries_[number].failed = error;
  stop(number);
}

void GroupEngine::take_leaf_done(Cycle now) {
  while (const LeafDone* done = ports_.leaf_done.front(now)) {
    Context& context = contexts_[done->list / 2];
    const std::uint32_t query = context.query[done->list % 2];
    --context.leaves[done->list % 2];
    --queries_[query].leaves;
    queries_[query].tests += done->tests;
    fail(query, done->error);
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
  Query& query = queries_[context.query_now()];
  fail(context.query_now(), result.error);
  if (result.kind == ReadKind::tumbled_pair) {
    context.tumbled = group;
  } else {
    ++context.answered;
    ++statistics_.results;
    context.leaves[context.set] += result.leaf_pairs;
    query.leaves += result.leaf_pairs;
    statistics_.leaf_pairs += result.leaf_pairs;
    if (!query.stopping) take_aligned(now, context, result);
  }
  // A list has an entry at least, and the Group Unit answers its tumbled group first.
  if (context.answered != context.list.entries.size()) return;
  context.push_from = std::max(appends_end_, now + 1);
  finish(context);
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
  std::vector<GroupEntry>& entries = context.next[static_cast<std::size_t>(member)];
  if (!ListBlocks::begins_block(entries.size()) || blocks_.take(context.bank_of(member))) {
    entries.push_back(entry);
    statistics_.most_entries = std::max<std::uint64_t>(statistics_.most_entries, blocks_.places_taken());
    return;
  }
  const GroupEntry tumbled =
      next_tumbled(params_.layout, context.list.tumbled.group, context.tumbled, member);
  const auto send = [&](std::uint32_t mask) {
    QueryOrder order;
    order.kind = QueryOrder::Kind::unfinished;
    order.query = context.query_now();
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

void GroupEngine::finish(Context& context) {
  const bool made = std::any_of(context.next.begin(), context.next.end(),
                                [](const std::vector<GroupEntry>& entries) { return !entries.empty(); });
  if (!made) {
    free(context);
    return;
  }
  context.pushing = true;
  pushing_.push_back(static_cast<std::size_t>(&context - contexts_.data()));
}

void GroupEngine::free(Context& context) {
  context.active = context.pushing = false;
  --queries_[context.query_now()].active;
}

// One in a cycle.
bool GroupEngine::push_list(Cycle now) {
  if (pushing_.empty() || contexts_[pushing_.front()].push_from > now) return false;
  Context& context = contexts_[pushing_.front()];
  int member = params_.layout.width - 1;
  while (context.next[static_cast<std::size_t>(member)].empty()) --member;
  std::vector<GroupEntry>& entries = context.next[static_cast<std::size_t>(member)];
  queries_[context.query_now()].waiting.push_back(
      {next_tumbled(params_.layout, context.list.tumbled.group, context.tumbled, member),
       context.tumbled.is_leaf(member), context.bank_of(member), std::move(entries)});
  entries.clear();
  std::uint64_t waiting = 0;
  for (const Query& any : queries_) waiting += any.waiting.size();
  statistics_.most_lists = std::max(statistics_.most_lists, waiting);
  if (std::all_of(context.next.begin(), context.next.end(),
                  [](const std::vector<GroupEntry>& left) { return left.empty(); })) {
    pushing_.pop_front();
    free(context);
  }
  return true;
}

// The fewest turns of a running query; 0 if no query runs.
std::uint64_t GroupEngine::fewest_turns() const {
  std::uint64_t fewest = ~std::uint64_t{0};
  for (const std::uint32_t number : begun_) {
    if (!queries_[number].ended) fewest = std::min(fewest, queries_[number].turns());
  }
  return fewest == ~std::uint64_t{0} ? 0 : fewest;
}

// nullptr: no list waits.
GroupEngine::Query* GroupEngine::next_query() {
  Query* next = nullptr;
  for (const std::uint32_t number : begun_) {
    Query& query = queries_[number];
    if (!query.waiting.empty() && (next == nullptr || query.turns() < next->turns())) next = &query;
  }
  return next;
}

bool GroupEngine::begin_list() {
  Query* const query = next_query();
  if (query == nullptr) return false;
  const auto free = std::find_if(contexts_.begin(), contexts_.end(), [](const Context& context) {
    return !context.active && context.leaves[context.set ^ 1u] == 0;
  });
  if (free == contexts_.end()) return false;
  Context& context = *free;
  context.set ^= 1u;
  context.active = true;
  context.query[context.set] = static_cast<std::uint32_t>(query - queries_.data());
  context.list = std::move(query->waiting.back());
  query->waiting.pop_back();
  ++query->active;
  context.tumbled_asked = false;
  context.asked = context.answered = 0;
  context.first_bank = first_bank_;
  first_bank_ = (first_bank_ + 1) % ListBlocks::kBanks;
  const std::size_t length = context.list.entries.size();
  ++query->lists;
  query->groups += length;
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
  for (std::size_t c = 0; c < contexts_.size(); ++c) {
    Context& context = contexts_[c];
    if (!context.active || context.tumbled_asked) continue;
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
    leave_block(context);
    turn_ = (c + 1) % contexts_.size();
    return true;
  }
  return false;
}

// A block is free with the request for its last entry.
void GroupEngine::leave_block(const Context& context) {
  const std::size_t entries = context.list.entries.size(), asked = context.asked;
  if (!context.list.bank) return;
  blocks_.give_back(*context.list.bank,
                    ListBlocks::held(entries, asked - 1) - ListBlocks::held(entries, asked));
}

// The tag: context, which of its two lists, who takes part, and the query.
bool GroupEngine::ask(Cycle now, std::size_t context, ReadKind kind, const GroupEntry& entry) {
  if (!ports_.requests.ready(now)) return false;
  const auto tag = static_cast<std::uint32_t>(context * 2 + contexts_[context].set);
  ports_.requests.put(now, {kind, entry.group * kGroupUnitBytes,
                            tag | entry.mask << 8 | contexts_[context].query_now() << 12});
  return true;
}

bool GroupEngine::send_order(Cycle now) {
  if (orders_.empty() || !ports_.orders.ready(now)) return false;
  ports_.orders.put(now, orders_.front());
  orders_.pop_front();
  return true;
}

void GroupEngine::end_queries() {
  bool all = true;
  for (const std::uint32_t number : begun_) {
    Query& query = queries_[number];
    if (!query.ended && query.is_done()) {
      QueryOrder end;
      end.kind = QueryOrder::Kind::end;
      end.query = number;
      end.tests = query.tests;
      end.error = query.failed;
      orders_.push_back(end);
      query.ended = true;
    }
    all &= query.ended;
  }
  if (all) phase_ = Phase::ended;
}

int GroupEngine::waiting_for() const {
  if (phase_ == Phase::ended) return kDrain;
  if (!orders_.empty()) return kTriangles;
  const bool active =
      std::any_of(contexts_.begin(), contexts_.end(), [](const Context& c) { return c.active; });
  if (active) return kMemory;
  const bool waits = std::any_of(queries_.begin(), queries_.end(),
                                 [](const Query& query) { return !query.waiting.empty(); });
  return waits ? kLists : kTriangles;
}

}  // namespace collisionchip

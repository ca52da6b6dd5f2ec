#include "collisionchip/tlm/units/stack_engine/stack_engine.h"

#include <algorithm>

#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

namespace {
enum Cause {
  kTumbledRead = CycleAccount::kFirstCause,
  kTransform,
  kAlignedPairs,
  kStackSram,
  kTriangleUnit,
  kDrain,
};
}  // namespace

StackEngine::Ports StackEngine::Ports::of(const UnitPorts& ports) {
  return {ports.at<StartCommand>("start"),
          ports.at<PairAuxiliary>("tumbled_auxiliary"),
          ports.at<PairAuxiliary>("aligned_auxiliary"),
          ports.at<OverlapFlags>("flags"),
          ports.at<StopRequest>("stop"),
          ports.at<StopRequest>("host_stop"),
          {&ports.at<SramResponse>("left_words"), &ports.at<SramResponse>("right_words")},
          {&ports.at<SramRequest>("left_sram"), &ports.at<SramRequest>("right_sram")},
          ports.at<ReadRequest>("requests"),
          ports.at<ListCommand>("list_commands"),
          ports.at<LeafTests>("leaf_tests")};
}

StackEngine::StackEngine(const sc_core::sc_module_name& name, const StackEngineParams& params,
                         const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      ports_(ports),
      account_(std::string(name), account_meanings()[0]),
      params_(params),
      lists_(params.sram_words, params.levels, params.leaf_test, params.heads_in_sram, params.pair_stack) {
  ports_.start.bind_reader(*this);
  ports_.tumbled_auxiliary.bind_reader(*this);
  ports_.flags.bind_reader(*this);
  ports_.stop.bind_reader(*this);
  ports_.host_stop.bind_reader(*this);
  listen(ports_.start);
  listen(ports_.tumbled_auxiliary);
  listen(ports_.flags);
  listen(ports_.stop);
  listen(ports_.host_stop);
  if (params_.refetch_parents) {
    ports_.aligned_auxiliary.bind_reader(*this);
    listen(ports_.aligned_auxiliary);
  }
  for (int side = 0; side < 2; ++side) {
    ports_.sram_responses[side]->bind_reader(*this);
    ports_.sram_requests[side]->bind_writer(*this);
    listen(*ports_.sram_responses[side]);
  }
  ports_.requests.bind_writer(*this);
  ports_.list_commands.bind_writer(*this);
  ports_.leaf_tests.bind_writer(*this);
  keep(account_, state_);
}

void StackEngine::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void StackEngine::reset_state() {
  lists_.reset();
  phase_ = Phase::off;
  first_witness_ = stopping_ = tumbled_to_request_ = tumbled_known_ = right_waits_ = prefetched_ =
      prefetch_certain_ = prefetch_known_ = false;
  tumbled_pair_ = kNoPair;
  failed_ = {};
  entries_answered_ = words_asked_ = words_coming_ = 0;
  entries_.clear();
  outstanding_.clear();
  auxiliary_owners_.clear();
  tumbled_word_.reset();
  way_.reset();
  aligned_owners_.clear();
  aligned_known_.clear();
  outcome_ = {};
  messages_sent_ = 0;
  state_ = CycleAccount::kIdle;
}

Cycle StackEngine::step(Cycle now) {
  account_.spend(now, state_);
  acted_ = message_put_ = pushed_ = false;
  take_start(now);
  take_stop(now);
  take_tumbled_auxiliary(now);
  take_entries(now);
  if (params_.refetch_parents) take_links(now);
  if (phase_ == Phase::at_head) take_head(now);
  const bool append_waited = append_waits();
  const bool outcome_gone = send_outcome(now);
  // An SRAM takes one append in a cycle.
  const bool more_flags = outcome_gone && !append_waited && take_flags(now);
  advance(now);
  const bool more_requests = request_memory(now);
  if (acted_) account_.spend(now + 1, CycleAccount::kBusy);
  state_ = waiting_for();
  if (more_flags || more_requests || message_put_ || pushed_ || (append_waited && !append_waits()))
    return now + 1;
  // Flags may be here before the auxiliary words they belong to (decision = ideal).
  const Cycle auxiliary = ports_.aligned_auxiliary.front_visible();
  return ports_.flags.front(now) != nullptr && auxiliary > now ? auxiliary : kNever;
}

void StackEngine::take_start(Cycle now) {
  const StartCommand* command = ports_.start.front(now);
  if (command == nullptr || !ports_.sram_requests[0]->ready(now)) return;
  if (params_.pair_stack) {
    push(now, lists_.stack_root(command->tumbled, command->aligned));
  } else {
    ports_.sram_requests[0]->put_quietly(now, encoded(lists_.push_root(command->tumbled, command->aligned)));
  }
  if (params_.heads_in_sram) ++statistics_.heads_written[0];
  aligned_root_ = command->aligned.pair;
  first_witness_ = command->first_witness;
  ports_.start.pop(now);
  phase_ = Phase::between_lists;
  acted_ = true;
}

void StackEngine::take_stop(Cycle now) {
  for (Channel<StopRequest>* stop : {&ports_.stop, &ports_.host_stop}) {
    if (stop->front(now) == nullptr) continue;
    stop->pop(now);
    ++statistics_.stops;
    if (phase_ == Phase::off) continue;  // no query to stop
    stopping_ = true;
    lists_.clear();
    entries_.clear();
    way_.reset();
  }
}

void StackEngine::take_tumbled_auxiliary(Cycle now) {
  while (const PairAuxiliary* auxiliary = ports_.tumbled_auxiliary.front(now)) {
    if (auxiliary->error) {
      failed_ = auxiliary->error;  // answers may be missing from now on: wait for none
      lists_.clear();
      way_.reset();
      if (has_list()) phase_ = Phase::between_lists;
    } else {
      const AuxiliaryOwner owner = auxiliary_owners_.front();
      auxiliary_owners_.pop_front();
      if (owner == AuxiliaryOwner::current) {
        tumbled_ = *auxiliary;
        tumbled_known_ = true;
        write_heads();
      } else if (owner == AuxiliaryOwner::prefetch) {
        prefetch_ = *auxiliary;
        prefetch_known_ = true;
      }
    }
    ports_.tumbled_auxiliary.pop(now);
  }
}

void StackEngine::take_entries(Cycle now) {
  for (Channel<SramResponse>* responses : ports_.sram_responses) {
    const SramResponse* response = responses->front(now);
    if (response == nullptr) continue;
    const bool tumbled = params_.pair_stack && responses == ports_.sram_responses[0];
    if (tumbled && !stopping_) tumbled_word_ = response->words[0];
    for (std::uint32_t i = 0; i < response->count && !stopping_ && !tumbled; ++i) {
      entries_.push_back(response->words[i]);
    }
    words_coming_ -= response->count;
    responses->pop(now);
  }
}

void StackEngine::take_head(Cycle now) {
  const bool here = params_.pair_stack ? tumbled_word_.has_value() : !entries_.empty();
  if (!here || !ports_.list_commands.ready(now)) return;
  const std::optional<PairPointer> head = params_.pair_stack ? take_tumbled_word() : take_word();
  acted_ = true;
  if (!head) return;
  ++statistics_.heads_read[params_.pair_stack ? 0 : static_cast<std::size_t>(lists_.current().side)];
  lists_.set_tumbled(*head);
  meet_list(now);
  if (tumbled_known_) write_heads();
}

// They go out as what flags lead to does, and before it: no flags of the list are evaluated yet.
void StackEngine::write_heads() {
  if (!params_.heads_in_sram || stopping_) return;
  outcome_.appends = lists_.write_heads(tumbled_);
  for (std::size_t side = 0; side < 2; ++side)
    statistics_.heads_written[side] += outcome_.appends[side].count;
}

// Evaluates one flags message; true if another one waits already.
bool StackEngine::take_flags(Cycle now) {
  const OverlapFlags* flags = ports_.flags.front(now);
  const PairAuxiliary* auxiliary = aligned_auxiliary(now);
  if (phase_ != Phase::in_list || flags == nullptr || auxiliary == nullptr || !tumbled_known_) return false;
  if (!stopping_) {
    lists_.evaluate(flags->bits, tumbled_, outstanding_.front(), *auxiliary, outcome_);
    messages_sent_ = 0;
  }
  outstanding_.pop_front();
  ++entries_answered_;
  ++statistics_.flags;
  ports_.flags.pop(now);
  drop_aligned_auxiliary(now);
  acted_ = true;
  send_outcome(now);
  return ports_.flags.front(now) != nullptr;
}

bool StackEngine::append_waits() const {
  return !outcome_.pushes.empty() || outcome_.appends[0].count + outcome_.appends[1].count > 0;
}

// Hands the outcome of the last flags to the channels, one message in a cycle; true when all of it is gone.
bool StackEngine::send_outcome(Cycle now) {
  bool all = send_push(now);
  for (int side = 0; side < 2; ++side) {
    SramRequest& append = outcome_.appends[side];
    if (append.count == 0) continue;
    Channel<SramRequest>& requests = *ports_.sram_requests[side];
    if (!requests.ready(now)) {
      all = false;
      continue;
    }
    // A write is worked off with the read that follows. None need follow that of a head.
    if (params_.heads_in_sram) {
      requests.put(now, encoded(append));
    } else {
      requests.put_quietly(now, encoded(append));
    }
    append.count = 0;
  }
  if (messages_sent_ < outcome_.messages.size() && !message_put_) send_message(now);
  return all && messages_sent_ == outcome_.messages.size();
}

void StackEngine::send_message(Cycle now) {
  if (!ports_.leaf_tests.ready(now)) return;
  LeafTests& message = outcome_.messages[messages_sent_];
  message.first_witness = first_witness_;
  ports_.leaf_tests.put(now, message);
  message_put_ = true;
  ++messages_sent_;
  if (message.kind == LeafTests::Kind::tests) {
    for (std::uint32_t bits = message.bits; bits != 0; bits &= bits - 1) ++statistics_.triangle_tests;
  } else {
    ++statistics_.unfinished;
  }
}

void StackEngine::advance(Cycle now) {
  if (has_list() && !end_list(now)) return;
  if (phase_ == Phase::between_lists && !begin_list(now)) return;
  if (has_list()) request_entries(now);
}

bool StackEngine::end_list(Cycle now) {
  request_entries(now);
  const bool answered = stopping_
                            ? !awaits_aligned()
                            : phase_ == Phase::in_list && entries_answered_ == lists_.current().length();
  if (!answered || !send_outcome(now)) return false;
  if (!stopping_) right_waits_ = lists_.finish(tumbled_);
  statistics_.alpha.add(entries_answered_);
  phase_ = Phase::between_lists;
  return true;
}

bool StackEngine::begin_list(Cycle now) {
  if (lists_.empty()) {
    end_query(now);
    return false;
  }
  if (!reads_tumbled() && !ports_.list_commands.ready(now)) return false;
  statistics_.levels.add(lists_.waiting());
  const PairList& list = lists_.take();
  statistics_.high_water = lists_.high_water();
  statistics_.deepest_level = lists_.deepest_level();
  ++statistics_.lists;
  statistics_.aligned_pairs += list.length();
  statistics_.length_of_side[static_cast<std::size_t>(list.side)].add(list.length());
  statistics_.longest_list = std::max<std::uint64_t>(statistics_.longest_list, list.length());
  entries_answered_ = words_asked_ = 0;
  taken_ = now;
  acted_ = true;
  if (reads_tumbled()) {
    phase_ = Phase::at_head;
  } else {
    meet_list(now);
  }
  return true;
}

// The tumbled pair of the list taken is known by its number: to the DOP Unit the list begins.
void StackEngine::meet_list(Cycle now) {
  ports_.list_commands.put(now, begin_tumbled());
  phase_ = Phase::in_list;
}

// The pair of the list before is kept, or the prefetched one becomes the list's own, or it is to be requested.
// A prefetch that no list will need was in vain. While a pair is kept, lists below it have no other: what a
// list that waits has will be needed after them.
ListCommand StackEngine::begin_tumbled() {
  const std::uint32_t pair = lists_.current().tumbled.pair;
  const bool keep = params_.keep_pair && pair == tumbled_pair_;
  const bool kept_for = prefetch_certain_ || right_waits_ || params_.pair_stack;
  const bool needed = keep ? kept_for : prefetch_pair_ == pair;
  const bool in_vain = prefetched_ && !needed;
  if (in_vain) end_prefetch(AuxiliaryOwner::dropped);
  if (keep) {
    ++statistics_.lists_kept;
    prefetch_certain_ = prefetched_;
  } else {
    tumbled_pair_ = pair;
    tumbled_to_request_ = !prefetched_;
    tumbled_known_ = prefetched_ && prefetch_known_;
    if (tumbled_known_) tumbled_ = prefetch_;
    if (prefetched_) ++statistics_.prefetches_used;
    end_prefetch(AuxiliaryOwner::current);
  }
  return {in_vain ? 1u : 0u, lists_.current().length(), keep};
}

void StackEngine::end_prefetch(AuxiliaryOwner owner_from_now_on) {
  std::replace(auxiliary_owners_.begin(), auxiliary_owners_.end(), AuxiliaryOwner::prefetch,
               owner_from_now_on);
  prefetched_ = prefetch_certain_ = prefetch_known_ = false;
}

bool StackEngine::has_inner(int member) const {
  return lists_.current().tumbled.has(member) && !tumbled_.leaf[member];
}

std::optional<std::uint32_t> StackEngine::pair_ahead(Cycle now) const {
  if (!params_.prefetching || !tumbled_known_ || prefetched_) return std::nullopt;
  if (has_inner(0)) return tumbled_.child[0];
  if (!params_.prefetch_known) return std::nullopt;
  if (has_inner(1)) return tumbled_.child[1];
  // The level registers show their new top in the cycle after a list was taken.
  if (reads_tumbled() || now == taken_ || lists_.empty()) return std::nullopt;
  const std::uint32_t waiting = lists_.top().tumbled.pair;
  if (params_.keep_pair && waiting == tumbled_pair_) return std::nullopt;
  return waiting;
}

bool StackEngine::may_request_aligned() const {
  if (way_) return !way_->waits();
  const bool hold = params_.prefetching && !tumbled_known_;
  return !hold && !entries_.empty() && outstanding_.size() < params_.look_ahead;
}

// Sends at most one request; true if another one could follow in the next cycle.
bool StackEngine::request_memory(Cycle now) {
  if (phase_ != Phase::in_list || stopping_) return false;
  const std::optional<std::uint32_t> ahead = pair_ahead(now);
  if (!tumbled_to_request_ && !ahead && !may_request_aligned()) return pair_ahead(now + 1).has_value();
  if (!ports_.requests.ready(now)) return false;
  acted_ = true;
  if (tumbled_to_request_) {
    request(now, ReadKind::tumbled_pair, lists_.current().tumbled.pair);
    auxiliary_owners_.push_back(AuxiliaryOwner::current);
    tumbled_to_request_ = false;
  } else if (ahead) {
    prefetch_pair_ = *ahead;
    prefetch_certain_ = !has_inner(0) && !has_inner(1);
    request(now, ReadKind::tumbled_pair, prefetch_pair_);
    auxiliary_owners_.push_back(AuxiliaryOwner::prefetch);
    prefetched_ = true;
    ++statistics_.prefetches;
  } else if (!request_aligned(now)) {
    return true;  // the query ends in the next cycle, unless answers are under way
  }
  request_entries(now);
  return pair_ahead(now + 1) || may_request_aligned();
}

void StackEngine::request(Cycle now, ReadKind kind, std::uint32_t pair) {
  ports_.requests.put(now, {kind, params_.node_format->address_of(pair)});
}

// The word at hand; nothing if it cannot be read.
std::optional<PairPointer> StackEngine::take_word() {
  const ListWord word = decode_list_word(params_.ecc, entries_.front());
  if (word.verdict == ListWord::Verdict::uncorrectable) {
    fail_list();
    return std::nullopt;
  }
  if (word.verdict == ListWord::Verdict::corrected) ++statistics_.corrected_words;
  entries_.pop_front();
  return PairPointer::of_word(word.word);
}

// False if the entry at hand cannot be read.
bool StackEngine::request_aligned(Cycle now) {
  if (way_) {
    step_on_way(now);
    return true;
  }
  const std::optional<PairPointer> entry = take_word();
  if (!entry) return false;
  if (params_.refetch_parents) {
    way_.emplace(aligned_root_, *entry);
    step_on_way(now);
    return true;
  }
  request(now, ReadKind::aligned_pair, entry->pair);
  outstanding_.push_back(*entry);
  return true;
}

void StackEngine::fail_list() {
  const PairList& list = lists_.current();
  const std::uint32_t done = words_asked_ - words_coming_ - static_cast<std::uint32_t>(entries_.size());
  failed_ = {ReadError::Kind::list_word, (list.side == 1 ? ReadError::kRightSram : 0u) | (list.begin + done)};
  stopping_ = true;
  lists_.clear();
  entries_.clear();
}

SramRequest StackEngine::encoded(SramRequest write) const {
  for (std::uint32_t i = 0; i < write.count; ++i)
    write.words[i] = encode_list_word(params_.ecc, write.words[i]);
  return write;
}

void StackEngine::request_entries(Cycle now) {
  if (params_.pair_stack) return request_pair(now);
  const PairList& list = lists_.current();
  if (stopping_ || words_asked_ == list.words() ||
      words_coming_ + entries_.size() > std::max(params_.burst / 2, 1u))
    return;
  Channel<SramRequest>& requests = *ports_.sram_requests[list.side];
  if (!requests.ready(now)) return;
  const std::uint32_t count = std::min(params_.burst, list.words() - words_asked_);
  requests.put(now, {false, list.begin + words_asked_, count, {}});
  words_asked_ += count;
  words_coming_ += count;
}

void StackEngine::end_query(Cycle now) {
  if (messages_sent_ < outcome_.messages.size() || message_put_ || !ports_.leaf_tests.ready(now)) return;
  LeafTests end;
  end.kind = LeafTests::Kind::end;
  end.error = failed_;
  ports_.leaf_tests.put(now, end);
  phase_ = Phase::ended;
}

int StackEngine::waiting_for() const {
  if (phase_ == Phase::off) return CycleAccount::kIdle;
  if (phase_ == Phase::ended) return kDrain;
  if (messages_sent_ < outcome_.messages.size()) return kTriangleUnit;
  if (phase_ == Phase::at_head) return kStackSram;
  if (!tumbled_known_) return kTumbledRead;
  if (outstanding_.empty() && entries_.empty() && !way_) return kStackSram;
  return entries_answered_ == 0 ? kTransform : kAlignedPairs;
}

}  // namespace collisionchip

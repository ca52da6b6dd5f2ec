#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit.h"

#include <algorithm>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

namespace {

using Nine = std::array<std::uint32_t, 9>;

std::array<GridPoint, 3> points_of(const Nine& words) {
  std::array<GridPoint, 3> corners{};
  for (std::size_t i = 0; i < 9; ++i) corners[i / 3][i % 3] = static_cast<std::int32_t>(words[i]);
  return corners;
}
}  // namespace

SmallTriangleUnit::Ports SmallTriangleUnit::Ports::of(const UnitPorts& ports) {
  return {ports.at<TriangleTest>("tests"),     ports.at<QueryOrder>("orders"),
          ports.at<MatrixWrite>("registers"),  ports.at<Finding>("findings"),
          ports.at<QueryStop>("stop"),         ports.find<MatrixWrite>("contact_registers"),
          ports.find<ContactTest>("contacts"), ports.find<ContactVerdict>("contact_verdicts")};
}

SmallTriangleUnit::SmallTriangleUnit(const sc_core::sc_module_name& name,
                                     const SmallTriangleUnitParams& params, const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      registers_(params.queries),
      queries_(params.queries),
      makers_(params.record_makers),
      account_(std::string(name), account_meanings()[0]) {
  ports_.tests.bind_reader(*this);
  ports_.orders.bind_reader(*this);
  ports_.registers.bind_reader(*this);
  ports_.findings.bind_writer(*this);
  ports_.stop.bind_writer(*this);
  listen(ports_.tests);
  listen(ports_.orders);
  listen(ports_.registers);
  if (params_.contact) {
    ports_.contact_registers->bind_writer(*this);
    ports_.contacts->bind_writer(*this);
    ports_.contact_verdicts->bind_reader(*this);
    listen(*ports_.contact_verdicts);
  }
  keep(account_, state_);
}

void SmallTriangleUnit::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void SmallTriangleUnit::reset_state() {
  results_.clear();
  to_send_.clear();
  first_place_ = 0;
  gathered_ = {};
  free_ = slow_free_ = 0;
  std::fill(makers_.begin(), makers_.end(), 0);
  kept_.reset();
  std::fill(queries_.begin(), queries_.end(), Query{});
  state_ = CycleAccount::kIdle;
}

Cycle SmallTriangleUnit::step(Cycle now) {
  account_.spend(now, state_);
  take_registers(now);
  bool acted = tell_to_stop(now);
  acted |= take_contact_verdict(now);
  acted |= take_tests(now);
  acted |= send_contact(now);
  const bool out = let_out(now);
  acted |= out;
  if (!out) acted |= take_order(now);
  const bool due = !results_.empty() && results_.front().out <= now;
  const bool decided = due && results_.front().contact == Contact::none;
  state_ = acted || now < free_            ? CycleAccount::kBusy
           : gathered_.complete || decided ? kPointerFifo
           : due                           ? kContactUnit
                                           : CycleAccount::kIdle;
  if (acted) return now + 1;
  Cycle next = free_ > now ? free_ : kNever;
  if (!results_.empty() && !due) next = std::min(next, results_.front().out);
  if (!to_send_.empty()) next = std::min(next, std::max(now + 1, at_place(to_send_.front().place).out));
  return next;
}

void SmallTriangleUnit::take_registers(Cycle now) {
  while (const MatrixWrite* write = ports_.registers.front(now)) {
    const std::uint32_t query = write->first_word / group_words::kQueryWords;
    const std::uint32_t first = write->first_word % group_words::kQueryWords;
    for (std::uint32_t i = 0; i < write->count; ++i)
      registers_.at(query).words.at(first + i) = write->words[i];
    decode_registers(query);
    if (params_.contact) pass_on_pose(now, *write);
    ports_.registers.pop(now);
  }
}

void SmallTriangleUnit::pass_on_pose(Cycle now, const MatrixWrite& write) {
  using namespace group_words;
  MatrixWrite pose;
  for (std::uint32_t i = 0; i < write.count; ++i) {
    const std::uint32_t word = write.first_word + i;
    if (word % kQueryWords < kPoseWord || word % kQueryWords >= kPoseWord + kPoseWords) continue;
    if (pose.count == 0) pose.first_word = word - kPoseWord;
    pose.words[pose.count++] = write.words[i];
  }
  if (pose.count > 0) ports_.contact_registers->put(now, pose);
}

void SmallTriangleUnit::decode_registers(std::uint32_t query) {
  QueryRegisters& registers = registers_[query];
  registers.corner_error =
      static_cast<std::int64_t>(registers.words[0] | std::uint64_t{registers.words[1]} << 32);
  registers.a_tumbled = params_.contact && registers.words[group_words::kSideWord] != 0;
  const std::uint32_t* const words = registers.words.data() + 2;
  FrameMatrices& frames = registers.frames;
  for (std::size_t word = 0; word < 24; ++word) {
    Matrix34& matrix = word < 12 ? frames.to_aligned : frames.to_tumbled;
    matrix[word % 12 / 4][word % 4] = float_of(words[word]);
  }
  for (std::size_t row = 0; row < 3; ++row) {
    frames.to_aligned_bound[row] = float_of(words[24 + row]);
    frames.to_tumbled_bound[row] = float_of(words[27 + row]);
  }
}

// After a witness tests are taken and ignored.
bool SmallTriangleUnit::take_tests(Cycle now) {
  bool taken = false;
  for (std::uint32_t lane = 0; lane < params_.lanes; ++lane) {
    const TriangleTest* const pair = ports_.tests.front(now);
    if (pair == nullptr) break;
    Query& query = queries_[pair->query];
    if (!query.begun) break;
    if (!query.found && (now < free_ || results_.size() >= kRoom)) break;
    if (!query.found) test(now, *pair);
    ++query.taken;
    ports_.tests.pop(now);
    taken = true;
  }
  if (taken) free_ = now + params_.interval;
  if (taken && !params_.determinants) free_ = std::max(free_, next_maker());
  return taken;
}

Cycle SmallTriangleUnit::next_maker() const {
  return *std::min_element(makers_.begin(), makers_.end());
}

// When the records of a pair are there whose corners are.
Cycle SmallTriangleUnit::make_records(Cycle from, std::uint32_t tumbled) {
  const auto make = [&] {
    ++statistics_.records;
    Cycle& maker = *std::min_element(makers_.begin(), makers_.end());
    const Cycle begin = std::max(from, maker);
    maker = begin + params_.record_cycles;
    return begin + params_.record_depth;
  };
  if (kept_ != tumbled) {
    kept_ = tumbled;
    kept_at_ = make();
  }
  return std::max(kept_at_, make());
}

void SmallTriangleUnit::test(Cycle now, const TriangleTest& pair) {
  ++statistics_.tests;
  ++queries_[pair.query].tested;
  ++queries_[pair.query].in_pipelines;
  Result result{now + params_.stages, pair.query,  Verdict::uncertain, pair.tumbled,
                pair.aligned,         pair.leaves, pair.in_leaves,     pair.last};
  bool slow = !params_.determinants;
  if (slow) {
    result.out = now;
  } else {
    result.verdict = small_verdict(pair);
    if (result.verdict == Verdict::uncertain) {
      ++statistics_.undecided;
      slow = params_.undecided == UndecidedPairs::slow_unit;
      if (params_.contact) ask_contact(result, pair);
    }
  }
  if (slow) {
    ++statistics_.slow_tests;
    const Cycle start = std::max(make_records(result.out, pair.tumbled), slow_free_);
    slow_free_ = start + params_.slow_interval;
    result.out = start + params_.slow_depth;
    result.verdict = slow_verdict(pair);
  }
  if (result.contact == Contact::none) count(result.verdict);
  keep_result(result);
}

void SmallTriangleUnit::count(Verdict verdict) {
  ++(verdict == Verdict::hit    ? statistics_.hits
     : verdict == Verdict::miss ? statistics_.misses
                                : statistics_.uncertain);
}

// No slow pipeline changes the order, so that the pair's result is the last one.
void SmallTriangleUnit::ask_contact(Result& result, const TriangleTest& pair) {
  const bool a_tumbled = registers_[pair.query].a_tumbled;
  const auto place = static_cast<std::uint32_t>((first_place_ + results_.size()) % kRoom);
  result.contact = Contact::to_send;
  to_send_.push_back({pair.query, place, a_tumbled ? pair.aligned : pair.tumbled,
                      a_tumbled ? pair.tumbled_corners : pair.aligned_corners,
                      a_tumbled ? pair.aligned_corners : pair.tumbled_corners});
}

SmallTriangleUnit::Result& SmallTriangleUnit::at_place(std::uint32_t place) {
  return results_[(place + kRoom - first_place_) % kRoom];
}

// One in a cycle. What is not sent is uncertain, or, behind a witness, of no use.
bool SmallTriangleUnit::send_contact(Cycle now) {
  if (to_send_.empty()) return false;
  Result& result = at_place(to_send_.front().place);
  if (result.out > now) return false;
  const bool found = queries_[result.query].found, room = !found && ports_.contacts->ready(now);
  if (!found && !room && !params_.contact_overflows) return false;
  result.contact = room ? Contact::asked : Contact::none;
  if (room) {
    ports_.contacts->put(now, to_send_.front());
    ++statistics_.contacts;
  } else {
    count(result.verdict);
    statistics_.contact_overflows += found ? 0 : 1;
    queries_[result.query].overflows += found ? 0 : 1;
  }
  to_send_.pop_front();
  return true;
}

bool SmallTriangleUnit::take_contact_verdict(Cycle now) {
  const ContactVerdict* const verdict = params_.contact ? ports_.contact_verdicts->front(now) : nullptr;
  if (verdict == nullptr) return false;
  Result& result = at_place(verdict->place);
  result.verdict = verdict->verdict;
  result.contact = Contact::none;
  count(result.verdict);
  ports_.contact_verdicts->pop(now);
  return true;
}

Verdict SmallTriangleUnit::small_verdict(const TriangleTest& pair) const {
  MovedTriangle moved;
  moved.bounded = pair.bounded;
  moved.corners = points_of(pair.moved);
  PlacedTriangle placed;
  placed.corners = points_of(pair.placed);
  return small_triangle_verdict(moved, placed, registers_[pair.query].corner_error);
}

Verdict SmallTriangleUnit::slow_verdict(const TriangleTest& pair) const {
  const TriangleRecord tumbled =
      make_triangle_record(group_words::corners_of(pair.tumbled_corners), pair.tumbled);
  const TriangleRecord aligned =
      make_triangle_record(group_words::corners_of(pair.aligned_corners), pair.aligned);
  const FrameMatrices& frames = registers_[pair.query].frames;
  if (params_.filter) return triangle_verdict(tumbled, aligned, frames);
  return triangles_intersect(tumbled, aligned, frames) ? Verdict::hit : Verdict::miss;
}

// Verdicts of the slow pipeline come later than those of pairs behind them.
void SmallTriangleUnit::keep_result(const Result& result) {
  const auto behind = std::upper_bound(results_.begin(), results_.end(), result,
                                       [](const Result& a, const Result& b) { return a.out < b.out; });
  results_.insert(behind, result);
}

// Misses leave no trace; of what enters the Pointer FIFO one in a cycle. True if something is out.
bool SmallTriangleUnit::let_out(Cycle now) {
  bool acted = false;
  for (std::uint32_t gone = 0; gone < params_.lanes && !gathered_.complete; ++gone) {
    if (results_.empty() || results_.front().out > now || results_.front().contact != Contact::none) break;
    const Result& result = results_.front();
    Query& query = queries_[result.query];
    const bool reported = !query.found && !params_.leaf_entries && result.verdict != Verdict::miss;
    if (reported && !report_pair(now, result)) return acted;
    if (!query.found && params_.leaf_entries && !gather(result)) break;
    --query.in_pipelines;
    results_.pop_front();
    acted = true;
    first_place_ = (first_place_ + 1) % kRoom;
    if (reported) return true;
  }
  return send_gathered(now) || acted;
}

// False if there is no room.
bool SmallTriangleUnit::report_pair(Cycle now, const Result& result) {
  if (!ports_.findings.ready(now)) return false;
  const bool hit = result.verdict == Verdict::hit;
  report(now, result.query,
         {hit ? Finding::Kind::hit : Finding::Kind::uncertain, result.tumbled, result.aligned, {}});
  ++statistics_.entries;
  ++statistics_.pairs_named;
  if (hit) tell_witness(result.query);
  return true;
}

void SmallTriangleUnit::tell_witness(std::uint32_t number) {
  Query& query = queries_[number];
  if (query.first_witness) query.found = query.stop_to_tell = true;
}

// False if what is gathered of other leaves goes first.
bool SmallTriangleUnit::gather(const Result& result) {
  const bool same = gathered_.query == result.query && gathered_.leaves == result.leaves;
  if (!same && !gathered_.is_empty()) {
    gathered_.complete = true;
    return false;
  }
  const bool hit = result.verdict == Verdict::hit;
  gathered_.query = result.query;
  gathered_.leaves = result.leaves;
  if (result.verdict != Verdict::miss) (hit ? gathered_.hits : gathered_.uncertain) |= 1u << result.in_leaves;
  gathered_.complete =
      !gathered_.is_empty() && (result.last || (hit && queries_[result.query].first_witness));
  return true;
}

// One entry in a cycle, hits first. After a witness no entry is sent.
bool SmallTriangleUnit::send_gathered(Cycle now) {
  if (!gathered_.complete || !ports_.findings.ready(now)) return false;
  const bool hits = gathered_.hits != 0;
  std::uint32_t& pairs = hits ? gathered_.hits : gathered_.uncertain;
  report(now, gathered_.query,
         leaf_pair_finding(hits ? Finding::Kind::hit : Finding::Kind::uncertain, {gathered_.leaves, pairs},
                           params_.queries > 1));
  ++statistics_.entries;
  statistics_.pairs_named += static_cast<std::uint64_t>(__builtin_popcount(pairs));
  pairs = 0;
  if (hits) tell_witness(gathered_.query);
  if (gathered_.is_empty() || queries_[gathered_.query].found) gathered_ = {};
  return true;
}

bool SmallTriangleUnit::tell_to_stop(Cycle now) {
  const auto told =
      std::find_if(queries_.begin(), queries_.end(), [](const Query& query) { return query.stop_to_tell; });
  if (told == queries_.end() || !ports_.stop.ready(now)) return false;
  ports_.stop.put(now, {static_cast<std::uint32_t>(told - queries_.begin())});
  told->stop_to_tell = false;
  return true;
}

void SmallTriangleUnit::report(Cycle now, std::uint32_t query, const Finding& finding) {
  EntryCheck& reported = queries_[query].reported;
  if (params_.queries == 1) {
    if (params_.entry_check) reported.add(entry_words(finding));
    ports_.findings.put(now, finding);
    return;
  }
  const Finding told = with_query(finding, query);
  reported.add(queue_entry_words(told));
  ports_.findings.put(now, told);
}

Finding SmallTriangleUnit::closing(std::uint32_t query, const ReadError& error) const {
  const Finding closing = queries_[query].reported.closing(error);
  if (params_.queries > 1) return with_query(closing, query);
  return params_.entry_check ? closing : Finding{Finding::Kind::end, 0, 0, error};
}

bool SmallTriangleUnit::is_out(const QueryOrder& end) const {
  const Query& query = queries_[end.query];
  return query.taken == end.tests && query.in_pipelines == 0 && !query.stop_to_tell;
}

bool SmallTriangleUnit::take_order(Cycle now) {
  const QueryOrder* const order = ports_.orders.front(now);
  if (order == nullptr) return false;
  Query& query = queries_[order->query];
  if (order->kind == QueryOrder::Kind::begin) {
    query = {};
    query.begun = true;
    query.first_witness = order->first_witness;
  } else if (order->kind == QueryOrder::Kind::unfinished) {
    if (!query.found) {
      if (!ports_.findings.ready(now)) return false;
      report(now, order->query, {Finding::Kind::unfinished, order->tumbled, order->aligned, {}});
    }
  } else {
    if (!is_out(*order)) return false;
    if (!gathered_.is_empty() && gathered_.query == order->query) {
      gathered_.complete = true;
      return send_gathered(now);
    }
    if (!ports_.findings.ready(now)) return false;
    ports_.findings.put(now, closing(order->query, order->error));
    query.begun = false;
  }
  ports_.orders.pop(now);
  return true;
}

}  // namespace collisionchip

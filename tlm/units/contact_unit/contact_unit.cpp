#include "collisionchip/tlm/units/contact_unit/contact_unit.h"

#include <algorithm>

#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

ContactUnit::Ports ContactUnit::Ports::of(const UnitPorts& ports) {
  return {ports.at<ContactTest>("tests"), ports.at<MatrixWrite>("registers"),
          ports.at<ContactVerdict>("verdicts")};
}

ContactUnit::ContactUnit(const sc_core::sc_module_name& name, const ContactUnitParams& params,
                         const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      poses_(params.queries),
      account_(std::string(name), account_meanings()[0]) {
  ports_.tests.bind_reader(*this);
  ports_.registers.bind_reader(*this);
  ports_.verdicts.bind_writer(*this);
  listen(ports_.tests);
  listen(ports_.registers);
  keep(account_, state_);
}

void ContactUnit::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void ContactUnit::reset_state() {
  pairs_.clear();
  moved_.reset();
  multiplied_ = 0;
  state_ = CycleAccount::kIdle;
}

Cycle ContactUnit::step(Cycle now) {
  account_.spend(now, state_);
  take_registers(now);
  go_on(now);
  const bool sent = send(now);
  const bool taken = take(now);
  const bool multiplies = multiplied_ > now * params_.multipliers;
  const bool waits = std::any_of(pairs_.begin(), pairs_.end(), [](const Pair& pair) { return pair.done; });
  state_ = sent || taken || multiplies ? CycleAccount::kBusy
           : waits                     ? kSmallTriangleUnit
                                       : CycleAccount::kIdle;
  if (sent || taken) return now + 1;
  Cycle next = multiplies ? (multiplied_ - 1) / params_.multipliers + 1 : kNever;
  for (const Pair& pair : pairs_) {
    if (!pair.done) next = std::min(next, pair.known_at);
  }
  return next;
}

void ContactUnit::take_registers(Cycle now) {
  while (const MatrixWrite* write = ports_.registers.front(now)) {
    const std::uint32_t query = write->first_word / group_words::kQueryWords;
    const std::uint32_t first = write->first_word % group_words::kQueryWords;
    for (std::uint32_t i = 0; i < write->count; ++i) poses_.at(query).at(first + i) = write->words[i];
    ports_.registers.pop(now);
  }
}

// What a step says leads to the next one, or is the verdict.
void ContactUnit::go_on(Cycle now) {
  for (Pair& pair : pairs_) {
    if (pair.done || pair.known_at > now) continue;
    pair.done = pair.begun == pair.outcome.steps;
    if (!pair.done) begin_step(now, pair, pair.outcome.products[pair.begun++]);
  }
}

void ContactUnit::begin_step(Cycle now, Pair& pair, std::uint32_t products) {
  pair.known_at = now + params_.stages;
  if (products == 0) return;
  multiplied_ = std::max(multiplied_, now * params_.multipliers) + products;
  pair.known_at = (multiplied_ - 1) / params_.multipliers + params_.stages;
  statistics_.products += products;
}

bool ContactUnit::send(Cycle now) {
  const auto done = std::find_if(pairs_.begin(), pairs_.end(), [](const Pair& pair) { return pair.done; });
  if (done == pairs_.end() || !ports_.verdicts.ready(now)) return false;
  ports_.verdicts.put(now, {done->place, done->outcome.verdict});
  pairs_.erase(done);
  return true;
}

bool ContactUnit::take(Cycle now) {
  if (pairs_.size() >= params_.queue_depth) return false;
  const ContactTest* const test = ports_.tests.front(now);
  if (test == nullptr) return false;
  Pair pair;
  pair.place = test->place;
  pair.outcome = contact_outcome(group_words::corners_of(test->a), group_words::corners_of(test->b),
                                 pose_of(poses_[test->query]), static_cast<int>(params_.limbs));
  begin_step(now, pair, is_moved(*test) ? 0 : kMovingProducts);
  count(pair.outcome);
  pairs_.push_back(pair);
  ports_.tests.pop(now);
  return true;
}

// If B's triangle is not, it will be.
bool ContactUnit::is_moved(const ContactTest& test) {
  const std::pair<std::uint32_t, std::uint32_t> triangle{test.query, test.triangle_b};
  if (moved_ == triangle) return true;
  moved_ = triangle;
  ++statistics_.moved;
  return false;
}

void ContactUnit::count(const ContactOutcome& outcome) {
  ++statistics_.tests;
  ++(outcome.verdict == Verdict::hit    ? statistics_.hits
     : outcome.verdict == Verdict::miss ? statistics_.misses
                                        : statistics_.uncertain);
  statistics_.corners += outcome.end == ContactEnd::corner ? 1 : 0;
  statistics_.one_limb += outcome.limbs == 1 ? 1 : 0;
  statistics_.two_limbs += outcome.limbs == 2 ? 1 : 0;
  statistics_.four_limbs += outcome.limbs == 4 ? 1 : 0;
}

}  // namespace collisionchip

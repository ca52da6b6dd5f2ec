#include "collisionchip/tlm/units/stack_engine/list_stack.h"

#include <algorithm>

namespace collisionchip {

void ListStack::reset() {
  waiting_.clear();
  current_ = {};
  top_ = start_ = head_ = high_water_ = {};
  deepest_ = 0;
}

SramRequest ListStack::push_root(const PairPointer& tumbled, const PairPointer& aligned) {
  if (heads_in_sram_) {
    waiting_.push_back({{}, 0, 0, 2, {2, 0}, 1});
    high_water_[0] = 2;
    return {true, 0, 2, {tumbled.word(), aligned.word()}};
  }
  waiting_.push_back({tumbled, 0, 0, 1, {1, 0}});
  high_water_[0] = 1;
  return {true, 0, 1, {aligned.word(), 0}};
}

const PairList& ListStack::take() {
  deepest_ = std::max(deepest_, static_cast<std::uint32_t>(waiting_.size()));
  current_ = waiting_.back();
  waiting_.pop_back();
  top_ = start_ = current_.marker;
  head_ = {};
  return current_;
}

std::array<SramRequest, 2> ListStack::write_heads(const PairAuxiliary& tumbled) {
  std::array<SramRequest, 2> writes;
  const KnownPair own{current_.tumbled, tumbled};
  for (int i = 0; i < 2; ++i) {
    if (!current_.tumbled.has(i) || !has_room(i)) continue;
    write(i, own.below(i).word(), writes[i]);
    head_[i] = 1;
  }
  return writes;
}

void ListStack::evaluate(std::uint32_t flags, const PairAuxiliary& tumbled, const PairPointer& aligned,
                         const PairAuxiliary& aligned_auxiliary, FlagsOutcome& outcome) {
  outcome.appends = {};
  outcome.messages.clear();
  const KnownPair own{current_.tumbled, tumbled};
  const auto meet = [&](int i, const PairPointer& entry) { append(i, entry, own, outcome); };
  const LeafTests tests = evaluate_flags(leaf_test_, flags, own, {aligned, aligned_auxiliary}, meet);
  if (tests.bits != 0) outcome.messages.push_back(tests);
}

void ListStack::append(int i, const PairPointer& entry, const KnownPair& tumbled, FlagsOutcome& outcome) {
  if (has_room(i)) {
    write(i, entry.word(), outcome.appends[i]);
  } else {
    outcome.messages.push_back(unfinished_work(tumbled.below(i), entry));
  }
}

void ListStack::write(int i, std::uint32_t word, SramRequest& request) {
  if (request.count == 0) request = {true, top_[i], 0, {}};
  request.words[request.count++] = word;
  high_water_[i] = std::max(high_water_[i], ++top_[i]);
}

bool ListStack::finish(const PairAuxiliary& tumbled) {
  for (int i = 0; i < 2; ++i) {  // a head without entries is no list
    if (top_[i] == start_[i] + head_[i]) top_[i] = start_[i];
  }
  const KnownPair own{current_.tumbled, tumbled};
  for (int i = 1; i >= 0; --i) {  // right first: the left one is taken next
    if (top_[i] == start_[i]) continue;
    const PairPointer head = heads_in_sram_ ? PairPointer{} : own.below(i);
    PairList list{head, i, start_[i], top_[i], top_, head_[i]};
    if (i == 1) list.marker[0] = start_[0];  // by then the left list is done
    waiting_.push_back(list);
  }
  return top_[0] != start_[0] && top_[1] != start_[1];
}

}  // namespace collisionchip

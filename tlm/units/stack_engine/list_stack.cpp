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

StackedPair ListStack::stack_root(const PairPointer& tumbled, const PairPointer& aligned) {
  FlagsOutcome outcome;
  push(tumbled, aligned, outcome);
  return outcome.pushes.front();
}

const PairList& ListStack::take() {
  deepest_ = std::max(deepest_, static_cast<std::uint32_t>(waiting_.size()));
  current_ = waiting_.back();
  waiting_.pop_back();
  top_ = start_ = current_.marker;
  head_ = {};
  return current_;
}

// What the list of side i has to meet next: the children of tumbled i, or a tumbled leaf itself once more.
PairPointer ListStack::child_of(int i, const PairAuxiliary& tumbled) const {
  if (tumbled.leaf[i]) return {current_.tumbled.pair, 1u << i};
  return {tumbled.child[i], 3};
}

std::array<SramRequest, 2> ListStack::write_heads(const PairAuxiliary& tumbled) {
  std::array<SramRequest, 2> writes;
  for (int i = 0; i < 2; ++i) {
    if (!current_.tumbled.has(i) || !has_room(i)) continue;
    write(i, child_of(i, tumbled).word(), writes[i]);
    head_[i] = 1;
  }
  return writes;
}

void ListStack::evaluate(std::uint32_t flags, const PairAuxiliary& tumbled, const PairPointer& aligned,
                         const PairAuxiliary& aligned_auxiliary, FlagsOutcome& outcome) {
  outcome.appends = {};
  outcome.pushes.clear();
  outcome.messages.clear();
  LeafTests tests;
  std::array<std::uint32_t, 2>
      leaves{};  // aligned leaves that meet tumbled inner node i again, one level down
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      if (!current_.tumbled.has(i) || !aligned.has(j)) continue;
      const std::uint32_t bit = 1u << (2 * i + j);
      const bool both_leaves = tumbled.leaf[i] && aligned_auxiliary.leaf[j];
      const bool compared = compares_dops(leaf_test_, tumbled.leaf[i], aligned_auxiliary.leaf[j]);
      if ((flags & bit) == 0 && compared) continue;
      if (both_leaves) {
        tests.bits |= bit;
        tests.tumbled[i] = tumbled.triangle[i];
        tests.aligned[j] = aligned_auxiliary.triangle[j];
      } else if (aligned_auxiliary.leaf[j]) {
        leaves[i] |= 1u << j;
      } else {
        append(i, {aligned_auxiliary.child[j], 3}, tumbled, outcome);
      }
    }
  }
  for (int i = 0; i < 2; ++i) {
    if (leaves[i] != 0) append(i, {aligned.pair, leaves[i]}, tumbled, outcome);
  }
  if (tests.bits != 0) outcome.messages.push_back(tests);
  if (pair_stack_) stack_found(tumbled, outcome);
}

// What meets the left tumbled member comes last: it is taken next, and that is what a prefetch expects.
void ListStack::stack_found(const PairAuxiliary& tumbled, FlagsOutcome& outcome) {
  for (int i = 1; i >= 0; --i) {
    for (const PairPointer& entry : found_[i]) {
      if (has_room(0)) {
        push(child_of(i, tumbled), entry, outcome);
      } else {
        add_unfinished(child_of(i, tumbled), entry, outcome);
      }
    }
    found_[i].clear();
  }
}

void ListStack::push(const PairPointer& tumbled, const PairPointer& aligned, FlagsOutcome& outcome) {
  const std::uint32_t place = top_[0];
  outcome.pushes.push_back({place, tumbled, aligned});
  waiting_.push_back({{}, 1, place, place + 1, {place, place}});
  top_ = {place + 1, place + 1};
  high_water_ = {std::max(high_water_[0], place + 1), std::max(high_water_[1], place + 1)};
}

void ListStack::append(int i, const PairPointer& entry, const PairAuxiliary& tumbled, FlagsOutcome& outcome) {
  if (pair_stack_) {
    found_[i].push_back(entry);
  } else if (!has_room(i)) {
    add_unfinished(child_of(i, tumbled), entry, outcome);
  } else {
    write(i, entry.word(), outcome.appends[i]);
  }
}

void ListStack::add_unfinished(const PairPointer& tumbled, const PairPointer& aligned,
                               FlagsOutcome& outcome) {
  LeafTests unfinished;
  unfinished.kind = LeafTests::Kind::unfinished;
  unfinished.tumbled[0] = tumbled.word();
  unfinished.aligned[0] = aligned.word();
  outcome.messages.push_back(unfinished);
}

void ListStack::write(int i, std::uint32_t word, SramRequest& request) {
  if (request.count == 0) request = {true, top_[i], 0, {}};
  request.words[request.count++] = word;
  high_water_[i] = std::max(high_water_[i], ++top_[i]);
}

bool ListStack::finish(const PairAuxiliary& tumbled) {
  if (pair_stack_) return false;  // what was found waits already
  for (int i = 0; i < 2; ++i) {   // a head without entries is no list
    if (top_[i] == start_[i] + head_[i]) top_[i] = start_[i];
  }
  for (int i = 1; i >= 0; --i) {  // right first: the left one is taken next
    if (top_[i] == start_[i]) continue;
    const PairPointer head = heads_in_sram_ ? PairPointer{} : child_of(i, tumbled);
    PairList list{head, i, start_[i], top_[i], top_, head_[i]};
    if (i == 1) list.marker[0] = start_[0];  // by then the left list is done
    waiting_.push_back(list);
  }
  return top_[0] != start_[0] && top_[1] != start_[1];
}

}  // namespace collisionchip

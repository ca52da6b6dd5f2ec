#include "collisionchip/tlm/units/stack_engine/pair_stack.h"

#include <algorithm>

namespace collisionchip {

void PairStack::reset() {
  top_ = waiting_ = most_ = deepest_ = 0;
  transforms_.reset();
  share_ = {};
  asked_ = false;
  tumbled_word_.reset();
  aligned_word_.reset();
  pushes_.clear();
  messages_.clear();
}

void PairStack::start(Cycle now, const StartCommand& command) {
  push(now, stacked(command.tumbled, command.aligned, {}));
}

PairStack::Entry PairStack::stacked(const PairPointer& tumbled, const PairPointer& aligned,
                                    const BlockShare& share) {
  const Entry entry{top_++, tumbled, aligned, share};
  ++waiting_;
  most_ = std::max(most_, top_);
  return entry;
}

void PairStack::take() {
  deepest_ = std::max(deepest_, waiting_--);
  --top_;
  asked_ = false;
}

bool PairStack::take_head(ReadError&) {
  tumbled_ = PairPointer::of_word(*tumbled_word_);
  share_ = BlockShare::of_bits(*tumbled_word_);
  tumbled_word_.reset();
  if (share_.has) block_ = top_ - share_.above - transforms_.block_words();
  if (share_.has && share_.above == 0) top_ = block_;
  ++statistics_.heads_read[0];
  return true;
}

void PairStack::take_words(Cycle now, bool dropped) {
  const std::array<std::optional<std::uint32_t>*, 2> halves = {&tumbled_word_, &aligned_word_};
  for (std::size_t side = 0; side < 2; ++side) {
    const SramResponse* response = responses_[side]->front(now);
    if (response == nullptr) continue;
    if (transforms_.is_loading()) {
      transforms_.take_words(now, side, *response);
    } else if (!dropped) {
      *halves[side] = response->words[0];
    }
    responses_[side]->pop(now);
  }
}

void PairStack::ask_for_words(Cycle now) {
  if (asked_ || transforms_.is_loading()) return;
  if (!requests_[0]->ready(now) || !requests_[1]->ready(now)) return;
  for (Channel<SramRequest>* each : requests_) each->put(now, {false, top_, 1, {}});
  asked_ = true;
}

std::optional<PairPointer> PairStack::take_entry(ReadError&) {
  const PairPointer entry = PairPointer::of_word(*aligned_word_);
  aligned_word_.reset();
  return entry;
}

// What meets the left tumbled member comes last: it is taken next, and that is what a prefetch expects.
void PairStack::evaluate(std::uint32_t flags, const PairAuxiliary& tumbled, const PairPointer& aligned,
                         const PairAuxiliary& aligned_auxiliary) {
  messages_.clear();
  const KnownPair own{tumbled_, tumbled};
  const auto meet = [&](int i, const PairPointer& entry) { found_[i].push_back(entry); };
  const LeafTests tests = evaluate_flags(leaf_test_, flags, own, {aligned, aligned_auxiliary}, meet);
  if (tests.bits != 0) messages_.push_back(tests);
  for (int i = 1; i >= 0; --i) stack_found(i, own.below(i));
}

// Entries with one tumbled pair have a block for its transform below them, if the whole block finds room.
void PairStack::stack_found(int i, const PairPointer& tumbled) {
  const std::size_t entries = found_[i].size(), block = transforms_.block_words();
  const bool shared = block > 0 && entries > 1 && has_room(block + entries);
  if (shared) {
    top_ += static_cast<std::uint32_t>(block);
    statistics_.transform_words_reserved += block;
  }
  for (std::size_t at = 0; at < entries; ++at) {
    const BlockShare share{shared, shared && at + 1 == entries, shared ? static_cast<std::uint32_t>(at) : 0};
    if (has_room(1)) {
      pushes_.push_back(stacked(tumbled, found_[i][at], share));
    } else {
      messages_.push_back(unfinished_work(tumbled, found_[i][at]));
    }
  }
  found_[i].clear();
}

// One pair in a cycle; true when none is left.
bool PairStack::send(Cycle now) {
  if (pushes_.empty()) return true;
  if (sent_one_ || transforms_.asks()) return false;
  if (!requests_[0]->ready(now) || !requests_[1]->ready(now)) return false;
  push(now, pushes_.front());
  pushes_.pop_front();
  return pushes_.empty();
}

void PairStack::push(Cycle now, const Entry& entry) {
  requests_[0]->put_quietly(now, {true, entry.place, 1, {entry.tumbled.word() | entry.share.bits(), 0}});
  requests_[1]->put_quietly(now, {true, entry.place, 1, {entry.aligned.word(), 0}});
  ++statistics_.heads_written[0];
  sent_one_ = true;
}

}  // namespace collisionchip

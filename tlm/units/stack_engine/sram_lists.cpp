#include "collisionchip/tlm/units/stack_engine/sram_lists.h"

#include <algorithm>

namespace collisionchip {

void SramLists::reset() {
  lists_.reset();
  words_.clear();
  asked_ = coming_ = 0;
  outcome_ = {};
}

void SramLists::start(Cycle now, const StartCommand& command) {
  requests_[0]->put_quietly(now, encoded(lists_.push_root(command.tumbled, command.aligned)));
  if (params_.heads_in_sram) ++statistics_.heads_written[0];
}

void SramLists::take_words(Cycle now, bool dropped) {
  for (Channel<SramResponse>* responses : responses_) {
    const SramResponse* response = responses->front(now);
    if (response == nullptr) continue;
    for (std::uint32_t i = 0; i < response->count && !dropped; ++i) words_.push_back(response->words[i]);
    coming_ -= response->count;
    responses->pop(now);
  }
}

bool SramLists::take_head(ReadError& error) {
  const std::optional<PairPointer> head = take_entry(error);
  if (!head) return false;
  ++statistics_.heads_read[side()];
  lists_.set_tumbled(*head);
  return true;
}

// They go out as what flags lead to does, and before it: no flags of the list are evaluated yet.
void SramLists::write_heads(const PairAuxiliary& tumbled) {
  if (!params_.heads_in_sram) return;
  outcome_.appends = lists_.write_heads(tumbled);
  for (std::size_t side = 0; side < 2; ++side)
    statistics_.heads_written[side] += outcome_.appends[side].count;
}

void SramLists::ask_for_words(Cycle now) {
  const PairList& list = lists_.current();
  if (asked_ == list.words() || coming_ + words_.size() > std::max(params_.burst / 2, 1u)) return;
  Channel<SramRequest>& requests = *requests_[list.side];
  if (!requests.ready(now)) return;
  const std::uint32_t count = std::min(params_.burst, list.words() - asked_);
  requests.put(now, {false, list.begin + asked_, count, {}});
  asked_ += count;
  coming_ += count;
}

std::optional<PairPointer> SramLists::take_entry(ReadError& error) {
  const ListWord word = decode_list_word(params_.ecc, words_.front());
  if (word.verdict == ListWord::Verdict::uncorrectable) {
    const PairList& list = lists_.current();
    const std::uint32_t done = asked_ - coming_ - static_cast<std::uint32_t>(words_.size());
    error = {ReadError::Kind::list_word, (list.side == 1 ? ReadError::kRightSram : 0u) | (list.begin + done)};
    forget_lists();
    forget_words();
    return std::nullopt;
  }
  if (word.verdict == ListWord::Verdict::corrected) ++statistics_.corrected_words;
  words_.pop_front();
  return PairPointer::of_word(word.word);
}

bool SramLists::send(Cycle now) {
  bool all = true;
  for (int side = 0; side < 2; ++side) {
    SramRequest& append = outcome_.appends[side];
    if (append.count == 0) continue;
    Channel<SramRequest>& requests = *requests_[side];
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
  return all;
}

SramRequest SramLists::encoded(SramRequest write) const {
  for (std::uint32_t i = 0; i < write.count; ++i)
    write.words[i] = encode_list_word(params_.ecc, write.words[i]);
  return write;
}

}  // namespace collisionchip

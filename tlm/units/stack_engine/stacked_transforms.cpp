#include "collisionchip/tlm/units/stack_engine/stacked_transforms.h"

#include <algorithm>

namespace collisionchip {

namespace {

constexpr std::uint32_t kBurst = 8;  // words in one read

// Children or triangle of one sibling; triangles lie at even addresses.
std::uint32_t link_word(const PairAuxiliary& links, std::size_t side) {
  return links.leaf[side] ? links.triangle[side] | 1u : links.child[side];
}

void set_link(PairAuxiliary& links, std::size_t side, std::uint32_t word) {
  links.leaf[side] = (word & 1u) != 0;
  (links.leaf[side] ? links.triangle : links.child)[side] = word & ~1u;
}

}  // namespace

void StackedTransforms::reset() {
  load_.reset();
  stores_.clear();
}

void StackedTransforms::begin(Cycle now, const BlockShare& share, std::uint32_t base, bool kept) {
  if (block_words_ == 0) return;
  const bool load = share.has && !share.writes && !kept, store = share.has && share.writes;
  ports_.stack_commands->put(now, {load, store});
  if (load) load_.emplace(base);
  if (store) stores_.emplace_back(base);
  if (kept && share.has && share.above == 0) drop(base);
  statistics_.transforms_loaded += load ? 1 : 0;
}

void StackedTransforms::set_links(const PairAuxiliary& links) {
  if (!stores_.empty() && !stores_.back().links) stores_.back().links = links;
}

// What is not yet written need not be.
void StackedTransforms::drop(std::uint32_t base) {
  for (Store& store : stores_) store.dropped |= store.base == base;
}

std::optional<PairAuxiliary> StackedTransforms::take_links() {
  if (!load_ || load_->links_taken || load_->words[0].empty() || load_->words[1].empty()) return std::nullopt;
  PairAuxiliary links;
  for (std::size_t side = 0; side < 2; ++side) set_link(links, side, load_->words[side].front());
  load_->links_taken = true;
  return links;
}

bool StackedTransforms::has_all(const Load& load) const {
  return std::min(load.words[0].size(), load.words[1].size()) == block_words_;
}

// Its words come one per cycle.
void StackedTransforms::take_words(Cycle now, std::size_t side, const SramResponse& response) {
  std::vector<std::uint32_t>& words = load_->words[side];
  words.insert(words.end(), response.words.begin(), response.words.begin() + response.count);
  statistics_.transform_words_read[side] += response.count;
  if (!has_all(*load_)) return;
  TransformedPair pair;
  const std::uint32_t k = block_words_ - 1;
  for (std::uint32_t member = 0; member < 2; ++member)
    std::copy_n(load_->words[member].begin() + 1, k, pair.words.begin() + member * k);
  ports_.to_dop_unit->put(now, pair, response.count - 1);
}

bool StackedTransforms::is_stored(std::uint32_t base) const {
  return std::none_of(stores_.begin(), stores_.end(),
                      [&](const Store& store) { return store.base == base && !store.dropped; });
}

bool StackedTransforms::move(Cycle now, bool port_used) {
  if (block_words_ == 0) return false;
  const bool has_come = load_ && load_->links_taken && has_all(*load_);
  if (has_come) load_.reset();
  if (asks() && is_stored(load_->base)) ask(now);
  if (!port_used && can_write(now)) write(now);
  return has_come || asks() || can_write(now);
}

bool StackedTransforms::can_write(Cycle now) const {
  if (stores_.empty()) return false;
  const Store& next = stores_.front();
  return next.has_begun || (next.links && ports_.from_dop_unit->front(now) != nullptr);
}

void StackedTransforms::ask(Cycle now) {
  if (!ports_.sram_requests[0]->ready(now) || !ports_.sram_requests[1]->ready(now)) return;
  const std::uint32_t count = std::min(kBurst, block_words_ - load_->asked);
  for (Channel<SramRequest>* each : ports_.sram_requests)
    each->put(now, {false, load_->base + load_->asked, count, {}});
  load_->asked += count;
}

void StackedTransforms::write(Cycle now) {
  Store& store = stores_.front();
  if (!store.has_begun) {
    store.transform = *ports_.from_dop_unit->front(now);
    store.has_begun = true;
    ports_.from_dop_unit->pop(now);
  }
  if (!store.dropped) {
    if (!ports_.sram_requests[0]->ready(now) || !ports_.sram_requests[1]->ready(now)) return;
    for (std::size_t side = 0; side < 2; ++side) {
      // None need be read after it, so it wakes the SRAM.
      ports_.sram_requests[side]->put(now, {true, store.base + store.written, 1, {word_of(store, side), 0}});
    }
    ++statistics_.transform_words_written;
    if (++store.written < block_words_) return;
    ++statistics_.transforms_stored;
  }
  stores_.pop_front();
}

std::uint32_t StackedTransforms::word_of(const Store& store, std::size_t side) const {
  const std::uint32_t k = block_words_ - 1;
  if (store.written == 0) return link_word(*store.links, side);
  return store.transform.words[side * k + store.written - 1];
}

}  // namespace collisionchip

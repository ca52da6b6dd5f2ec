#include "collisionchip/reference/traverse/triangle_batch.h"

namespace collisionchip {

void TriangleBatch::add(std::uint32_t tumbled, std::uint32_t aligned) {
  __builtin_prefetch(&query_.aligned[aligned]);
  pairs_.push_back({place_of(tumbled), aligned});
  if (pairs_.size() >= kMostPairs) test();
}

// What a tumbled triangle costs to prepare, it should cost once for all that it meets.
std::uint32_t TriangleBatch::place_of(std::uint32_t tumbled) {
  std::uint32_t& slot = slots_[tumbled % kSlots];
  if (slot == 0 || tumbled_[slot - 1] != tumbled) {
    tumbled_.push_back(tumbled);
    slot = static_cast<std::uint32_t>(tumbled_.size());
  }
  return slot - 1;
}

void TriangleBatch::test() {
  if (pairs_.empty()) return;
  verdicts_.resize(pairs_.size());
  query_.options.answers == Answers::exact ? filter() : test_raw();
  if (all_verdicts_ != nullptr)
    all_verdicts_->insert(all_verdicts_->end(), verdicts_.begin(), verdicts_.end());
  for (std::size_t i = 0; i < pairs_.size() && !stopped_; ++i) settle(i);
  pairs_.clear();
  tumbled_.clear();
  slots_.fill(0);
}

void TriangleBatch::filter() {
  triangles_.clear();
  for (const std::uint32_t number : tumbled_) triangles_.emplace_back(query_.tumbled[number], query_.frames);
  causes_.resize(pairs_.size());
  places_.resize(pairs_.size());
  filter_({query_.frames, triangles_.data(), query_.aligned.data(), pairs_.data(), pairs_.size(),
           verdicts_.data(), causes_.data(), places_.data()});
}

void TriangleBatch::test_raw() {
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const TriangleRecord &tumbled = query_.tumbled[tumbled_[pairs_[i].tumbled]],
                         &aligned = query_.aligned[pairs_[i].aligned];
    verdicts_[i] = triangles_intersect(tumbled, aligned, query_.frames) ? Verdict::hit : Verdict::miss;
  }
}

void TriangleBatch::settle(std::size_t pair) {
  const std::uint32_t tumbled = tumbled_[pairs_[pair].tumbled], aligned = pairs_[pair].aligned;
  TraversalCounters& counters = result_.counters;
  ++counters.triangle_tests;
  if (verdicts_[pair] == Verdict::miss) return;
  if (verdicts_[pair] == Verdict::uncertain &&
      !query_.settled_exactly(causes_[pair], tumbled, aligned, counters))
    return;
  result_.pairs.push_back(query_.named(tumbled, aligned));
  stopped_ = query_.options.first_witness;
}

}  // namespace collisionchip

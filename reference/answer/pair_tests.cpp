#include "collisionchip/reference/answer/pair_tests.h"

namespace collisionchip {

void PairTests::clear() {
  room_.pairs.clear();
  room_.tumbled.clear();
}

void PairTests::test() {
  if (room_.pairs.empty()) {
    clear();
    return;
  }
  filter();
  result_.counters.triangle_tests += room_.pairs.size();
  query_.options.first_witness ? settle_first() : settle();
  clear();
}

void PairTests::filter() {
  room_.triangles.clear();
  for (const std::uint32_t number : room_.tumbled)
    room_.triangles.emplace_back(query_.tumbled[number], query_.frames);
  room_.verdicts.resize(room_.pairs.size());
  room_.causes.resize(room_.pairs.size());
  room_.places.resize(room_.pairs.size());
  batch_filter_({query_.frames, room_.triangles.data(), query_.aligned.data(), room_.pairs.data(),
                 room_.pairs.size(), room_.verdicts.data(), room_.causes.data(), room_.places.data()});
}

bool PairTests::settled_exactly(std::size_t pair) {
  return query_.settled_exactly(room_.causes[pair], room_.tumbled[room_.pairs[pair].tumbled],
                                room_.pairs[pair].aligned, result_.counters);
}

void PairTests::found(std::size_t pair) {
  result_.pairs.push_back(query_.named(room_.tumbled[room_.pairs[pair].tumbled], room_.pairs[pair].aligned));
  stopped_ = query_.options.first_witness;
}

void PairTests::settle() {
  for (std::size_t i = 0; i < room_.pairs.size(); ++i) {
    if (room_.verdicts[i] == Verdict::hit || (room_.verdicts[i] == Verdict::uncertain && settled_exactly(i)))
      found(i);
  }
}

// What is certain is asked before what is not.
void PairTests::settle_first() {
  for (const Verdict wanted : {Verdict::hit, Verdict::uncertain}) {
    for (std::size_t i = 0; i < room_.pairs.size() && !stopped_; ++i) {
      if (room_.verdicts[i] == wanted && (wanted == Verdict::hit || settled_exactly(i))) found(i);
    }
  }
}

}  // namespace collisionchip

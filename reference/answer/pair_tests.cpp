#include "collisionchip/reference/answer/pair_tests.h"

#include <algorithm>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"

namespace collisionchip {

void PairTests::clear() {
  room_.pairs.clear();
  room_.tumbled.clear();
}

void PairTests::test() {
  if (!room_.pairs.empty()) {
    room_.verdicts.resize(room_.pairs.size());
    room_.causes.resize(room_.pairs.size());
    room_.open.clear();
    room_.a.clear();
    room_.b.clear();
    skips_filter_ ? open_all() : open_uncertain();
    settle_open();
    result_.counters.triangle_tests += room_.pairs.size();
    query_.options.first_witness ? settle_first() : settle();
    enough_ = std::min(2 * enough_, query_.options.first_witness ? kMostPendingFirst : kMostPending);
  }
  clear();
}

void PairTests::filter() {
  const bool few = room_.pairs.size() <= kFew, parts_first = room_.pairs.size() > kOneVector;
  room_.triangles.clear();
  for (std::size_t i = 0; i < room_.tumbled.size(); ++i)
    room_.triangles.emplace_back(query_.tumbled[room_.tumbled[i]], query_.frames, parts_first);
  room_.places.resize(room_.pairs.size());
  const BatchFilter filter_pairs = few ? few_filter_ : batch_filter_;
  filter_pairs({query_.frames, room_.triangles.data(), query_.aligned.data(), room_.pairs.at(0),
                room_.pairs.size(), room_.verdicts.data(), room_.causes.data(), room_.places.data(),
                parts_first});
}

// Those in a plane stand side by side: they take another way.
void PairTests::open_uncertain() {
  filter();
  const auto in_plane = [&](std::uint32_t pair) { return room_.causes[pair] == Uncertainty::coplanar; };
  for (std::uint32_t i = 0; i < room_.pairs.size(); ++i) {
    if (room_.verdicts[i] == Verdict::uncertain) room_.open.push_back(i);
  }
  result_.counters.uncertain += room_.open.size();
  for (const std::uint32_t pair : room_.open)
    ++result_.counters.uncertain_causes[static_cast<std::size_t>(room_.causes[pair])];
  std::partition(room_.open.begin(), room_.open.end(), in_plane);
  skips_filter_ = room_.pairs.size() >= kTelling && room_.open.size() > room_.pairs.size() / 2;
}

void PairTests::open_all() {
  for (std::uint32_t i = 0; i < room_.pairs.size(); ++i) room_.open.push_back(i);
}

// What doubles decide of the open pairs.
void PairTests::settle_open() {
  if (room_.open.empty()) return;
  const bool a_tumbles = query_.options.tumbled_side == TumbledSide::a;
  for (const std::uint32_t i : room_.open) {
    const float* tumbled = &query_.tumbled[room_.tumbled[room_.pairs[i].tumbled]].corners[0].x;
    const float* aligned = &query_.aligned[room_.pairs[i].aligned].corners[0].x;
    room_.a.push_back(a_tumbles ? tumbled : aligned);
    room_.b.push_back(a_tumbles ? aligned : tumbled);
  }
  room_.closed.resize(room_.open.size());
  exact_filter_({query_.pose, room_.a.data(), room_.b.data(), room_.open.size(), room_.closed.data()});
  std::size_t misses = 0;
  for (std::size_t i = 0; i < room_.open.size(); ++i) {
    room_.verdicts[room_.open[i]] = room_.closed[i];
    misses += room_.closed[i] == Verdict::miss ? 1 : 0;
  }
  if (misses > room_.open.size() / 2) skips_filter_ = false;
}

bool PairTests::settled_exactly(std::size_t pair) {
  const TriangleRecord &tumbled = query_.tumbled[room_.tumbled[room_.pairs[pair].tumbled]],
                       &aligned = query_.aligned[room_.pairs[pair].aligned];
  return query_.options.tumbled_side == TumbledSide::a
             ? triangles_intersect_exactly(tumbled.corners, aligned.corners, query_.pose)
             : triangles_intersect_exactly(aligned.corners, tumbled.corners, query_.pose);
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

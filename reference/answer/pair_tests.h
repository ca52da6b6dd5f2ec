// The triangle tests of the answering traversal. Pairs of leaves wait until the filter's vectors are full; they are settled in any
// order, and their causes of uncertainty are not all counted.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/answer/growing_list.h"
#include "collisionchip/reference/traverse/triangle_query.h"
#include "collisionchip/reference/triangle/exact_batch.h"
#include "collisionchip/reference/triangle/filter_levels.h"

namespace collisionchip {

// The memory of PairTests, kept from query to query.
struct PairRoom {
  GrowingList<TestPair> pairs;           // their tumbled triangles by place in `tumbled`
  GrowingList<std::uint32_t> tumbled;    // numbers
  std::vector<BatchTriangle> triangles;  // of these
  std::vector<Verdict> verdicts;         // of the pairs
  std::vector<Uncertainty> causes;       // of those that are uncertain
  std::vector<std::uint32_t> places;     // the filter's working room
  // Pairs that the filter was not certain of, their corners in A and in B, and what doubles say of them.
  std::vector<std::uint32_t> open;
  std::vector<const float*> a, b;
  std::vector<Verdict> closed;
};

class PairTests {
 public:
  PairTests(const TriangleQuery& query, PairRoom& room, QueryResult& result)
      : query_(query), room_(room), result_(result) {
    clear();
  }

  // Whether enough pairs wait. For a first contact one pair is enough at first, and more each time a batch has no hit.
  bool full() const { return room_.pairs.size() >= enough_; }
  // The first contact is found, so the search ends.
  bool stopped() const { return stopped_; }

  // A tumbled triangle; returns its place for add().
  std::uint32_t begin(std::uint32_t tumbled) {
    room_.tumbled.make_room(1);
    room_.tumbled.append(tumbled);
    return static_cast<std::uint32_t>(room_.tumbled.size() - 1);
  }
  // For so many more pairs.
  void make_room(std::size_t pairs) { room_.pairs.make_room(pairs); }
  // An aligned triangle with those of two tumbled ones whose bit is set, without a branch.
  void add(const std::array<std::uint32_t, 2>& places, std::uint32_t tumbled, std::uint32_t aligned) {
    __builtin_prefetch(&query_.aligned[tumbled == 0 ? 0 : aligned]);
    TestPair* end = room_.pairs.end();
    append_if(end, tumbled & 1u, {places[0], aligned});
    append_if(end, tumbled >> 1, {places[1], aligned});
    room_.pairs.end_at(end);
  }
  // Tests what waits. Places are void then.
  void test();

 private:
  static constexpr std::size_t kMostPending = 256, kMostPendingFirst = 16;
  static constexpr std::size_t kFew = 4;  // that leave wide vectors empty
  static constexpr std::size_t kOneVector = 16;
  static constexpr std::size_t kTelling = 64;  // pairs of a batch that tells something

  void clear();
  void filter();
  void open_uncertain();
  void open_all();
  void settle_open();
  void settle();
  void settle_first();
  bool settled_exactly(std::size_t pair);
  void found(std::size_t pair);

  const TriangleQuery& query_;
  PairRoom& room_;
  QueryResult& result_;
  const BatchFilter few_filter_ = batch_filter(FilterLevel::four);
  const BatchFilter batch_filter_ = batch_filter(widest_filter_level());
  const ExactFilter exact_filter_ = exact_filter(widest_filter_level());
  // Where parts lie flush the filter is certain of few pairs, and what it was certain of in the last batch tells of the next.
  bool skips_filter_ = false;
  bool stopped_ = false;
  std::size_t enough_ = query_.options.first_witness ? 1 : kMostPending;
};

}  // namespace collisionchip

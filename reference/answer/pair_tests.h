// The triangle tests of the answering traversal. Pairs of leaves wait until the filter's vectors are full.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/traverse/triangle_query.h"
#include "collisionchip/reference/triangle/filter_levels.h"

namespace collisionchip {

// The memory of PairTests, kept from query to query.
struct PairRoom {
  std::vector<TestPair> pairs;           // their tumbled triangles by place in `tumbled`
  std::vector<std::uint32_t> tumbled;    // numbers
  std::vector<BatchTriangle> triangles;  // of these
  std::vector<Verdict> verdicts;         // of the pairs
  std::vector<Uncertainty> causes;       // of those that are uncertain
  std::vector<std::uint32_t> places;     // the filter's working room
};

class PairTests {
 public:
  PairTests(const TriangleQuery& query, PairRoom& room, QueryResult& result)
      : query_(query), room_(room), result_(result) {
    clear();
  }

  std::size_t waiting() const { return room_.pairs.size(); }
  // Whether enough wait.
  bool full() const { return room_.pairs.size() >= kMostPending; }
  // Of a first contact: found, and no more are wanted.
  bool stopped() const { return stopped_; }

  // A tumbled triangle; returns its place for add().
  std::uint32_t begin(std::uint32_t tumbled) {
    room_.tumbled.push_back(tumbled);
    return static_cast<std::uint32_t>(room_.tumbled.size() - 1);
  }
  void add(std::uint32_t place, std::uint32_t aligned) {
    __builtin_prefetch(&query_.aligned[aligned]);
    room_.pairs.push_back({place, aligned});
  }
  // Tests what waits. Places are void then.
  void test();

 private:
  static constexpr std::size_t kMostPending = 256;

  void clear();
  void filter();
  void settle();
  void settle_first();
  bool settled_exactly(std::size_t pair);
  void found(std::size_t pair);

  const TriangleQuery& query_;
  PairRoom& room_;
  QueryResult& result_;
  const BatchFilter batch_filter_ = batch_filter(widest_filter_level());
  bool stopped_ = false;
};

}  // namespace collisionchip

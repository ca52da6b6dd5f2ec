// For the mirrors, which find pairs of leaves one by one: the pairs wait until the filter's vectors are full, and are settled
// and counted in the order in which they came. The answering traversal has PairTests, with another order.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/traverse/triangle_query.h"
#include "collisionchip/reference/triangle/filter_levels.h"

namespace collisionchip {

class TriangleBatch {
 public:
  // Answers go to `result`, and the verdicts of all pairs to `verdicts` unless it is null, in the order in which the pairs came.
  TriangleBatch(const TriangleQuery& query, QueryResult& result, std::vector<Verdict>* verdicts = nullptr)
      : query_(query), result_(result), all_verdicts_(verdicts) {}

  // Tests what waits once it is a batch.
  void add(std::uint32_t tumbled, std::uint32_t aligned);
  // Tests what waits. A traversal that counts its steps up to the first pair calls it after each step.
  void test();
  // The first pair was found, and no more are wanted.
  bool stopped() const { return stopped_; }

 private:
  static constexpr std::size_t kMostPairs = 256;

  static constexpr std::size_t kSlots = 128;

  std::uint32_t place_of(std::uint32_t tumbled);
  void filter();
  void test_raw();
  void settle(std::size_t pair);

  const TriangleQuery& query_;
  QueryResult& result_;
  std::vector<Verdict>* const all_verdicts_;
  const BatchFilter filter_ = batch_filter(widest_filter_level());
  std::vector<std::uint32_t> tumbled_;  // of the batch, most of them once
  std::array<std::uint32_t, kSlots>
      slots_{};  // by the triangle's number: its possible place in the batch, plus 1
  std::vector<TestPair> pairs_;
  std::vector<BatchTriangle> triangles_;  // the filter's inputs, results and working room
  std::vector<Verdict> verdicts_;
  std::vector<Uncertainty> causes_;
  std::vector<std::uint32_t> places_;
  bool stopped_ = false;
};

}  // namespace collisionchip

// Memory for the transformed nodes of one object, kept from query to query and valid for one of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace collisionchip {

template <typename Transformed>
class TransformedNodes {
 public:
  // Nothing is known of any of `nodes` nodes.
  void begin_query(std::size_t nodes) {
    if (results_.size() < nodes) {
      results_.resize(nodes);
      known_in_.resize(nodes, 0);
    }
    if (++query_ == 0) {  // the numbers have gone round
      std::fill(known_in_.begin(), known_in_.end(), 0);
      query_ = 1;
    }
  }
  // True the first time in a query: the caller then writes at().
  bool claim(std::uint32_t node) {
    const bool first = known_in_[node] != query_;
    known_in_[node] = query_;
    return first;
  }
  Transformed& at(std::uint32_t node) { return results_[node]; }

 private:
  std::vector<Transformed> results_;
  std::vector<std::uint32_t> known_in_;  // the query that has written it
  std::uint32_t query_ = 0;
};

}  // namespace collisionchip

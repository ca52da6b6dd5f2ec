// The definitions of what a chip's query tells in addition to counts and accounts: times, and what bounds the query. The schema and
// docs/statistics.md are made from them.
#pragma once

#include <string>
#include <vector>

namespace collisionchip {

struct QueryFact {
  enum class Kind { count, share, text };
  std::string name;
  Kind kind;
  std::string unit;
  std::string meaning;
};

const std::vector<QueryFact>& time_facts();
const std::vector<QueryFact>& bound_facts();

}  // namespace collisionchip

// What a query of a chip tells beside counts and accounts, with its definition: times, and what bounds it. The schema and
// docs/statistics.md are made of it.
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

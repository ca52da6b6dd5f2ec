// Figure 1 of the paper: two small trees, A to G and 1 to 5, and the order in which the traversals visit pairs of
// their nodes. The traversals are the reference's own; only that they begin at the roots is added.
#pragma once

#include <string>
#include <vector>

namespace collisionchip {

struct Figure1Visit {
  std::string aligned;  // "A" to "G"
  int tumbled;          // 1 to 5
  bool transformed;     // the tumbled node was transformed for this visit
  bool overlap;
};

// traversal: "simultaneous", or "single_list" for the new one. std::invalid_argument for another.
std::vector<Figure1Visit> figure1_visits(const std::string& traversal);

}  // namespace collisionchip

// The sample of a query's lists: short runs of consecutive lists, evenly spread, with a weight for each list. The recurrence works off only
// the sample, so its cost does not depend on the query's length.
#pragma once

#include <cstddef>
#include <vector>

#include "collisionchip/testbench/estimator/query_profile.h"

namespace collisionchip {

struct ListSample {
  struct List {
    std::size_t list;  // index in the tape
    double weight;     // number of lists that it represents; 0: it only warms up the state for the next list
    std::size_t entries;
  };
  // A run of consecutive lists. All blocks together are the whole query.
  struct Block {
    std::size_t lists, entries, findings;
  };
  std::vector<List> lists;          // in the order of the tape
  std::vector<Block> blocks;        // empty if the sample is the whole
  double findings_per_message = 0;  // averaged over the messages that the Triangle Unit gets
  bool first_witness = false;       // the query ends at its first pair
  bool whole = false;               // the sample has every list, with weight 1
};

// A sample of about `lists` of the lists that the query needs. A query that needs few more lists is taken whole.
ListSample sample_lists(const QueryProfile& profile, std::size_t lists);

}  // namespace collisionchip

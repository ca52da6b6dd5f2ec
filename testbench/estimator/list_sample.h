// Which lists of a query stand for all of them: short runs of consecutive lists, evenly spread, with a weight
// for each list. The recurrence works off the sample only; it costs the same however long the query is.
#pragma once

#include <cstddef>
#include <vector>

#include "collisionchip/testbench/estimator/query_profile.h"

namespace collisionchip {

struct ListSample {
  struct List {
    std::size_t list;  // of the tape
    double weight;     // how many lists it stands for; 0: it only leads in
    std::size_t entries;
  };
  // Consecutive lists of the query, all of it.
  struct Block {
    std::size_t lists, entries, findings;
  };
  std::vector<List> lists;          // in the order of the tape
  std::vector<Block> blocks;        // empty if the sample is the whole
  double findings_per_message = 0;  // of those that the Triangle Unit gets
  bool first_witness = false;       // one is enough
  bool whole = false;               // every list, each standing for itself
};

// About `lists` lists of those that the query needs; the whole query if it has not many more.
ListSample sample_lists(const QueryProfile& profile, std::size_t lists);

}  // namespace collisionchip

// The mirror of the chip: a record of one list traversal, with its lists, the outcome of every entry and every triangle test,
// in the order in which the chip does them. The time of a query on a machine can be computed from this record alone.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "collisionchip/reference/traverse/list_entry.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/reference/triangle/triangle_filter.h"

namespace collisionchip {

struct ListTape {
  struct List {
    ListEntry tumbled;
    std::uint32_t first_entry;  // its entries end where the next list's begin
    std::uint8_t side;          // which stack it lies in: 0 left, 1 right
  };
  struct Entry {
    std::uint32_t pair;                    // of the aligned tree
    std::uint32_t first_test;              // its tests end where the next entry's begin
    std::array<std::uint8_t, 2> appended;  // entries it put on the lists of the next level: left, right
  };
  struct Test {
    std::uint32_t tumbled, aligned;  // triangle numbers
    std::uint8_t side;               // of the tumbled pair
    Verdict verdict;
  };

  std::vector<List> lists;
  std::vector<Entry> entries;
  std::vector<Test> tests;
  std::array<std::size_t, 2> most_entries{};  // in each stack at once
  std::array<std::size_t, 2> most_words{};    // the same with one word more for each list's tumbled pair
  std::size_t most_lists = 0;                 // level registers that hold every list

  // One past the last: of list n's entries, of entry n's tests.
  std::size_t entries_end(std::size_t list) const {
    return list + 1 < lists.size() ? lists[list + 1].first_entry : entries.size();
  }
  std::size_t tests_end(std::size_t entry) const {
    return entry + 1 < entries.size() ? entries[entry + 1].first_test : tests.size();
  }
};

// list_traversal, written to `tape` as well. All pairs, whatever options.first_witness says: the chip goes on
// for a while after the first one.
QueryResult list_traversal(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                           const QueryOptions& options, ListTape& tape);

}  // namespace collisionchip

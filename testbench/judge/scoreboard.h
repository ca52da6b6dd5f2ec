// The judge: holds every answer of the chip against the software reference.
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/host/driver.h"

namespace collisionchip {

// What the reference must be asked to judge this answer to `options`: all pairs, when an overflow has changed
// the order in which a first witness is looked for.
QueryOptions judging_options(const QueryOptions& options, const ChipAnswer& answer);

class Scoreboard {
 public:
  // `options` as the chip is configured. Compares the pairs; without an overflow also lists, aligned pairs
  // and triangle tests (all pairs) or the very witness (first_witness). The reference is what
  // judging_options() asks for. Returns true if all agree.
  bool check_chip(std::uint64_t pose, const ChipAnswer& answer, const QueryResult& reference,
                  const QueryOptions& options);

  // The software traversal against another one, which must find the same pairs.
  bool check_traversal(std::uint64_t pose, const QueryResult& answer, const QueryResult& other,
                       const QueryOptions& options);

  std::uint64_t queries() const { return queries_; }
  std::uint64_t pairs() const { return pairs_; }
  std::uint64_t differences() const { return differences_; }
  // The first difference, both sides printed; empty when all agree.
  const std::string& first_difference() const { return first_difference_; }

  // "PARITY: tlm = reference: 200 queries, 147465 pairs, 0 differences"
  std::string parity_line(const std::string& model, const std::string& against) const;

 private:
  bool note(bool equal, const std::string& difference);

  std::uint64_t queries_ = 0, pairs_ = 0, differences_ = 0;
  std::string first_difference_;
};

}  // namespace collisionchip

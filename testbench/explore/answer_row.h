// What any engine tells of its queries, as one row of numbers: of each the sum and the largest over a
// workload.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/testbench/engines/engine.h"

namespace collisionchip {

// pairs, colliding (0 or 1), visits (nodes of both trees), transforms, ...; of a chip cycles, too.
const std::vector<std::string>& answer_numbers();
// As they are stored: "answer.pairs.total", "answer.pairs.largest" and so on, by answer_numbers().
const std::vector<std::string>& answer_columns();

class AnswerRow {
 public:
  explicit AnswerRow(const Capabilities& can) : can_(can) {}

  void add(const Answer& answer);
  // By answer_columns(); nothing where the engine does not count that.
  const std::vector<std::optional<std::uint64_t>>& values() const { return values_; }

 private:
  const Capabilities can_;
  std::vector<std::optional<std::uint64_t>> values_ =
      std::vector<std::optional<std::uint64_t>>(answer_columns().size());
};

}  // namespace collisionchip

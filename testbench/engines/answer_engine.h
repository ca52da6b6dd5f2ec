// The answering traversal (reference/answer) as an engine: for all who want pairs, not counts.
#pragma once

#include <optional>
#include <utility>

#include "collisionchip/reference/answer/answer_query.h"
#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/testbench/host/chip_reference.h"

namespace collisionchip {

// The exact pairs are the same, whatever the machine of the configuration is. Raw answers are those of that machine. It counts
// nothing: its visits and tests are not those of a chip.
class AnswerEngine : public Engine {
 public:
  explicit AnswerEngine(const EngineSetup& setup) : config_(setup.config) {}

  void prepare(const Objects& objects) override {
    a_.emplace(objects.a);
    b_.emplace(objects.b);
  }

  Answer query(const Pose& pose, bool first_witness) override {
    const QueryOptions options = query_options(config_, a_->object, b_->object, first_witness);
    QueryResult result = options.answers == Answers::exact
                             ? answer_query(*a_, *b_, pose, options)
                             : chip_reference(config_, a_->object, b_->object, pose, first_witness);
    return {{std::move(result.pairs), {}}, std::nullopt};
  }

 private:
  const ChipConfig config_;
  std::optional<AnswerObject> a_, b_;
};

}  // namespace collisionchip

// The software traversals (reference/traverse/query.h) as engines: the mirror, and the paper's others.
#pragma once

#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/testbench/host/chip_reference.h"

namespace collisionchip {

using Traversal = QueryResult (*)(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                                  const QueryOptions& options);

template <Traversal traversal>
class TraversalEngine : public Engine {
 public:
  explicit TraversalEngine(const EngineSetup& setup) : config_(setup.config) {}

  void prepare(const Objects& objects) override {
    a_ = &objects.a;
    b_ = &objects.b;
  }

  Answer query(const Pose& pose, bool first_witness) override {
    return {traversal(*a_, *b_, pose, query_options(config_, *a_, *b_, first_witness)), std::nullopt};
  }

 private:
  const ChipConfig config_;
  const CollisionObject *a_ = nullptr, *b_ = nullptr;
};

// The software that does the same as the machine of the configuration, count by count: the mirror that chips are judged by.
class MirrorEngine : public Engine {
 public:
  explicit MirrorEngine(const EngineSetup& setup) : config_(setup.config) {}

  void prepare(const Objects& objects) override {
    a_ = &objects.a;
    b_ = &objects.b;
  }

  Answer query(const Pose& pose, bool first_witness) override {
    return {chip_reference(config_, *a_, *b_, pose, first_witness), std::nullopt};
  }

 private:
  const ChipConfig config_;
  const CollisionObject *a_ = nullptr, *b_ = nullptr;
};

// Keeps the memory for transformed nodes from query to query.
class StoredTraversalEngine : public Engine {
 public:
  explicit StoredTraversalEngine(const EngineSetup& setup) : config_(setup.config) {}

  void prepare(const Objects& objects) override {
    a_ = &objects.a;
    b_ = &objects.b;
  }

  Answer query(const Pose& pose, bool first_witness) override {
    const QueryOptions options = query_options(config_, *a_, *b_, first_witness);
    return {simultaneous_stored_traversal(*a_, *b_, pose, options, memory_), std::nullopt};
  }

 private:
  const ChipConfig config_;
  const CollisionObject *a_ = nullptr, *b_ = nullptr;
  TransformedNodes<PartnerDop> memory_;
};

}  // namespace collisionchip

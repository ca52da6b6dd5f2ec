// Plays golden vectors (traces/vectors/golden_vectors.h) on a chip and on the reference, and makes new ones.
#pragma once

#include <memory>
#include <string>

#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/host/simulation.h"
#include "collisionchip/traces/vectors/golden_vectors.h"

namespace collisionchip {

// Memory and registers as the driver would write them; the answers are still empty. InputError if the objects
// do not fit.
GoldenVectors make_golden_vectors(const ChipConfig& config, const CollisionObject& a,
                                  const CollisionObject& b, const std::vector<Pose>& poses,
                                  bool first_witness);

// A chip with the vectors' memory, units as `config` says. The host looks every 512 cycles, so that its time
// is the same for every model.
class GoldenChip {
 public:
  GoldenChip(const GoldenVectors& vectors, const ChipConfig& config);

  // ChipError if the chip reports an error or does not end.
  GoldenAnswer play(const GoldenQuery& query);

  Board& board() { return simulation_.board(); }

 private:
  std::uint32_t read(std::uint32_t offset);

  Simulation simulation_;
  Driver& driver_;
  Clock clock_;
  Cycle limit_;
};

// The first difference between what the file expects and what came out; empty if there is none.
std::string difference(const GoldenAnswer& expected, const GoldenAnswer& got);

// The software reference on the objects read back from the vectors' memory: the words of the matrix
// registers, the pairs, the counts. Cycles it has none.
class GoldenReference {
 public:
  explicit GoldenReference(const GoldenVectors& vectors);

  // As above; of a query with unfinished work only the registers are compared.
  std::string difference(const GoldenQuery& query) const;

 private:
  std::string registers(const GoldenQuery& query) const;

  ChipConfig config_;
  std::unique_ptr<const CollisionObject> a_, b_;
  std::uint64_t base_a_, base_b_;
};

}  // namespace collisionchip

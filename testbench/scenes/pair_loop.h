// Asks a chip about pairs of the objects in its memory: one after the other, as many together as its command queue takes, or
// with a Pose Unit all of them, as a stream of doorbells. The verb `scene` and the library's Scene (testbench/api) ask through it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "collisionchip/testbench/host/simulation.h"
#include "collisionchip/testbench/scenes/frame_answer.h"

namespace collisionchip {

class PairLoop {
 public:
  // What the chip has told, each time that it was started: about one pair of objects or, with a command queue, about `queries`
  // of them together, with so many pairs of triangles. Called before the answers are taken.
  using Listener = std::function<void(const ChipAnswer& answer, std::uint64_t queries, std::uint64_t pairs)>;
  // The answer to the query of this number, in their order. False: the chip is not asked again.
  using Taker = std::function<bool(std::size_t number, ChipAnswer& answer)>;

  // The image is in the board's memory (Simulation::attach); both must outlive the loop.
  PairLoop(Simulation& simulation, const BoardImage& image, bool first_witness = false)
      : simulation_(simulation), image_(image), first_witness_(first_witness) {}

  void listen(Listener listener) { listener_ = std::move(listener); }
  // Returns what the queries that were asked have cost. Throws what a query throws. A request that may stop early asks no more
  // together than the command queue takes.
  FrameCounts ask(const std::vector<ImageQuery>& queries, const Taker& take, bool may_stop = false);

 private:
  ChipBatch start(const std::vector<ImageQuery>& queries);

  Simulation& simulation_;
  const BoardImage& image_;
  const bool first_witness_;
  Listener listener_;
};

}  // namespace collisionchip

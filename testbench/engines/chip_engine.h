// The chip on its board as an engine. The configuration says whether a unit is the model or RTL.
#pragma once

#include <memory>

#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/testbench/judge/closing_judge.h"

namespace collisionchip {

// Turns a chip's answer into an engine's answer.
Answer answer_of(ChipAnswer chip);

class ChipEngine : public Engine {
 public:
  explicit ChipEngine(const EngineSetup& setup);

  // If `objects` has no image, the objects are uploaded over PCI.
  void prepare(const Objects& objects) override;
  Upload deform(const Objects& objects) override;
  // Throws OpenSums if the chip's counts do not add up.
  Answer query(const Pose& pose, bool first_witness) override;
  // The answers to poses that the chip is asked together, and the run that they share. query_batch() also throws OpenSums.
  struct Batch {
    std::vector<Answer> answers;  // in the order of the poses
    ChipAnswer whole;
  };
  Batch query_batch(const std::vector<Pose>& poses, bool first_witness);
  ChipEngine* chip() override { return this; }

  Simulation& simulation() { return simulation_; }
  Cycle upload_cycles() const { return upload_cycles_; }  // cycles of the objects' upload over PCI

 private:
  JudgedSimulation simulation_;
  Cycle upload_cycles_ = 0;
  Cycle handed_over_ = 0;  // cycles of handing over B's new shape; they count for the next query
};

}  // namespace collisionchip

// The chip on its board as an engine: every unit as model or as RTL, as the configuration says.
#pragma once

#include <memory>

#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/testbench/judge/closing_judge.h"

namespace collisionchip {

// A chip's answer as an engine gives it.
Answer answer_of(ChipAnswer chip);

class ChipEngine : public Engine {
 public:
  explicit ChipEngine(const EngineSetup& setup);

  // Without an image the objects are uploaded over PCI.
  void prepare(const Objects& objects) override;
  Upload deform(const Objects& objects) override;
  // OpenSums if what the chip counted does not add up.
  Answer query(const Pose& pose, bool first_witness) override;
  // Poses that the chip is asked together, and the run that they share; likewise.
  struct Batch {
    std::vector<Answer> answers;  // in the order of the poses
    ChipAnswer whole;
  };
  Batch query_batch(const std::vector<Pose>& poses, bool first_witness);
  ChipEngine* chip() override { return this; }

  Simulation& simulation() { return simulation_; }
  Cycle upload_cycles() const { return upload_cycles_; }  // that the objects take over PCI

 private:
  JudgedSimulation simulation_;
  Cycle upload_cycles_ = 0;
  Cycle handed_over_ = 0;  // for B's new shape, which belongs to the next query
};

}  // namespace collisionchip

// Asks a chip frame after frame of a scene: all pairs that the broad phase leaves, each answer judged before it counts.
#pragma once

#include <cstdint>
#include <utility>

#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/testbench/judge/scoreboard.h"
#include "collisionchip/testbench/scenes/frame_answer.h"
#include "collisionchip/testbench/scenes/pair_loop.h"
#include "collisionchip/testbench/scenes/scene.h"

namespace collisionchip {

class SceneAsker {
 public:
  // All objects are put into the board's memory once. `check`: against the reference, and the rules of the buses. The scene
  // must outlive it.
  SceneAsker(const Scene& scene, bool check);

  // Up to the first wrong answer, which its verdict says. What a query throws ends it; std::runtime_error for a rule of the
  // buses that was broken.
  FrameAnswer ask(std::uint64_t frame);

  // Called before the answers are judged.
  void listen(PairLoop::Listener listener) { loop_.listen(std::move(listener)); }

 private:
  struct Question {
    ObjectPair pair;
    Pose pose;
  };

  // InputError names frame and objects.
  Pose pose_between(std::uint64_t frame, const ObjectPair& pair, const std::vector<DoublePose>& poses) const;
  void take(const Question& question, const ChipAnswer& chip, FrameAnswer& answer) const;
  void judge(const Question& question, const ChipAnswer& chip, FrameAnswer& answer) const;

  const Scene& scene_;
  const bool check_;
  BroadPhase broad_phase_;
  JudgedSimulation simulation_;
  PairLoop loop_;
};

}  // namespace collisionchip

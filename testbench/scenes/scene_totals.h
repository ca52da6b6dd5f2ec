// The totals over all frames of a scene: scene.json, and the lines for people.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "collisionchip/testbench/scenes/frame_answer.h"
#include "collisionchip/testbench/scenes/scene.h"

namespace collisionchip {

class SceneTotals {
 public:
  // The scene must outlive it.
  SceneTotals(const Scene& scene, bool checked);

  // Adds the next frame.
  void add(const FrameAnswer& answer);

  bool is_wrong() const { return verdict_.is_wrong(); }
  nlohmann::ordered_json to_json() const;

 private:
  const Scene& scene_;
  const bool checked_;
  FrameCounts counts_;
  AnswerVerdict verdict_;
  std::uint64_t frames_ = 0, missed_ = 0, slowest_ = 0;
  std::uint64_t slowest_ps_ = 0;
};

// The totals of a complete scene: SceneFolder has checked the file's digest.
nlohmann::ordered_json read_scene_totals(const std::string& path);

// A few lines for people. The last line is the verdict.
std::string scene_text(const nlohmann::ordered_json& totals);

}  // namespace collisionchip

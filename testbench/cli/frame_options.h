// An object B that changes its shape, as a command line says it.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

struct FrameOptions {
  std::string folder;  // empty: B is rigid
  std::string refit;   // who makes the boxes: "host" or "chip"; empty: no boxes are made

  std::string words() const;
};

void add_frame_options(CLI::App& verb, FrameOptions& options);
// InputError for a machine on which B cannot change its shape, or not with this `refit`.
void check_frames(const std::string& refit, const ChipConfig& config);
// One pose for every frame: a single one serves them all. InputError for another number of poses.
void match_poses(std::vector<Pose>& poses, std::size_t frames);

}  // namespace collisionchip

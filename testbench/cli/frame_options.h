// An object B that changes its shape, as a command line says it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collisionchip/testbench/cli/question_options.h"

namespace collisionchip {

struct FrameOptions {
  std::string folder;  // empty: B is rigid
  std::string refit;   // who makes the boxes anew: "host"; empty: nobody

  std::string words() const;
};

void add_frame_options(CLI::App& verb, FrameOptions& options);
// InputError for a machine or a motion that does not go with them.
void check_frames(const FrameOptions& options, const PoseOptions& poses, const ChipConfig& config);
// Of files in the order of their names; InputError, which names the file, if one is not of B's triangles.
std::shared_ptr<const std::vector<Mesh>> load_frames(const std::vector<std::string>& files,
                                                     const ObjectOptions& objects);
// One pose for every frame: a single one serves them all. InputError for another number of poses.
void match_poses(std::vector<Pose>& poses, std::size_t frames);

}  // namespace collisionchip

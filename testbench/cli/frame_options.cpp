#include "collisionchip/testbench/cli/frame_options.h"

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

std::string FrameOptions::words() const {
  return (folder.empty() ? "" : option_words("--frames", folder)) +
         (refit.empty() ? "" : " --refit " + refit);
}

void add_frame_options(CLI::App& verb, FrameOptions& options) {
  verb.add_option("--frames", options.folder,
                  "folder with a mesh file of B for each pose, when B changes its shape; 2.obj before "
                  "10.obj, the same triangle numbers")
      ->type_name("DIR");
  verb.add_option("--refit", options.refit, "with --frames: where the boxes of the next frame are made")
      ->check(one_of_choices({{"host", "it keeps the tree of the first frame and fits its boxes"},
                              {"chip", "the Refit Unit does (refit_unit.directions)"}}));
}

void check_frames(const std::string& refit, const ChipConfig& config) {
  if (!host_of(config).has_boxes) {
    if (!refit.empty())
      throw InputError("--refit", "none, for a machine with engine.kind = \"brute_force\" has no boxes");
    return;
  }
  const char* const by = has_refit_unit(config) ? "chip" : "host";
  if (refit.empty())
    throw InputError("--frames", fmt::format("--refit {}, for this machine has a tree", by),
                     "; or engine.kind = \"brute_force\"");
  if (refit != by)
    throw InputError("--refit " + refit, fmt::format("--refit {}", by),
                     has_refit_unit(config) ? "; this machine has a Refit Unit"
                                            : "; refit_unit.directions = 0 is no Refit Unit");
}

void match_poses(std::vector<Pose>& poses, std::size_t frames) {
  if (poses.size() == 1) poses.assign(frames, Pose(poses.front()));
  if (poses.size() != frames)
    throw InputError("--frames", fmt::format("a mesh file for each of {} poses", poses.size()),
                     fmt::format(", got {}", frames));
}

}  // namespace collisionchip

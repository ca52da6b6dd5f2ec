#include "collisionchip/testbench/cli/frame_options.h"
#include "collisionchip/testbench/cli/word_checks.h"

#include <fmt/format.h>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/run/frames.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

std::string FrameOptions::words() const {
  return (folder.empty() ? "" : option_words("--frames", folder)) +
         (refit.empty() ? "" : " --refit " + refit);
}

void add_frame_options(CLI::App& verb, FrameOptions& options) {
  verb.add_option(
          "--frames", options.folder,
          "B changes its shape: a folder with a mesh file of B for each pose, 2.obj before 10.obj, with the "
          "same triangle numbers")
      ->type_name("DIR");
  verb.add_option("--refit", options.refit,
                  "with --frames and a tree: where the boxes of the next frame are made")
      ->check(one_of_choices({{"host", "it keeps the tree of the first frame and fits its boxes"}}));
}

void check_frames(const FrameOptions& options, const PoseOptions& poses, const ChipConfig& config) {
  if (options.folder.empty()) {
    if (!options.refit.empty()) throw InputError("--refit: expected --frames as well");
    return;
  }
  if (poses.halvings > 0)
    throw InputError("--frames: expected no --toc; a search has no frame for its poses");
  const HostKind& host = host_of(config);
  if (host.not_deformed != nullptr) throw InputError("--frames: expected " + host.not_deformed(config));
  if (has_rtl(config)) throw InputError("--frames: expected units as models, not as RTL");
  if (host.refits && options.refit.empty())
    throw InputError(
        "--frames: expected --refit host, for this machine has a tree; or engine.kind = "
        "\"brute_force\"");
  if (!host.refits && !options.refit.empty())
    throw InputError("--refit: expected none, for a machine with engine.kind = \"brute_force\" has no boxes");
}

std::shared_ptr<const std::vector<Mesh>> load_frames(const std::vector<std::string>& files,
                                                     const ObjectOptions& objects) {
  Progress progress("reading frames");
  return std::make_shared<const std::vector<Mesh>>(
      read_frames(files, read_mesh(objects.b), objects.reading_b()));
}

void match_poses(std::vector<Pose>& poses, std::size_t frames) {
  if (poses.size() == 1) poses.assign(frames, Pose(poses.front()));
  if (poses.size() != frames)
    throw InputError(
        fmt::format("--frames: expected a mesh file for each of {} poses, got {}", poses.size(), frames));
}

}  // namespace collisionchip

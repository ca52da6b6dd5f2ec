// The result folder of a scene. Frames are kept as they are answered, so that a run that was broken off goes on where it
// was; when all are there, they become the files that stay.
//
//   DIR/question.txt  what is asked, in lines: another question is refused (reference/files/own_folder.h)
//       frames/       a file for each frame that is answered, until all are
//       frames.csv    a line for each frame
//       pairs.csv     a line for each pair of triangles that intersect
//       chip.toml     the effective configuration
//       scene.json    totals; the last one: with it and the others the scene is complete
//       scene.lock    one run at a time
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/reference/files/own_folder.h"

namespace collisionchip {

class SceneFolder {
 public:
  // InputError if the folder holds anything else, or the results of another question; if it cannot be made, or another run
  // writes there.
  SceneFolder(const std::string& directory, const std::string& question);

  static constexpr const char *kFrames = "frames.csv", *kPairs = "pairs.csv", *kChip = "chip.toml",
                              *kTotals = "scene.json";

  std::string file(const std::string& name) const { return folder_.file(name); }
  std::string frame_file(std::uint64_t frame) const { return store_ + "/" + std::to_string(frame); }
  // Stands in each of these files.
  const std::string& question_digest() const { return digest_; }
  bool is_complete() const;
  // All files are written: what was kept of single frames goes.
  void complete() const;

 private:
  OwnFolder folder_;
  std::string store_, digest_;
};

}  // namespace collisionchip

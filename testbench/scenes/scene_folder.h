// The result folder of a scene. Frames are kept as they are answered, so that a run that was broken off goes on where it
// was; when all are there, they become the files that stay.
//
//   DIR/question.txt  what is asked, in lines: another question is refused (reference/files/own_folder.h)
//       frames/       a file for each frame that is answered, until all are
//       frames.csv    a line for each frame
//       pairs.csv     a line for each pair of triangles that intersect
//       chip.toml     the effective configuration
//       scene.json    totals; with it, the others and their digests in question.txt the scene is complete
//       scene.lock    one run at a time
#pragma once

#include <cstdint>
#include <string>

#include "collisionchip/reference/files/own_folder.h"

namespace collisionchip {

class SceneFolder {
 public:
  // InputError if the folder holds anything else, or the results of another question; if a file of a complete scene is not
  // as it was written; if the folder cannot be made, or another run writes there.
  SceneFolder(const std::string& directory, const std::string& question);

  static constexpr const char *kFrames = "frames.csv", *kPairs = "pairs.csv", *kChip = "chip.toml",
                              *kTotals = "scene.json";

  std::string file(const std::string& name) const { return folder_.file(name); }
  std::string frame_file(std::uint64_t frame) const { return store_ + "/" + std::to_string(frame); }
  // Stands in each of these files.
  const std::string& question_digest() const { return digest_; }
  bool is_complete() const;
  // All files are written: they get their digests, and what was kept of single frames goes.
  void complete();

 private:
  OwnFolder folder_;
  std::string store_, digest_;
};

}  // namespace collisionchip

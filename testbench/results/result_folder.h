// One folder for one run, with the whole question and all answers. The folder alone is enough to repeat the run and for `collisionchip
// report`.
//
//   object_a.stl object_b.stl  the objects as read, to the bit; one file if both are one
//   poses.txt                  the float32 matrices, one per line
//   chip.toml                  the effective configuration
//   pairs.csv stats.json       the answers (testbench/results/result_files.h)
//   trace.sqlite               what happened in the first query (docs/vectors.md)
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

class ResultFolder {
 public:
  // Makes the folder if it does not exist. InputError if that fails.
  explicit ResultFolder(std::string path);

  static constexpr const char *kObjectA = "object_a.stl", *kObjectB = "object_b.stl", *kPoses = "poses.txt",
                              *kChip = "chip.toml", *kPairs = "pairs.csv", *kStatistics = "stats.json",
                              *kTrace = "trace.sqlite", *kReport = "report.html";
  // All files that a run may write here, and those made from them.
  static const std::vector<std::string>& files();
  // The files that a version without questions in its folders has written here: each file that begins as such a run writes it.
  // None unless the objects, the poses, the chip and both answers are among them.
  static std::vector<std::string> earlier_files(const std::string& directory);
  // Whether the file is a page of `collisionchip report`, which may be made again.
  static bool is_report(const std::string& path);

  void write_objects(const Mesh& a, const Mesh* b) const;  // no b: the same object
  void write_question(const std::vector<Pose>& poses, const ChipConfig& config) const;

  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// The twelve numbers of a pose, row by row, in the fewest digits that read back as the same float32.
std::string matrix_text(const Pose& pose);

// A word of a command line, in single quotes if a shell would change it.
std::string shell_word(const std::string& word);
// " --poses FILE", or " --poses=-FILE" if the parser would take the value for an option.
std::string option_words(const std::string& option, const std::string& value);

}  // namespace collisionchip

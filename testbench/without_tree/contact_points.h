// The file of `allpairs --points`: each pair with its point by the case study's solver (docs/opencl.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/testbench/without_tree/pairs_run.h"

namespace collisionchip {

class PointsFile {
 public:
  // The question must outlive it. An empty path: nothing is written.
  PointsFile(const std::string& path, const PairsQuestion& question);

  void add(std::size_t pose, const std::vector<TrianglePair>& pairs);
  void close();
  std::uint64_t points() const { return points_; }
  std::uint64_t without_point() const { return without_point_; }

 private:
  const PairsQuestion& question_;
  std::optional<OutputFile> file_;
  AllPairsObject b_;
  std::vector<TriangleCorners> corners_a_;
  std::uint64_t points_ = 0, without_point_ = 0;
};

}  // namespace collisionchip

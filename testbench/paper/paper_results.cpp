#include "collisionchip/testbench/paper/paper_results.h"

#include <fmt/format.h>

#include <algorithm>

#include "collisionchip/testbench/poses/tumbling_poses.h"

namespace collisionchip {

std::size_t first_peak(const std::vector<double>& curve) {
  const auto largest = std::max_element(curve.begin(), curve.end());
  for (std::size_t i = 1; i + 1 < curve.size(); ++i) {
    if (curve[i] > curve[i - 1] && curve[i] >= curve[i + 1] && curve[i] >= 0.5 * *largest) return i;
  }
  return static_cast<std::size_t>(largest - curve.begin());
}

PaperResults::PaperResults(const PaperPlan& plan, const std::map<std::string, Turn>& points)
    : plan_(plan),
      points_(points),
      distances_(approach_distances(plan.nearest, plan.farthest, plan.distances)) {}

std::string PaperResults::work_point(const PaperObject& object, WitnessMode mode,
                                     std::size_t distance) const {
  return fmt::format("work/{}/{}/{:.4g}", object.name, name_of(mode), distances_[distance]);
}

std::string PaperResults::scaling_point(const PaperObject& object, std::uint32_t triangles,
                                        WitnessMode mode) const {
  return fmt::format("scaling/{}/{}/{}", object.name, triangles, name_of(mode));
}

std::string PaperResults::chip_point(const PaperObject& object, const std::string& preset, WitnessMode mode,
                                     std::size_t distance) const {
  return fmt::format("chip/{}/{}/{}/{:.4g}", preset, object.name, name_of(mode), distances_[distance]);
}

std::string PaperResults::host_point(const PaperObject& object, WitnessMode mode,
                                     std::size_t distance) const {
  return fmt::format("host/{}/{}/{:.4g}", object.name, name_of(mode), distances_[distance]);
}

const Turn& PaperResults::work(const PaperObject& object, WitnessMode mode, std::size_t distance) const {
  return points_.at(work_point(object, mode, distance));
}

const Turn& PaperResults::scaling(const PaperObject& object, std::uint32_t triangles,
                                  WitnessMode mode) const {
  return points_.at(scaling_point(object, triangles, mode));
}

const Turn& PaperResults::chip(const PaperObject& object, const std::string& preset, WitnessMode mode,
                               std::size_t distance) const {
  return points_.at(chip_point(object, preset, mode, distance));
}

const Turn& PaperResults::host(const PaperObject& object, WitnessMode mode, std::size_t distance) const {
  return points_.at(host_point(object, mode, distance));
}

std::size_t PaperResults::peak(const PaperObject& object) const {
  std::vector<double> curve;
  for (std::size_t d = 0; d < distances_.size(); ++d) {
    curve.push_back(work(object, WitnessMode::first, d).mean("list.overlap_tests"));
  }
  return first_peak(curve);
}

bool PaperResults::in_contact(const PaperObject& object, std::size_t distance) const {
  return work(object, WitnessMode::first, distance).max("list.colliding") > 0;
}

}  // namespace collisionchip

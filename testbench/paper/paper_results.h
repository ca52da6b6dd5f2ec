// Everything that was measured for the paper's figures, by object, mode, distance, resolution and chip.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "collisionchip/testbench/paper/paper_plan.h"
#include "collisionchip/testbench/paper/turn.h"

namespace collisionchip {

// The distance of the first peak when the objects approach: the first
// index whose value is above the one before, not below the one after, and
// at least half of the largest. The index of the largest if there is none.
std::size_t first_peak(const std::vector<double>& curve);

class PaperResults {
 public:
  // `points` may still be filled while results are asked for.
  PaperResults(const PaperPlan& plan, const std::map<std::string, Turn>& points);

  const PaperPlan& plan() const { return plan_; }
  const std::vector<PaperObject>& objects() const { return plan_.objects; }
  const std::vector<double>& distances() const { return distances_; }

  // Names of points.
  std::string work_point(const PaperObject& object, WitnessMode mode, std::size_t distance) const;
  std::string scaling_point(const PaperObject& object, std::uint32_t triangles, WitnessMode mode) const;
  std::string chip_point(const PaperObject& object, const std::string& preset, WitnessMode mode,
                         std::size_t distance) const;
  std::string host_point(const PaperObject& object, WitnessMode mode, std::size_t distance) const;

  // std::out_of_range for a point that is not there.
  const Turn& work(const PaperObject& object, WitnessMode mode, std::size_t distance) const;
  const Turn& scaling(const PaperObject& object, std::uint32_t triangles, WitnessMode mode) const;
  const Turn& chip(const PaperObject& object, const std::string& preset, WitnessMode mode,
                   std::size_t distance) const;
  const Turn& host(const PaperObject& object, WitnessMode mode, std::size_t distance) const;

  // §5.1: "the distance was chosen where the first peak occurred in Figure 9", as an index. The work there is
  // the number of overlap tests, which is the same on every host; first witness, new traversal.
  std::size_t peak(const PaperObject& object) const;
  // The copy touches the object in at least one orientation: the range in which times are compared.
  bool in_contact(const PaperObject& object, std::size_t distance) const;
  // function(object, distance) for all of these.
  template <typename Function>
  void for_each_contact(Function&& function) const {
    for (const PaperObject& object : objects()) {
      for (std::size_t d = 0; d < distances_.size(); ++d) {
        if (in_contact(object, d)) function(object, d);
      }
    }
  }

 private:
  const PaperPlan& plan_;
  const std::map<std::string, Turn>& points_;
  std::vector<double> distances_;
};

}  // namespace collisionchip

// The points of a plan, by number. A point's configuration is a pure function of the plan and the number:
// nothing is listed, any point can be made at any time, in any process.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/testbench/explore/plan.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip {

// True for the points that are to be computed; empty: all.
using PointFilter = std::function<bool(std::uint64_t point)>;

constexpr std::uint64_t kManyResults = 10'000'000;  // points x workloads

class PointSpace {
 public:
  // The plan must outlive it. InputError if there are more than kMostPoints.
  explicit PointSpace(const Plan& plan);

  std::uint64_t size() const { return size_; }
  // Its keys may break a rule (find_conflict).
  ChipConfig configuration(std::uint64_t point) const;
  // InputError for the first point that breaks a rule between
  // keys: file, line, key. Unless the plan says to skip them.
  void refuse_conflicts() const;
  // InputError if no machine of the plan has what an objective or a limit counts. A plan of many points may say so at its end
  // alone.
  void refuse_lacking_statistics() const;
  // One line for a plan whose results take days or fill a disk: how long, how much, what makes it less.
  // Empty for one of up to kManyResults.
  std::string warning(std::size_t workloads) const;

 private:
  bool all_lack(std::size_t statistic) const;
  std::size_t value_index(std::uint64_t point, std::size_t axis) const;

  const Plan& plan_;
  std::uint64_t size_ = 1;
};

}  // namespace collisionchip

// Ratios of many points of a figure, summed up.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace collisionchip {

class Ratios {
 public:
  // Counts only where both are above 0.
  void add(double above, double below) {
    if (above > 0 && below > 0) values_.push_back(above / below);
  }
  bool empty() const { return values_.empty(); }
  std::size_t size() const { return values_.size(); }
  double least() const { return empty() ? 0 : *std::min_element(values_.begin(), values_.end()); }
  double largest() const { return empty() ? 0 : *std::max_element(values_.begin(), values_.end()); }
  double share_above(double limit) const {
    const auto above = std::count_if(values_.begin(), values_.end(), [limit](double v) { return v > limit; });
    return empty() ? 0 : static_cast<double>(above) / static_cast<double>(size());
  }
  double geometric_mean() const {
    double sum = 0;
    for (const double value : values_) sum += std::log(value);
    return empty() ? 0 : std::exp(sum / static_cast<double>(size()));
  }
  bool mean_within(double factor) const {
    return geometric_mean() >= 1 / factor && geometric_mean() <= factor;
  }
  std::string range() const { return fmt::format("{:.3g} to {:.3g}", least(), largest()); }

 private:
  std::vector<double> values_;
};

}  // namespace collisionchip

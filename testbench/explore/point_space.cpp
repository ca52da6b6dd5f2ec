#include "collisionchip/testbench/explore/point_space.h"

#include <fmt/format.h>

#include "collisionchip/reference/arithmetic/split_mix64.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/explore/statistic_row.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip {

namespace {

std::uint64_t draw(std::uint64_t seed, std::uint64_t axis, std::uint64_t number) {
  return split_mix64(split_mix64(split_mix64(seed) + axis) + number);
}

// A pseudo-random permutation of [0, size), by value: a Feistel network on the next power of four, walked
// until the result is inside. Nothing is shuffled in memory.
std::uint64_t permuted(std::uint64_t value, std::uint64_t size, std::uint64_t key) {
  unsigned half = 1;
  while (std::uint64_t{1} << 2 * half < size) ++half;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = value >> half, right = value & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t next = left ^ (split_mix64(key + 4 * right + round) & mask);
      left = right;
      right = next;
    }
    value = left << half | right;
  } while (value >= size);
  return value;
}

// So many are looked at for a unit before a plan runs: a millisecond each at most.
constexpr std::uint64_t kMostMachines = 10'000;

}  // namespace

PointSpace::PointSpace(const Plan& plan) : plan_(plan) {
  switch (plan.strategy) {
    case Strategy::grid:
      for (const Axis& axis : plan.axes) {
        size_ *= axis.values.size();  // at most 10^9 x 10^6: no overflow
        if (size_ <= kMostPoints) continue;
        throw InputError(axis.place(), fmt::format("a grid of at most {} points", kMostPoints),
                         ", got more (strategy random or latin-hypercube draws as many as wanted)");
      }
      break;
    case Strategy::one_at_a_time:
      for (const Axis& axis : plan.axes) size_ += axis.values.size();
      break;
    case Strategy::random:
    case Strategy::latin_hypercube:
      size_ = plan.points;
      break;
  }
}

std::size_t PointSpace::value_index(std::uint64_t point, std::size_t axis) const {
  const std::uint64_t count = plan_.axes[axis].values.size();
  if (plan_.strategy == Strategy::random) return (draw(plan_.seed, axis, point) >> 32) * count >> 32;
  // Latin hypercube: the point's stratum on this axis, and a place within it. 30 + 13 + 20 bits.
  const std::uint64_t stratum = permuted(point, size_, draw(plan_.seed, axis, ~std::uint64_t{0}));
  const std::uint64_t place = draw(plan_.seed, axis, point) >> 51;
  return ((stratum << 13 | place) * count) / (size_ << 13);
}

ChipConfig PointSpace::configuration(std::uint64_t point) const {
  ChosenChip config = plan_.chip;
  std::vector<PlacedKey> keys;
  switch (plan_.strategy) {
    case Strategy::grid:
      for (std::size_t i = plan_.axes.size(); i-- > 0;) {
        const Axis& axis = plan_.axes[i];
        keys.push_back({axis.key, axis.values[point % axis.values.size()], axis.where});
        point /= axis.values.size();
      }
      break;
    case Strategy::one_at_a_time:
      if (point-- == 0) break;  // the base
      for (const Axis& axis : plan_.axes) {
        if (point < axis.values.size()) {
          keys.push_back({axis.key, axis.values[point], axis.where});
          break;
        }
        point -= axis.values.size();
      }
      break;
    case Strategy::random:
    case Strategy::latin_hypercube:
      for (std::size_t i = 0; i < plan_.axes.size(); ++i) {
        const Axis& axis = plan_.axes[i];
        keys.push_back({axis.key, axis.values[value_index(point, i)], axis.where});
      }
      break;
  }
  set_keys(config, keys);
  return config;
}

void PointSpace::refuse_conflicts() const {
  if (plan_.skip_conflicts) return;
  Progress progress("checking the points", size_);
  for (std::uint64_t point = 0; point < size_; ++point) {
    if (point % 4096 == 0) progress.advance(point);
    const auto conflict = find_conflict(configuration(point));
    if (!conflict) continue;
    // It belongs to the last of its keys that this plan sets: an axis before [set].
    Place where = Place::in(plan_.path);
    for (const PlacedKey& placed : plan_.set) {
      for (const std::string& key : conflict->keys) where = placed.key->name == key ? placed.where : where;
    }
    for (const Axis& axis : plan_.axes) {
      for (const std::string& key : conflict->keys) where = axis.key->name == key ? axis.where : where;
    }
    throw InputError::at(where, fmt::format("point {}: {} (on_conflict = \"skip\" leaves such points out)",
                                            point, conflict->text));
  }
}

bool PointSpace::all_lack(std::size_t statistic) const {
  bool any = false;
  for (std::uint64_t point = 0; point < size_; ++point) {
    if (point == kMostMachines) return false;
    const ChipConfig config = configuration(point);
    if (find_conflict(config)) continue;
    if (has_statistic(config, statistic)) return false;
    any = true;
  }
  return any;
}

void PointSpace::refuse_lacking_statistics() const {
  const auto refuse = [this](const Place& where, const std::string& name) {
    throw InputError(where, "a statistic that a machine of this plan has",
                     fmt::format(", got '{}', of a unit that chip {} lacks{}", name, plan_.base,
                                 size_ == 1 ? "" : fmt::format(" at each of the {} points", size_)));
  };
  for (const std::string& objective : plan_.objectives) {
    if (all_lack(statistic_column(objective))) refuse(plan_.objectives_where.part("objectives"), objective);
  }
  for (const Limit& limit : plan_.limits) {
    if (all_lack(limit.statistic)) refuse(Place::in(plan_.path).part("limits"), limit.name);
  }
}

std::string PointSpace::warning(std::size_t workloads) const {
  const std::uint64_t results = size_ * workloads;  // at most 10^9 of a plan that fits into memory
  if (results <= kManyResults) return "";
  // The least that a result costs, as docs/explore.md measured it.
  constexpr double kSeconds = 0.16e-3, kBytes = 1.1e3;
  const bool draws = plan_.strategy == Strategy::random || plan_.strategy == Strategy::latin_hypercube;
  return fmt::format(
      "{}: {} points x {} workload{} take at least {:.1f} core hours and {:.0f} GB: {} makes it less",
      printable(plan_.path), size_, workloads, workloads == 1 ? "" : "s",
      static_cast<double>(results) * kSeconds / 3600, static_cast<double>(results) * kBytes / 1e9,
      draws ? "a smaller points" : "fewer values in an [[axis]], or strategy = \"random\" with points = N");
}

}  // namespace collisionchip

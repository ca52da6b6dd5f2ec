#include "collisionchip/testbench/opencl/top_down_launches.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace collisionchip {

namespace {

constexpr std::size_t kPartsAtATime = std::size_t{1} << 15;  // DOPs of their parts take 100 MB at most

struct DeviceSegment {
  cl_uint first, count;
};
struct DeviceAxis {
  cl_uint axis, triangle;
};

}  // namespace

TopDownLaunches::TopDownLaunches(const OpenclDevice& device, OpenclProgram& program, DeviceLeaves& leaves,
                                 const MakerOptions& options)
    : device_(device),
      program_(program),
      leaves_(leaves),
      options_(options),
      measure_(options.k, leaves.count() <= kMostToSplitExactly) {}

MadeTree TopDownLaunches::make() {
  std::vector<cl_uint> order(leaves_.count());
  std::iota(order.begin(), order.end(), 0);
  order_.write(device_, order);
  next_.reserve(device_, order.size() * sizeof(cl_uint));
  last_.reserve(device_, order.size() * sizeof(cl_uint));
  made_.nodes.resize(2 * (order.size() - 1));
  for (parts_ = {{0, leaves_.count(), 0}}; !parts_.empty(); ++made_.rounds) {
    made_.splits += parts_.size();
    place(divide(cuts()));
    std::swap(order_, next_);
  }
  made_.nodes = enclosed();
  return std::move(made_);
}

void TopDownLaunches::write_segments(const std::vector<Part>& parts) {
  std::vector<DeviceSegment> segments;
  segments.reserve(parts.size());
  for (const Part& part : parts) segments.push_back({part.first, part.count});
  segments_.write(device_, segments);
}

std::vector<AxisCut> TopDownLaunches::cuts() {
  Cuts chosen;
  for (std::size_t first = 0; first < parts_.size(); first += kPartsAtATime) {
    const std::size_t end = std::min(parts_.size(), first + kPartsAtATime);
    slice_.assign(parts_.begin() + static_cast<std::ptrdiff_t>(first),
                  parts_.begin() + static_cast<std::ptrdiff_t>(end));
    const Cuts cuts = cuts_of_slice();
    chosen.insert(chosen.end(), cuts.begin(), cuts.end());
  }
  return chosen;
}

// What the rule says. Where that does not part well, the host asks the rule itself, which takes medians.
TopDownLaunches::Cuts TopDownLaunches::cuts_of_slice() {
  const bool on_device = options_.point != "median";
  const std::size_t compared = volumes_choose() ? lines() : 1;
  Cuts wanted, chosen;
  if (on_device) {
    write_segments(slice_);
    wanted = wanted_cuts();
    run_parts(wanted, compared);
  }
  std::vector<cl_uint> order;
  for (std::size_t part = 0; part < slice_.size(); ++part) {
    if (on_device) {
      const std::size_t cut = part * compared + cheapest(part, compared);
      if (parts_well(options_.k, part_of(part, cut, 0), part_of(part, cut, 1), measure_)) {
        chosen.push_back(wanted[cut]);
        continue;
      }
    }
    if (order.empty()) order = order_.read<cl_uint>(device_, leaves_.count());
    const cl_uint* first = &order[slice_[part].first];
    chosen.push_back(axis_point_cut(options_.tree(), first, first + slice_[part].count, leaves_.data()));
    ++made_.host_splits;
  }
  return chosen;
}

TopDownLaunches::Cuts TopDownLaunches::wanted_cuts() {
  spreads_.reserve(device_, slice_.size() * lines() * sizeof(Spread));
  device_.run(program_.kernel("Ranges"), {slice_.size() * kBuildGroup, lines()}, {kBuildGroup, 1}, slabs(),
              slab_half(), order_, segments_, spreads_);
  const auto spreads = spreads_.read<Spread>(device_, lines() * slice_.size());
  const std::vector<Sum> sums = sums_of(spreads);
  Cuts wanted;
  for (std::size_t part = 0; part < slice_.size(); ++part) {
    const std::size_t first = lines() * part;
    for (const std::size_t line : lines_of(&spreads[first], &sums[first], slice_[part].count))
      wanted.push_back(cut_along(line, spreads[first + line], sums[first + line], slice_[part].count));
  }
  return wanted;
}

std::vector<TopDownLaunches::Sum> TopDownLaunches::sums_of(const std::vector<Spread>& spreads) {
  std::vector<double> scales;
  for (std::size_t i = 0; i < spreads.size(); ++i) {
    const Spread* of_part = &spreads[i / lines() * lines()];
    double longest = 0;
    for (std::size_t line = 0; line < lines(); ++line)
      longest = std::max(longest, of_part[line].place_high - of_part[line].place_low);
    const Spread& s = spreads[i];
    scales.insert(scales.end(),
                  {s.place_low, s.place_high > s.place_low ? 0x1p40 / (s.place_high - s.place_low) : 0,
                   longest > 0 ? 0x1p20 / longest : 0});
  }
  scales_.write(device_, scales);
  sums_.reserve(device_, spreads.size() * sizeof(Sum));
  device_.run(program_.kernel("Sums"), {slice_.size() * kBuildGroup, lines()}, {kBuildGroup, 1}, slabs(),
              slab_half(), order_, segments_, scales_, sums_);
  return sums_.read<Sum>(device_, spreads.size());
}

// One, or all where volumes choose.
std::vector<std::size_t> TopDownLaunches::lines_of(const Spread* spreads, const Sum* sums,
                                                   std::uint64_t count) const {
  std::vector<std::size_t> all(lines());
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (volumes_choose()) return all;
  const auto measure = [&](std::size_t axis) {
    if (options_.axis == "longest") return spreads[axis].high - spreads[axis].low;
    const double number = static_cast<double>(count),
                 mean = static_cast<double>(sums[axis].variance) / number;
    return static_cast<double>(sums[axis].squares) / number - mean * mean;
  };
  return {*std::max_element(all.begin(), all.end(),
                            [&](std::size_t p, std::size_t q) { return measure(p) < measure(q); })};
}

AxisCut TopDownLaunches::cut_along(std::size_t line, const Spread& spread, const Sum& sum,
                                   std::uint64_t count) const {
  const auto axis = static_cast<int>(line);
  if (options_.point == "middle") return {axis, 0.5 * (2 * spread.low + 2 * spread.high)};
  const double scale =
      spread.place_high > spread.place_low ? 0x1p40 / (spread.place_high - spread.place_low) : 0;
  const std::uint64_t average = sum.mean / count;
  return {axis, scale > 0 ? spread.place_low + static_cast<double>(average) / scale : spread.place_low};
}

void TopDownLaunches::write_cuts(const Cuts& cuts) {
  std::vector<double> at;
  std::vector<DeviceAxis> axes;
  for (const AxisCut& cut : cuts) {
    at.push_back(cut.at);
    axes.push_back({static_cast<cl_uint>(cut.axis), cut.triangle});
  }
  at_.write(device_, at);
  axes_.write(device_, axes);
}

void TopDownLaunches::run_parts(const Cuts& cuts, std::size_t compared) {
  write_cuts(cuts);
  volume_buffer_.reserve(device_, 2 * cuts.size() * sizeof(DopNode));
  left_buffer_.reserve(device_, cuts.size() * sizeof(cl_uint));
  device_.run(program_.kernel("Parts"), {slice_.size() * kBuildGroup, leaves_.half(), compared},
              {kBuildGroup, 1, 1}, leaves_.leaves(), slabs(), slab_half(), order_, segments_, at_, axes_,
              static_cast<cl_uint>(compared), volume_buffer_, left_buffer_);
  volumes_ = volume_buffer_.read<DopNode>(device_, 2 * cuts.size());
  lefts_ = left_buffer_.read<cl_uint>(device_, cuts.size());
}

SplitPart TopDownLaunches::part_of(std::size_t part, std::size_t cut, std::size_t side) const {
  return {volumes_[2 * cut + side], side == 0 ? lefts_[cut] : slice_[part].count - lefts_[cut]};
}

std::size_t TopDownLaunches::cheapest(std::size_t part, std::size_t compared) const {
  std::size_t best = 0;
  DopSize least{HUGE_VAL, HUGE_VAL};
  for (std::size_t line = 0; line < compared && compared > 1; ++line) {
    const std::size_t cut = part * compared + line;
    const SplitPart left = part_of(part, cut, 0), right = part_of(part, cut, 1);
    if (left.count == 0 || right.count == 0) continue;
    const DopSize cost =
        volume_cost(measure_(left.volume), measure_(right.volume), options_.axis == "min_max");
    if (!(cost < least)) continue;
    least = cost;
    best = line;
  }
  return best;
}

std::vector<cl_uint> TopDownLaunches::divide(const Cuts& cuts) {
  write_segments(parts_);
  write_cuts(cuts);
  left_buffer_.reserve(device_, parts_.size() * sizeof(cl_uint));
  device_.run(program_.kernel("Partition"), {parts_.size() * kBuildGroup}, {kBuildGroup}, slabs(),
              slab_half(), order_, segments_, at_, axes_, next_, last_, left_buffer_);
  return left_buffer_.read<cl_uint>(device_, parts_.size());
}

// A part of n triangles takes n - 1 pairs.
void TopDownLaunches::place(const std::vector<cl_uint>& lefts) {
  std::vector<Part> next;
  std::vector<DeviceLeaves::Joint> level;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const std::array<Part, 2> halves = {
        Part{part.first, lefts[i], part.pair + 1},
        Part{part.first + lefts[i], part.count - lefts[i], part.pair + lefts[i]}};
    for (std::uint32_t side = 0; side < 2; ++side) {
      const std::uint32_t node = 2 * part.pair + side;
      if (halves[side].count == 1) {
        leaf_places_.push_back({node, halves[side].first});
      } else {
        made_.nodes[node].child = halves[side].pair;
        level.push_back({2 * halves[side].pair, 2 * halves[side].pair + 1, node, 0});
        next.push_back(halves[side]);
      }
    }
  }
  levels_.push_back(std::move(level));
  parts_ = std::move(next);
}

// Leaves where they belong, then level by level from below.
std::vector<DopNode> TopDownLaunches::enclosed() {
  const auto last = last_.read<cl_uint>(device_, leaves_.count());
  for (DeviceLeaves::Taken& leaf : leaf_places_) {
    leaf.number = last[leaf.number];
    made_.nodes[leaf.node].triangle = leaf.number;
  }
  OpenclBuffer nodes;
  nodes.write(device_, made_.nodes);
  leaves_.take(leaves_.leaves(), leaf_places_, nodes);
  for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
    if (!level->empty()) leaves_.enclose(*level, nodes);
  }
  return nodes.read<DopNode>(device_, made_.nodes.size());
}

}  // namespace collisionchip

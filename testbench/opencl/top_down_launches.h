// Builds a tree top down on a device, one level after the other. Kernels reduce each part of the triangles, the host compares the cuts, and
// one launch divides all parts.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/parallel_trees/tree_maker.h"
#include "collisionchip/reference/tree/axis_point_rule.h"
#include "collisionchip/testbench/opencl/device_leaves.h"

namespace collisionchip {

class TopDownLaunches {
 public:
  TopDownLaunches(const OpenclDevice& device, OpenclProgram& program, DeviceLeaves& leaves,
                  const MakerOptions& options);

  // Makes the tree of two triangles or more.
  MadeTree make();

 private:
  // Triangles to divide, in `order_`, and the pair of nodes for the two halves.
  struct Part {
    cl_uint first, count;
    std::uint32_t pair;
  };
  struct Spread {
    double place_low, place_high, low, high;
  };
  struct Sum {
    std::uint64_t mean, variance, squares;
  };
  // One cut for each line of each part; the lines of a part follow one another.
  using Cuts = std::vector<AxisCut>;

  // The lines along which triangles are divided: the axes, or the normals of the DOPs; and the slabs along these lines.
  bool by_normals() const { return options_.axis == "normals"; }
  bool volumes_choose() const { return options_.axis != "longest" && options_.axis != "splatter"; }
  std::size_t lines() const { return by_normals() ? leaves_.half() : 3; }
  const OpenclBuffer& slabs() const { return by_normals() ? leaves_.leaves() : leaves_.boxes(); }
  cl_uint slab_half() const {
    return by_normals() ? static_cast<cl_uint>(leaves_.half()) : leaves_.box_half();
  }

  void write_segments(const std::vector<Part>& parts);
  Cuts cuts();  // one cut for each part
  Cuts cuts_of_slice();
  Cuts wanted_cuts();
  std::vector<std::size_t> lines_of(const Spread* spreads, const Sum* sums, std::uint64_t count) const;
  std::vector<Sum> sums_of(const std::vector<Spread>& spreads);
  AxisCut cut_along(std::size_t line, const Spread& spread, const Sum& sum, std::uint64_t count) const;
  void run_parts(const Cuts& cuts, std::size_t compared);
  std::size_t cheapest(std::size_t part, std::size_t compared) const;
  SplitPart part_of(std::size_t part, std::size_t cut, std::size_t side) const;
  void write_cuts(const Cuts& cuts);
  std::vector<cl_uint> divide(const Cuts& cuts);
  void place(const std::vector<cl_uint>& lefts);
  std::vector<DopNode> enclosed();

  const OpenclDevice& device_;
  OpenclProgram& program_;
  DeviceLeaves& leaves_;
  const MakerOptions options_;
  const SizeMeasure measure_;
  MadeTree made_;
  std::vector<Part> parts_, slice_;                       // parts of a level; those whose cuts are computed
  std::vector<DopNode> volumes_;                          // volumes of the parts that run_parts() computed
  std::vector<cl_uint> lefts_;                            // number of left triangles of each of their cuts
  std::vector<DeviceLeaves::Taken> leaf_places_;          // node, place in the last order
  std::vector<std::vector<DeviceLeaves::Joint>> levels_;  // inner nodes with their children
  OpenclBuffer order_, next_, last_, segments_, spreads_, scales_, sums_, at_, axes_, volume_buffer_,
      left_buffer_;
};

}  // namespace collisionchip

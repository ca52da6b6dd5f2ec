// The triangles' DOPs on a device, and what builds nodes of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/tree/split_rule.h"
#include "collisionchip/testbench/opencl/opencl_device.h"

namespace collisionchip {

constexpr std::size_t kBuildGroup = 64, kBuildNodesOfAGroup = 8;

class DeviceLeaves {
 public:
  // `program`: build.cl for this k.
  DeviceLeaves(const OpenclDevice& device, OpenclProgram& program, const Mesh& mesh, int k);

  cl_uint count() const { return static_cast<cl_uint>(data_.leaves.size()); }
  std::size_t half() const { return static_cast<std::size_t>(data_.k / 2); }
  int k() const { return data_.k; }
  const OpenclBuffer& leaves() const { return leaves_; }
  // DOPs whose first three slabs are along the axes, with so many slabs each.
  const OpenclBuffer& boxes() const { return boxes_ ? *boxes_ : leaves_; }
  cl_uint box_half() const { return boxes_ ? 3 : static_cast<cl_uint>(half()); }
  // As the kernels made them.
  const SplitData& data() const { return data_; }
  // Nodes with the DOPs of numbers in `from`.
  struct Taken {
    cl_uint node, number;
  };
  void take(const OpenclBuffer& from, const std::vector<Taken>& taken, const OpenclBuffer& nodes);
  struct Joint {
    cl_uint first, second, joined, unused;
  };
  void enclose(const std::vector<Joint>& joints, const OpenclBuffer& nodes);

 private:
  std::vector<DopNode> make(int k, OpenclBuffer& leaves);

  const OpenclDevice& device_;
  OpenclProgram& program_;
  OpenclBuffer corners_, leaves_, taken_, joints_;
  std::optional<OpenclBuffer> boxes_;
  SplitData data_;
};

}  // namespace collisionchip

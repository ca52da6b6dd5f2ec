// The launches of environment.cl: E's tree, level by level, for the members of a round.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/testbench/opencl/device_lists.h"
#include "collisionchip/testbench/opencl/opencl_device.h"

namespace collisionchip {

// What a round has on the device.
struct DeviceRound {
  const OpenclBuffer &f_nodes, &e_nodes, &tumbled;
  cl_uint node_count, objects;  // of F
  std::uint32_t e_node_count, roots;
  std::size_t k;
};

class EnvironmentLaunches {
 public:
  EnvironmentLaunches(const OpenclDevice& device, OpenclProgram& program)
      : device_(device), program_(program) {}

  // active: by object, its queries that are not apart from E; starts: by object. Once for each round.
  void take(const DeviceRound& round, const std::vector<std::vector<cl_uint>>& active,
            const std::vector<std::vector<std::uint32_t>>& starts, bool by_path);
  // Until no node of E is left. `counts`: four words of each query, and of paths behind kMostPosesOfABatch of them.
  void walk(const DeviceRound& round, const OpenclBuffer& counts, const DeviceLists& walked);

  std::uint64_t reads() const { return reads_; }  // nodes of E, of the last walk()

 private:
  void enclose_paths(const DeviceRound& round);

  const OpenclDevice& device_;
  OpenclProgram& program_;
  bool by_path_ = false;
  std::uint32_t member_count_ = 0;
  cl_uint most_queries_ = 1;
  std::uint64_t reads_ = 0;
  OpenclBuffer members_, queries_, paths_;
  OpenclBuffer next_counts_, frontier_, next_frontier_, lists_, next_lists_;
};

}  // namespace collisionchip

// The phases and schemes of the CUDA slides (docs/opencl.md) on a device of OpenCL.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "collisionchip/reference/parallel_trees/tree_batch.h"

namespace collisionchip {

struct OpenclTreesOptions {
  std::uint32_t capacity = 1u << 16;  // entries that a list has room for at first
  std::uint32_t stack = 64;           // entries of the stack of a leaf's walk; a group has 16 times as many
};

// `device` is a name of device_choice.h, or "any". InputError if there is no such device.
std::unique_ptr<TreeBatch> make_opencl_trees(const std::string& device, const OpenclTreesOptions& options);

}  // namespace collisionchip

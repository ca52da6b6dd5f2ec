// Tests all triangles of A against all of B on a device of OpenCL.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "collisionchip/reference/all_pairs/all_pairs.h"

namespace collisionchip {

struct OpenclPairsOptions {
  std::uint32_t capacity = 1u << 16;  // pairs that a list has room for at first
  bool tiled = false;                 // all_pairs: 16 + 16 triangles in local memory
  bool copies_each_time = false;      // copy objects to the device for each question, as the case study does
};

// `device` is a name of device_choice.h, or "any". InputError if there is no such device.
std::unique_ptr<PairTester> make_opencl_pairs(const std::string& device, const OpenclPairsOptions& options);

}  // namespace collisionchip

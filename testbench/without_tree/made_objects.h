// Objects whose trees a device builds for `collisionchip quickcd --builder`, held against the mirror's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/parallel_trees/tree_maker.h"
#include "collisionchip/reference/tree/object.h"

namespace collisionchip {

struct MadeObjects {
  MakerOptions options;
  std::vector<std::shared_ptr<const CollisionObject>> objects;
  std::uint64_t rounds = 0, splits = 0, host_splits = 0;  // of all trees
  double seconds = 0, processor_seconds = 0;              // of all trees; kernels are compiled before
  double mirror_seconds = 0;                              // processor time of one core; 0 without a check
  bool checked = false;
  std::uint64_t unlike_mirror = 0;  // trees
};

// device: a name of device_choice.h, or "cpu", the mirror.
MadeObjects make_objects(const std::vector<const Mesh*>& meshes, const MakerOptions& options,
                         const std::string& device, bool check);

std::string made_objects_text(const MadeObjects& made);

}  // namespace collisionchip

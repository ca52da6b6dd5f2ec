// What copies of a Shape share. Private to the library.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "collisionchip/reference/answer/answer_query.h"
#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/host/chip_object.h"

namespace collisionchip::api {

class ShapeData {
 public:
  ShapeData(Mesh mesh, std::vector<std::string> remarks)
      : mesh_(std::move(mesh)), remarks_(std::move(remarks)) {}

  const Mesh& mesh() const { return mesh_; }
  const std::vector<std::string>& remarks() const { return remarks_; }
  // The tree that machines with `key`, which is tree_key(config), walk. Threads that come while it is built wait.
  std::shared_ptr<const CollisionObject> object(const TreeKey& key, const ChipConfig& config) const;
  // What the answering engine needs, over the tree of paper41. It lives as long as this.
  const AnswerObject& answer_object() const;

 private:
  const Mesh mesh_;
  const std::vector<std::string> remarks_;
  mutable std::mutex mutex_;
  mutable std::vector<std::pair<TreeKey, std::shared_ptr<const CollisionObject>>> objects_;  // few
  mutable std::once_flag answer_made_;
  mutable std::unique_ptr<const AnswerObject> answer_object_;
};

}  // namespace collisionchip::api

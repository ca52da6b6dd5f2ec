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
  // The tree that machines with `key` walk; `key` is tree_key(config). Threads wait while another one builds it.
  std::shared_ptr<const CollisionObject> object(const TreeKey& key, const ChipConfig& config) const;
  // The answering engine's object, made from the tree of paper41. It lives as long as this ShapeData.
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

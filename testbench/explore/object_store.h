// Trees and memory images of the workloads' objects: made once per object and kind of tree, before the workers are
// forked, who then share them copy-on-write.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/testbench/explore/workload.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

// What ends the building of trees before its time.
struct BuildLimits {
  double seconds = 0;               // of one object with one k; 0: as long as it takes
  std::function<bool()> interrupt;  // asked now and then; empty: never
};

class ObjectStore {
 public:
  // The workloads must outlive it.
  explicit ObjectStore(const std::vector<Workload>& workloads) : workloads_(workloads) {}

  // Makes trees for each k and, as long as they fit into `most_bytes`, images for each k and page size. Of
  // objects that fit into no chip nothing is made.
  void prepare(const std::vector<std::uint32_t>& ks, const std::vector<std::uint32_t>& page_bytes,
               std::uint64_t most_bytes, const BuildLimits& limits = {});

  // The workload's objects as a chip of this configuration needs them. Valid until the next call: what was
  // not prepared is made now and only the last of it is kept. InputError if they do not fit into the SDRAM,
  // or if their trees were not done within the limit of prepare().
  const BoardImage& image(std::size_t workload, const ChipConfig& config);
  // As that engine needs them: software has no SDRAM, and no image.
  Objects objects(std::size_t workload, const EngineKind& kind, const ChipConfig& config);

 private:
  using ImageKey = std::tuple<const Mesh*, const Mesh*, const NodeFormat*, TreeKey, std::uint32_t>;

  using ObjectKey = std::pair<const Mesh*, TreeKey>;

  const CollisionObject& object(const Mesh& mesh, const ChipConfig& config, const BuildLimits& limits = {});
  void prepare(std::size_t workload, std::uint32_t k, const std::vector<std::uint32_t>& page_bytes,
               std::uint64_t most_bytes, const BuildLimits& limits);
  BoardImage make(std::size_t workload, const ChipConfig& config);

  const std::vector<Workload>& workloads_;
  std::map<ObjectKey, std::unique_ptr<const CollisionObject>> objects_;
  std::map<ObjectKey, std::string> given_up_;  // why there is no tree
  std::uint64_t prepared_bytes_ = 0;           // of images
  std::map<ImageKey, BoardImage> images_;
  std::pair<ImageKey, BoardImage> last_;
};

// Half of this host's memory.
std::uint64_t default_image_bytes();

}  // namespace collisionchip

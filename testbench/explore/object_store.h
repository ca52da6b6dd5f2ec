// Trees and memory images of the workloads' objects. Each is made once per object and kind of tree, before the workers are forked. The
// workers then share them copy-on-write.
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

// What ends the building of a tree before it is complete.
struct BuildLimits {
  double seconds = 0;               // most time for one object with one k; 0: no limit
  std::function<bool()> interrupt;  // called from time to time; true ends it. Empty: never called
};

class ObjectStore {
 public:
  // The workloads must outlive it.
  explicit ObjectStore(const std::vector<Workload>& workloads) : workloads_(workloads) {}

  // Makes trees for each k, and images for each k and page size while they fit into `most_bytes`. Objects that are too large for every chip
  // get no tree and no image.
  void prepare(const std::vector<std::uint32_t>& ks, const std::vector<std::uint32_t>& page_bytes,
               std::uint64_t most_bytes, const BuildLimits& limits = {});

  // The memory image of the workload's objects for a chip of this configuration. It is valid until the next call: an image that was not
  // prepared is made now, and only the last such image is kept. InputError if the objects do not fit into the SDRAM, or if prepare() did
  // not finish their trees within its limit.
  const BoardImage& image(std::size_t workload, const ChipConfig& config);
  // The objects for an engine of this kind. Software gets no image, because it has no SDRAM.
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
  std::uint64_t prepared_bytes_ = 0;           // bytes of the prepared images
  std::map<ImageKey, BoardImage> images_;
  std::pair<ImageKey, BoardImage> last_;
};

// Half of this host's memory.
std::uint64_t default_image_bytes();

}  // namespace collisionchip

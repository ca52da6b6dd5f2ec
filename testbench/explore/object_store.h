// Trees and memory images of the workloads' objects: made once per object and k, before the workers are
// forked, who then share them copy-on-write.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/explore/workload.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

class ObjectStore {
 public:
  // The workloads must outlive it.
  explicit ObjectStore(const std::vector<Workload>& workloads) : workloads_(workloads) {}

  // Makes trees for each k and, as long as they fit into `most_bytes`, images for each k and page size.
  void prepare(const std::vector<std::uint32_t>& ks, const std::vector<std::uint32_t>& page_bytes,
               std::uint64_t most_bytes);

  // The workload's objects as a chip of this configuration needs them. Valid until the next call: what was
  // not prepared is made now and only the last of it is kept. InputError if they do not fit into the SDRAM.
  const BoardImage& image(std::size_t workload, const ChipConfig& config);

 private:
  using ImageKey = std::tuple<const Mesh*, const Mesh*, std::uint32_t, std::uint32_t>;

  const CollisionObject& object(const Mesh& mesh, std::uint32_t k);
  BoardImage make(std::size_t workload, const ChipConfig& config);

  const std::vector<Workload>& workloads_;
  std::map<std::pair<const Mesh*, std::uint32_t>, std::unique_ptr<const CollisionObject>> objects_;
  std::map<ImageKey, BoardImage> images_;
  std::pair<ImageKey, BoardImage> last_;
};

// Half of this host's memory.
std::uint64_t default_image_bytes();

}  // namespace collisionchip

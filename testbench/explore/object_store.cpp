#include "collisionchip/testbench/explore/object_store.h"

#include <fmt/format.h>
#include <unistd.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/machine/config_keys.h"

namespace collisionchip {

void ObjectStore::prepare(const std::vector<std::uint32_t>& ks, const std::vector<std::uint32_t>& page_bytes,
                          std::uint64_t most_bytes) {
  Progress progress("building trees");
  ChipConfig config;
  config.sdram.capacity_mib = find_key("sdram.capacity_mib")->max;
  std::uint64_t bytes = 0;
  for (const std::uint32_t k : ks) {
    for (std::size_t i = 0; i < workloads_.size(); ++i) {
      progress.now_doing(fmt::format("building trees, k = {}, {}", k, workloads_[i].name));
      object(*workloads_[i].a, k);
      object(*workloads_[i].b, k);
      for (const std::uint32_t page : page_bytes) {
        config.dop.k = k;
        config.sdram.page_bytes = page;
        const ImageKey key{workloads_[i].a.get(), workloads_[i].b.get(), k, page};
        if (bytes > most_bytes || images_.count(key) != 0) continue;
        try {
          bytes += images_.emplace(key, make(i, config)).first->second.bytes->size();
        } catch (const InputError&) {
          // Too large for any chip: each point that needs it says so.
        }
      }
    }
  }
}

const BoardImage& ObjectStore::image(std::size_t workload, const ChipConfig& config) {
  const Workload& work = workloads_[workload];
  const ImageKey key{work.a.get(), work.b.get(), config.dop.k, config.sdram.page_bytes};
  const auto known = images_.find(key);
  if (known != images_.end()) return known->second;
  if (last_.first != key || !last_.second.bytes) last_ = {key, make(workload, config)};
  return last_.second;
}

const CollisionObject& ObjectStore::object(const Mesh& mesh, std::uint32_t k) {
  auto& object = objects_[{&mesh, k}];
  if (!object) {
    TreeOptions options;
    options.k = static_cast<int>(k);
    object = std::make_unique<const CollisionObject>(CollisionObject::build(mesh, options));
  }
  return *object;
}

BoardImage ObjectStore::make(std::size_t workload, const ChipConfig& config) {
  const Workload& work = workloads_[workload];
  check_capacity(config, work.a->triangle_count(), work.b->triangle_count());
  return make_board_image(config, object(*work.a, config.dop.k), object(*work.b, config.dop.k));
}

std::uint64_t default_image_bytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE)) / 2;
}

}  // namespace collisionchip

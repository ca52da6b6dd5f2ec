#include "collisionchip/testbench/explore/object_store.h"

#include <chrono>

#include <fmt/format.h>
#include <unistd.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/host/chip_object.h"
#include "collisionchip/testbench/host/question_check.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace {

// What an object whose building was ended says.
class GivenUp : public InputError {
  using InputError::InputError;
};

// A chip with the largest SDRAM there is.
ChipConfig largest_chip() {
  ChipConfig config;
  config.sdram.capacity_mib = find_key("sdram.capacity_mib")->max;
  return config;
}

}  // namespace

void ObjectStore::prepare(const std::vector<std::uint32_t>& ks, const std::vector<std::uint32_t>& page_bytes,
                          std::uint64_t most_bytes, const BuildLimits& limits) {
  Progress progress("building trees");
  for (const std::uint32_t k : ks) {
    for (std::size_t i = 0; i < workloads_.size(); ++i) {
      if (workloads_[i].scene) continue;  // which lays out its own memory
      if (limits.interrupt && limits.interrupt()) return;
      progress.now_doing(fmt::format("building trees, k = {}, {}", k, workloads_[i].name));
      try {
        prepare(i, k, page_bytes, most_bytes, limits);
      } catch (const InputError&) {
        // Too large for any chip, or not done in time: each point that needs it says so.
      }
    }
  }
}

void ObjectStore::prepare(std::size_t workload, std::uint32_t k, const std::vector<std::uint32_t>& page_bytes,
                          std::uint64_t most_bytes, const BuildLimits& limits) {
  const Workload& work = workloads_[workload];
  ChipConfig config = largest_chip();
  config.dop.k = k;
  check_capacity(config, work.a->triangle_count(), work.b->triangle_count());
  object(*work.a, config, limits);
  object(*work.b, config, limits);
  for (const std::uint32_t page : page_bytes) {
    config.sdram.page_bytes = page;
    const ImageKey key{work.a.get(), work.b.get(), &nodes_of(config), tree_key(config), page};
    if (prepared_bytes_ > most_bytes || images_.count(key) != 0) continue;
    prepared_bytes_ += images_.emplace(key, make(workload, config)).first->second.bytes->size();
  }
}

const BoardImage& ObjectStore::image(std::size_t workload, const ChipConfig& config) {
  const Workload& work = workloads_[workload];
  const ImageKey key{work.a.get(), work.b.get(), &nodes_of(config), tree_key(config),
                     config.sdram.page_bytes};
  const auto known = images_.find(key);
  if (known != images_.end()) return known->second;
  if (last_.first != key || !last_.second.bytes) last_ = {key, make(workload, config)};
  return last_.second;
}

Objects ObjectStore::objects(std::size_t workload, const EngineKind& kind, const ChipConfig& config) {
  if (kind.can.cycles) {
    const BoardImage& image = this->image(workload, config);
    return {image.object(0), image.object(1), &image};
  }
  const Workload& work = workloads_[workload];
  return {object(*work.a, config), object(*work.b, config)};
}

const CollisionObject& ObjectStore::object(const Mesh& mesh, const ChipConfig& config,
                                           const BuildLimits& limits) {
  const ObjectKey key{&mesh, tree_key(config)};
  if (const auto known = given_up_.find(key); known != given_up_.end()) throw InputError(known->second);
  auto& object = objects_[key];
  if (object) return *object;
  TreeOptions options;
  options.while_building = [&limits, count = mesh.triangle_count(),
                            start = std::chrono::steady_clock::now()] {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (limits.seconds > 0 && taken.count() > limits.seconds)
      throw GivenUp(fmt::format("no tree of {} triangles within {} s", count, limits.seconds));
    if (limits.interrupt && limits.interrupt()) throw GivenUp("interrupted while its tree was built");
  };
  try {
    object = std::make_unique<const CollisionObject>(build_object(mesh, config, options));
  } catch (const GivenUp& reason) {
    throw InputError(given_up_[key] = reason.what());
  }
  return *object;
}

BoardImage ObjectStore::make(std::size_t workload, const ChipConfig& config) {
  const Workload& work = workloads_[workload];
  check_question(config, work.triangles_a(), work.triangles_b());
  return make_board_image(config, object(*work.a, config), object(*work.b, config));
}

std::uint64_t default_image_bytes() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE)) / 2;
}

}  // namespace collisionchip

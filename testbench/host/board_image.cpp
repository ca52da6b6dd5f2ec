#include "collisionchip/testbench/host/board_image.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/machines/host_kinds.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace {

constexpr std::size_t kUploadBytes = 64 * 1024;  // per transfer of the SDRAM window

void for_each_transfer_between(std::uint64_t begin, std::uint64_t end,
                               const std::function<void(std::uint64_t, std::size_t)>& visit) {
  for (std::uint64_t at = begin; at < end; at += kUploadBytes)
    visit(at, std::min<std::size_t>(kUploadBytes, end - at));
}

std::uint64_t whole_pages(const ChipConfig& config, std::uint64_t bytes) {
  const std::uint64_t page_bytes = config.sdram.page_bytes;
  return (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

// `what`: the objects, as a complaint begins, with "need" or "need at least".
void check_fit(const ChipConfig& config, std::uint64_t needed, const std::string& what) {
  const std::uint64_t mib = (needed + (1u << 20) - 1) >> 20, capacity = config.sdram.capacity_mib;
  const HostKind& host = host_of(config);
  if (host.reach != nullptr && needed > host.reach(config))
    throw InputError(fmt::format("{} {} MiB of SDRAM", what, mib),
                     fmt::format("at most {} MiB {}", host.reach(config) >> 20, host.why_no_further));
  if (needed > capacity << 20)
    throw InputError(fmt::format("{} {} MiB of SDRAM", what, mib),
                     fmt::format("at most sdram.capacity_mib = {}", capacity));
}

std::string sizes(std::uint64_t triangles_a, std::uint64_t triangles_b) {
  return fmt::format("objects of {} and {} triangles", triangles_a, triangles_b);
}

std::string sizes(const std::vector<PlacedObject>& objects) {
  if (objects.size() == 2)
    return sizes(objects[0].object->triangles.size(), objects[1].object->triangles.size());
  std::uint64_t triangles = 0;
  for (const PlacedObject& placed : objects) triangles += placed.object->triangles.size();
  return fmt::format("{} objects of {} triangles in all", objects.size(), triangles);
}

// One behind the other, their roots still unknown.
std::vector<PlacedObject> places_of(const ChipConfig& config,
                                    const std::vector<const CollisionObject*>& objects) {
  std::vector<PlacedObject> places;
  std::uint64_t end = 0;
  for (const CollisionObject* object : objects) {
    const std::uint64_t bytes = host_of(config).object_bytes(config, *object);
    const std::uint64_t begin = whole_pages(config, end);
    end = begin + bytes;
    places.push_back({object, begin, end, 0});
  }
  return places;
}

std::uint64_t end_of(const std::vector<PlacedObject>& places) {
  return places.empty() ? 0 : places.back().end;
}

}  // namespace

std::uint64_t second_base(const ChipConfig& config, std::uint64_t triangles_a) {
  return whole_pages(config, image_bytes(nodes_of(config), triangles_a));
}

void check_capacity(const ChipConfig& config, std::uint64_t triangles_a, std::uint64_t triangles_b) {
  const HostKind& host = host_of(config);
  check_fit(
      config,
      whole_pages(config, host.least_bytes(config, triangles_a)) + host.least_bytes(config, triangles_b),
      sizes(triangles_a, triangles_b) + (host.has_known_size ? " need" : " need at least"));
}

void check_capacity(const ChipConfig& config, const BoardImage& image) {
  check_fit(config, end_of(image.objects), sizes(image.objects) + " need");
}

BoardImage make_board_image(const ChipConfig& config, const std::vector<const CollisionObject*>& objects) {
  BoardImage board;
  board.objects = places_of(config, objects);
  check_capacity(config, board);
  board.node_format = &nodes_of(config);
  board.page_bytes = config.sdram.page_bytes;
  board.groups = config.group_layout();
  auto bytes = std::make_shared<std::vector<unsigned char>>(end_of(board.objects));
  for (PlacedObject& placed : board.objects)
    placed.root = host_of(config).write_object(config, *placed.object, bytes->data(), placed.begin);
  board.bytes = std::move(bytes);
  return board;
}

BoardImage make_board_image(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b) {
  return make_board_image(config, {&a, &b});  // may be one and the same object: it then lies there twice
}

void for_each_transfer(const BoardImage& image,
                       const std::function<void(std::uint64_t, std::size_t)>& visit) {
  for (const PlacedObject& placed : image.objects) for_each_transfer_between(placed.begin, placed.end, visit);
}

void for_each_transfer_of_b(const ChipConfig& config, const BoardImage& image,
                            const std::function<void(std::uint64_t, std::size_t)>& visit) {
  const PlacedObject& b = image.objects.at(1);
  const std::uint64_t nodes =
      has_refit_unit(config) ? pairs_bytes(*image.node_format, b.object->triangles.size()) : 0;
  for_each_transfer_between(b.begin + nodes, b.end, visit);
}

Cycle upload_cycles(const ChipConfig& config, const BoardImage& image) {
  Cycle cycles = 0;
  const HostLink link = derived_of(config).link;
  for_each_transfer(image, [&](std::uint64_t, std::size_t bytes) { cycles += link.write(bytes / 4).held; });
  return cycles;
}

}  // namespace collisionchip

#include "collisionchip/testbench/host/board_image.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "collisionchip/reference/groups/group_object.h"
#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace {

constexpr std::size_t kUploadBytes = 64 * 1024;  // per transfer of the SDRAM window

std::uint32_t root_of(const MemoryImage& image) {
  return image.root_pair | image.root_mask;
}

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
  const std::uint64_t reach = std::uint64_t{group_words::kMostUnits} * kGroupUnitBytes;
  if (config.has_groups() && needed > reach)
    throw InputError(
        fmt::format("{} {} MiB of SDRAM: expected at most {} MiB with groups, whatever sdram.capacity_mib "
                    "says, for their "
                    "list words name no more; machines with engine.kind = \"tree\" have the whole SDRAM",
                    what, mib, reach >> 20));
  if (needed > capacity << 20)
    throw InputError(
        fmt::format("{} {} MiB of SDRAM: expected at most sdram.capacity_mib = {}", what, mib, capacity));
}

// Before an object is built: full leaves below full groups. Most objects need more.
std::uint64_t least_group_bytes(const GroupLayout& layout, std::uint64_t triangles) {
  const auto leaf_size = static_cast<std::uint64_t>(layout.leaf_size),
             width = static_cast<std::uint64_t>(layout.width);
  const std::uint64_t leaves = (triangles + leaf_size - 1) / leaf_size,
                      groups = (leaves + width - 3) / (width - 1);
  return leaves * layout.block_bytes() + groups * layout.group_units() * kGroupUnitBytes;
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

std::uint64_t object_bytes(const ChipConfig& config, const CollisionObject& object) {
  return config.has_groups() ? object.groups->bytes()
                             : image_bytes(nodes_of(config), object.tree.triangle_count());
}

void check_groups(const ChipConfig& config, const CollisionObject& object) {
  if (config.has_groups() && (!object.groups || !(object.groups->layout == config.group_layout())))
    throw std::invalid_argument("memory image: the objects have no groups of this machine");
}

// One behind the other, their roots still unknown.
std::vector<PlacedObject> places_of(const ChipConfig& config,
                                    const std::vector<const CollisionObject*>& objects) {
  std::vector<PlacedObject> places;
  std::uint64_t end = 0;
  for (const CollisionObject* object : objects) {
    check_groups(config, *object);
    const std::uint64_t begin = whole_pages(config, end);
    end = begin + object_bytes(config, *object);
    places.push_back({object, begin, end, 0});
  }
  return places;
}

std::uint64_t end_of(const std::vector<PlacedObject>& places) {
  return places.empty() ? 0 : places.back().end;
}

// Places `object` and returns its root.
std::uint32_t place_groups(const ChipConfig& config, const GroupObject& object, unsigned char* bytes,
                           std::uint64_t base) {
  std::memcpy(bytes + base, object.words.data(), object.bytes());
  return group_words::entry_word(config.group_layout(), static_cast<std::uint32_t>(base / kGroupUnitBytes),
                                 config.group_layout().every_member());
}

}  // namespace

std::uint64_t second_base(const ChipConfig& config, std::uint64_t triangles_a) {
  return whole_pages(config, image_bytes(nodes_of(config), triangles_a));
}

void check_capacity(const ChipConfig& config, std::uint64_t triangles_a, std::uint64_t triangles_b) {
  if (config.has_groups()) {
    const GroupLayout layout = config.group_layout();
    check_fit(config, least_group_bytes(layout, triangles_a) + least_group_bytes(layout, triangles_b),
              sizes(triangles_a, triangles_b) + " need at least");
    return;
  }
  check_fit(config, second_base(config, triangles_a) + image_bytes(nodes_of(config), triangles_b),
            sizes(triangles_a, triangles_b) + " need");
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
  for (PlacedObject& placed : board.objects) {
    if (config.has_groups()) {
      placed.root = place_groups(config, *placed.object->groups, bytes->data(), placed.begin);
      continue;
    }
    const MemoryImage image =
        make_memory_image(*board.node_format, *placed.object, static_cast<std::uint32_t>(placed.begin));
    std::memcpy(bytes->data() + placed.begin, image.words.data(), image.bytes());
    placed.root = root_of(image);
  }
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

void for_each_transfer_of_b(const BoardImage& image,
                            const std::function<void(std::uint64_t, std::size_t)>& visit) {
  for_each_transfer_between(image.objects.at(1).begin, image.objects.at(1).end, visit);
}

Cycle upload_cycles(const ChipConfig& config, const BoardImage& image) {
  Cycle cycles = 0;
  for_each_transfer(image, [&](std::uint64_t, std::size_t bytes) {
    cycles += pci_transfer_cycles(config.pci, false, bytes / 4);
  });
  return cycles;
}

}  // namespace collisionchip

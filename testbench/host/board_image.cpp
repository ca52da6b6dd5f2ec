#include "collisionchip/testbench/host/board_image.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "collisionchip/reference/groups/group_object.h"
#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/machine/group_words.h"

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

void check_fit(const ChipConfig& config, std::uint64_t needed, std::uint64_t triangles_a,
               std::uint64_t triangles_b) {
  std::uint64_t room = std::uint64_t{config.sdram.capacity_mib} << 20;
  // What list words can reach.
  if (config.has_groups()) room = std::min(room, std::uint64_t{group_words::kMostUnits} * kGroupUnitBytes);
  if (needed <= room) return;
  throw InputError(
      fmt::format("objects of {} and {} triangles need {} MiB of SDRAM: expected at most "
                  "sdram.capacity_mib = {}",
                  triangles_a, triangles_b, (needed + (1u << 20) - 1) >> 20, room >> 20));
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
  return whole_pages(config, image_bytes(config.nodes(), triangles_a));
}

std::uint64_t object_bytes(const ChipConfig& config, const CollisionObject& object) {
  return config.has_groups() ? object.groups->bytes()
                             : image_bytes(config.nodes(), object.tree.triangle_count());
}

std::uint64_t second_base(const ChipConfig& config, const CollisionObject& a) {
  return whole_pages(config, object_bytes(config, a));
}

void check_capacity(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b) {
  check_fit(config, second_base(config, a) + object_bytes(config, b), a.triangles.size(), b.triangles.size());
}

void check_capacity(const ChipConfig& config, std::uint64_t triangles_a, std::uint64_t triangles_b) {
  if (config.has_groups()) return;  // nobody knows yet
  check_fit(config, second_base(config, triangles_a) + image_bytes(config.nodes(), triangles_b), triangles_a,
            triangles_b);
}

BoardImage make_board_image(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b) {
  if (config.has_groups() && (!a.groups || !b.groups || !(a.groups->layout == config.group_layout())))
    throw std::invalid_argument("memory image: the objects have no groups of this machine");
  check_capacity(config, a, b);
  BoardImage board;
  board.a = &a;
  board.b = &b;
  board.node_format = &config.nodes();
  board.page_bytes = config.sdram.page_bytes;
  board.end_a = object_bytes(config, a);
  board.base_b = second_base(config, a);
  board.groups = config.group_layout();
  auto bytes = std::make_shared<std::vector<unsigned char>>(board.base_b + object_bytes(config, b));
  const auto place = [&](const CollisionObject& object, std::uint64_t base) {
    if (config.has_groups()) return place_groups(config, *object.groups, bytes->data(), base);
    const MemoryImage image = make_memory_image(*board.node_format, object, static_cast<std::uint32_t>(base));
    std::memcpy(bytes->data() + base, image.words.data(), image.bytes());
    return root_of(image);
  };
  board.root_a = place(a, 0);
  board.root_b = place(b, board.base_b);  // A and B may be one and the same object
  board.bytes = std::move(bytes);
  return board;
}

void for_each_transfer(const BoardImage& image,
                       const std::function<void(std::uint64_t, std::size_t)>& visit) {
  for_each_transfer_between(0, image.end_a, visit);
  for_each_transfer_of_b(image, visit);
}

void for_each_transfer_of_b(const BoardImage& image,
                            const std::function<void(std::uint64_t, std::size_t)>& visit) {
  for_each_transfer_between(image.base_b, image.bytes->size(), visit);
}

Cycle upload_cycles(const ChipConfig& config, const BoardImage& image) {
  Cycle cycles = 0;
  for_each_transfer(image, [&](std::uint64_t, std::size_t bytes) {
    cycles += pci_transfer_cycles(config.pci, false, bytes / 4);
  });
  return cycles;
}

}  // namespace collisionchip

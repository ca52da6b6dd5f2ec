#include "collisionchip/testbench/host/board_image.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/reference/text/input_error.h"

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

}  // namespace

std::uint64_t second_base(const ChipConfig& config, std::uint64_t triangles_a) {
  const std::uint64_t page_bytes = config.sdram.page_bytes;
  return (image_bytes(config.nodes(), triangles_a) + page_bytes - 1) / page_bytes * page_bytes;
}

void check_capacity(const ChipConfig& config, std::uint64_t triangles_a, std::uint64_t triangles_b) {
  const std::uint64_t needed = second_base(config, triangles_a) + image_bytes(config.nodes(), triangles_b);
  if (needed <= std::uint64_t{config.sdram.capacity_mib} << 20) return;
  throw InputError(
      fmt::format("objects of {} and {} triangles need {} MiB of SDRAM: expected at most "
                  "sdram.capacity_mib = {}",
                  triangles_a, triangles_b, (needed + (1u << 20) - 1) >> 20, config.sdram.capacity_mib));
}

BoardImage make_board_image(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b) {
  check_capacity(config, a.tree.triangle_count(), b.tree.triangle_count());
  BoardImage board;
  board.a = &a;
  board.b = &b;
  board.node_format = &config.nodes();
  board.page_bytes = config.sdram.page_bytes;
  board.end_a = image_bytes(*board.node_format, a.tree.triangle_count());
  board.base_b = second_base(config, a.tree.triangle_count());
  auto bytes = std::make_shared<std::vector<unsigned char>>(
      board.base_b + image_bytes(*board.node_format, b.tree.triangle_count()));
  const auto place = [&](const CollisionObject& object, std::uint64_t base) {
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

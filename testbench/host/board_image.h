// Two objects as they lie in the SDRAM of a board: laid out once, for any number of boards.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "collisionchip/reference/tree/object.h"
#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/chip_config.h"

namespace collisionchip {

struct BoardImage {
  const CollisionObject *a = nullptr, *b = nullptr;  // must outlive it
  const NodeFormat* node_format = nullptr;           // of the chip that reads it
  GroupLayout groups;                                // likewise, of its groups
  std::uint32_t page_bytes = 0;                      // of the SDRAM it is laid out for
  std::uint64_t end_a = 0, base_b = 0;               // A lies in [0, end_a), B from base_b to the end
  std::uint32_t root_a = 0, root_b = 0;              // as the root registers take them
  std::shared_ptr<const std::vector<unsigned char>> bytes;
};

// Where the second object begins: on a page of its own.
std::uint64_t second_base(const ChipConfig& config, std::uint64_t triangles_a);

// InputError if objects of these sizes do not fit into the chip's SDRAM.
void check_capacity(const ChipConfig& config, std::uint64_t triangles_a, std::uint64_t triangles_b);

// Of objects that are there: what a machine with groups has depends on their shape.
std::uint64_t object_bytes(const ChipConfig& config, const CollisionObject& object);
std::uint64_t second_base(const ChipConfig& config, const CollisionObject& a);
void check_capacity(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b);

// What an upload writes in one transfer each: both objects, not the gap between them. visit(address, bytes).
void for_each_transfer(const BoardImage& image, const std::function<void(std::uint64_t, std::size_t)>& visit);
// The chip cycles that it takes.
Cycle upload_cycles(const ChipConfig& config, const BoardImage& image);

// What goes over PCI into the SDRAM, and how long it takes.
struct Upload {
  std::uint64_t words = 0;
  Cycle cycles = 0;
};

// As for_each_transfer(), of object B alone.
void for_each_transfer_of_b(const BoardImage& image,
                            const std::function<void(std::uint64_t, std::size_t)>& visit);

// InputError if they do not fit.
BoardImage make_board_image(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b);

}  // namespace collisionchip

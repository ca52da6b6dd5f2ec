// Objects as they lie in the SDRAM of a board, two or many: laid out once, for any number of boards. A query names two of
// them, each as the tumbled or the aligned one, or one of them twice.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/tree/object.h"
#include "collisionchip/testbench/machines/placed_object.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

struct BoardImage {
  std::vector<PlacedObject> objects;        // each from a page of its own, in the order of their addresses
  const NodeFormat* node_format = nullptr;  // of the chip that reads it
  GroupLayout groups;                       // likewise, of its groups
  std::uint32_t page_bytes = 0;             // of the SDRAM it is laid out for
  std::shared_ptr<const std::vector<unsigned char>> bytes;

  const CollisionObject& object(std::size_t number) const { return *objects.at(number).object; }
};

// What a chip may be asked about an image: two of its objects by their numbers, which may be the same, and a pose.
struct ImageQuery {
  std::size_t a = 0, b = 1;
  Pose pose;
};

// Where the second object begins.
std::uint64_t second_base(const ChipConfig& config, std::uint64_t triangles_a);

// InputError if objects of these sizes do not fit into the chip's SDRAM. Groups need more or less by their shape: if the least
// would not fit.
void check_capacity(const ChipConfig& config, std::uint64_t triangles_a, std::uint64_t triangles_b);

// What an upload writes in one transfer each: the objects, not the gaps between them. visit(address, bytes).
void for_each_transfer(const BoardImage& image, const std::function<void(std::uint64_t, std::size_t)>& visit);
// The chip cycles that it takes.
Cycle upload_cycles(const ChipConfig& config, const BoardImage& image);

// What goes over PCI into the SDRAM, and how long it takes.
struct Upload {
  std::uint64_t words = 0;
  Cycle cycles = 0;
};

// As for_each_transfer(), of the second object alone; of its triangle records if the chip makes its boxes.
void for_each_transfer_of_b(const ChipConfig& config, const BoardImage& image,
                            const std::function<void(std::uint64_t, std::size_t)>& visit);

// InputError if they do not fit: of objects that are there, for what some machines have depends on their shape.
// std::invalid_argument if one has no groups of this machine, or no tree in its format.
BoardImage make_board_image(const ChipConfig& config, const std::vector<const CollisionObject*>& objects);
BoardImage make_board_image(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b);
// InputError if the image is larger than what this chip has or can reach.
void check_capacity(const ChipConfig& config, const BoardImage& image);

}  // namespace collisionchip

// Two or more objects, laid out as in the SDRAM of a board. An image is made once and used for any number of boards. A query names two of
// its objects, the tumbled and the aligned one; they may be the same.
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
  std::vector<PlacedObject> objects;        // in the order of their addresses; each begins at a page
  const NodeFormat* node_format = nullptr;  // the node format of the chip that reads it
  GroupLayout groups;                       // the layout of that chip's groups
  std::uint32_t page_bytes = 0;             // page size of that chip's SDRAM
  std::shared_ptr<const std::vector<unsigned char>> bytes;

  const CollisionObject& object(std::size_t number) const { return *objects.at(number).object; }
};

// A query about an image: two of its objects by their numbers, which may be the same, and a pose.
struct ImageQuery {
  std::size_t a = 0, b = 1;
  Pose pose;
};

// The address at which the second object begins.
std::uint64_t second_base(const ChipConfig& config, std::uint64_t triangles_a);

// InputError if objects of these sizes do not fit into the chip's SDRAM. The size of groups depends on the objects' shape; then InputError
// if the least possible size does not fit.
void check_capacity(const ChipConfig& config, std::uint64_t triangles_a, std::uint64_t triangles_b);

// Calls visit(address, bytes) for each transfer of an upload. The transfers are the objects, without the gaps between them.
void for_each_transfer(const BoardImage& image, const std::function<void(std::uint64_t, std::size_t)>& visit);
// The chip cycles of an upload.
Cycle upload_cycles(const ChipConfig& config, const BoardImage& image);

// The words that go over PCI into the SDRAM, and the cycles that this takes.
struct Upload {
  std::uint64_t words = 0;
  Cycle cycles = 0;
};

// As for_each_transfer(), for the second object only. If the chip makes its boxes, only for its triangle records.
void for_each_transfer_of_b(const ChipConfig& config, const BoardImage& image,
                            const std::function<void(std::uint64_t, std::size_t)>& visit);

// Lays out the objects. InputError if they do not fit; this is exact also for machines whose memory depends on the objects' shape.
// std::invalid_argument if an object lacks groups for this machine, or a tree in the machine's format.
BoardImage make_board_image(const ChipConfig& config, const std::vector<const CollisionObject*>& objects);
BoardImage make_board_image(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b);
// InputError if the image is larger than this chip's memory, or than the part that the chip can address.
void check_capacity(const ChipConfig& config, const BoardImage& image);

}  // namespace collisionchip

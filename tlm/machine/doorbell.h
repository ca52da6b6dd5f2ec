// A query as one write of 64 bytes (docs/host_port.md). Words of 32 bits, little-endian:
//
//   words 0 to 11   the pose of B in A's frame: float32, three rows of the matrix, then the translation
//   word 12         slots of the object table: A in bits 15..0, B in bits 31..16
//   words 13, 14    list words of the tumbled and of the aligned side; 0: the root of the object
//   word 15         bits 3..0 entry of the command queue; bit 8 first witness; bit 9 A is tumbled; bit 10 no doorbell
//                   follows
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/tlm/machine/host_messages.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

using DoorbellWords = std::array<std::uint32_t, registers::kDoorbellWords>;

DoorbellWords doorbell_words(const PoseCommand& command);
// `words`: kDoorbellWords of them.
PoseCommand pose_command_of(const std::uint32_t* words);

}  // namespace collisionchip

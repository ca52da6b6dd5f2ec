// What the Pose Unit must know of an object: 256 bytes of its table, made when the object is uploaded.
#pragma once

#include <array>
#include <cstdint>

#include "collisionchip/reference/groups/group_object.h"

namespace collisionchip {

constexpr std::size_t kObjectWords = 64;
using ObjectRecord = std::array<std::uint32_t, kObjectWords>;

// Places of words; those between them are zero. 64 bits lie as two words, the lower one first.
namespace object_words {
constexpr std::size_t kKind = 0;  // bits 7..0: k, 0 where no object is; bit 8: the other words mean something
constexpr std::size_t kUnit = 1;  // exponent of a unit
constexpr std::size_t kCentre = 2;  // three times 64 bits: so many units from zero
constexpr std::size_t kReach = 8;   // three words: no point is further from the centre; in units, rounded up
constexpr std::size_t kOrigins =
    12;  // 13 words: of coordinate 0, in units from the centre (offset_from_centre)
constexpr std::size_t kFiner = 25;  // 13 times 4 bits: a step is 2^finer units
constexpr std::size_t kBase =
    60;  // of the image in the SDRAM, in units of 32 bytes; who places the object writes it
constexpr std::size_t kRoot = 61;  // the list word of its root
}  // namespace object_words

// A record without base and root. If an object's grid does not fit, only k in its record is valid: then every volume is the
// whole slab, and no corner is bounded.
ObjectRecord make_object_record(const GroupObject& object);
ObjectRecord make_object_record(const GroupGrid& grid);

// The grid again, with the record's reach; only k if the record is not known.
GroupGrid grid_of(const ObjectRecord& record);
// Whether the record's words are valid. Arbitrary bits that no grid has are not.
bool is_known(const ObjectRecord& record);

}  // namespace collisionchip

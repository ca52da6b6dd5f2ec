// Oriented boxes relative to their parents, decompressed on demand, for `collisionchip trees --branch-cache`.
#pragma once

#include <cstdint>
#include <memory>

#include "collisionchip/reference/formats/tree_format.h"
#include "collisionchip/reference/obb/obb_encoding.h"

namespace collisionchip {

// "obb40-keep64" and so on: each tree keeps so many decoded pairs from query to query (docs/obb.md), one query at a
// time of a tree. bytes() counts the kept ones. `name`: of obb64, obb44 or obb40; InputError for any other.
std::unique_ptr<TreeFormat> make_obb_branch_format(const std::string& name, std::uint32_t lines);

}  // namespace collisionchip

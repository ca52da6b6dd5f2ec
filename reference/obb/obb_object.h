// Oriented boxes in the chip's memory: an object with a tree of boxes in addition to its DOPs.
#pragma once

#include <memory>
#include <string>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/obb/obb_transform.h"
#include "collisionchip/reference/obb/obb_tree.h"
#include "collisionchip/reference/tree/volume_tree.h"

namespace collisionchip {

// Words of the matrix memory: three rows of R and t, each of five words; the fifth one of the first row is the
// epsilon.
std::vector<std::uint32_t> obb_matrix_words(const ObbTransform& transform);

// Boxes of 64 or 40 bytes, placed in the object's frame; the root is left out. InputError as ObbTree::build.
std::shared_ptr<const VolumeTree> make_obb_volumes(const Mesh& mesh, ObbEncoding encoding);

}  // namespace collisionchip

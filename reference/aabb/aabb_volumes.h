// Trees of axis-aligned boxes as the chip has them: pairs of siblings. With leaves, all nodes are alike.
#pragma once

#include <array>
#include <memory>

#include "collisionchip/reference/aabb/aabb_pair.h"
#include "collisionchip/reference/aabb/node_overlap.h"
#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/tree/volume_tree.h"

namespace collisionchip {

enum class AabbPairFormat { aabb32, aabb21, aabb32_leafless, aabb21_leafless };
// How pairs are numbered: as the tree numbers their parents; or depth first, the left one's first, so that the number of
// a pair tells on which side of any ancestor it is.
enum class PairOrder { as_built, depth_first };

// What the host writes before a query, in rows of five words: the test's numbers, then each root, the tumbled tree's first.
// A root is six planes and the flags of its children. The last words are unused.
constexpr std::uint32_t kAabbMatrixRows = 12, kLeaflessMatrixRows = 19;
constexpr std::size_t kAabbParentWords = 7;

// InputError when the mesh has no triangle. A leaf of aabb21 stores three planes, as inner nodes do: its box may grow.
std::shared_ptr<const VolumeTree> make_aabb_volumes(const Mesh& mesh, AabbPairFormat format,
                                                    PairOrder order = PairOrder::as_built);

}  // namespace collisionchip

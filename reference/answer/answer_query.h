// The pairs of a query, as fast as this host can find them.
#pragma once

#include "collisionchip/reference/traverse/query.h"

namespace collisionchip {

// The pairs that list_traversal finds, sorted, or whether there is one; by another way through the same trees, so that the
// counters are its own.
QueryResult answer_query(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                         const QueryOptions& options = {});

}  // namespace collisionchip

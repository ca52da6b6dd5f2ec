// Which pairs of triangles a machine with groups does not test.
#pragma once

namespace collisionchip {

// Each of them loses no pair.
struct GroupFilters {
  bool tight_leaf = true;  // a tumbled leaf's volume from its moved corners
  bool plane = true;       // the tumbled triangle's slab along its normal against the aligned leaf's volume
  bool own_volume = true;  // each aligned triangle's own volume
  // The slabs of a tumbled leaf's triangles against every aligned member that its volume meets, whatever that is.
  bool leaf_plane = false;

  // Whether the corners of a tumbled leaf are wanted at the start of a list.
  bool need_corners() const { return tight_leaf || plane || own_volume || leaf_plane; }
};

}  // namespace collisionchip

// How the oriented boxes of a tree are written down (docs/obb.md).
#pragma once

namespace collisionchip {

// In which frame a box is placed: the object's, or its parent box's as RAPID does.
enum class ObbFrame { object, parent };

// Where obb40 keeps the sign of the quaternion's w, which it leaves out: nowhere, since the quaternion is
// negated where w is negative; in bit 1 of the link; in the sign of the first extent.
enum class QuaternionSign { canonical, link_bit1, extent_sign };

struct ObbOptions {
  ObbFrame frame = ObbFrame::object;
  QuaternionSign w_sign = QuaternionSign::canonical;  // of obb40; other encodings ignore it
};

}  // namespace collisionchip

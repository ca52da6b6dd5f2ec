#pragma once

namespace collisionchip {

// The object whose DOPs and triangles are transformed ("tumbled"); the other one stays aligned.
enum class TumbledSide { a, b };

}  // namespace collisionchip

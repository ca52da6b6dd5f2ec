// How a tree is to be built.
#pragma once

#include <functional>
#include <string>

#include "collisionchip/reference/tree/obb_options.h"

namespace collisionchip {

struct TreeOptions {
  int k = 24;
  std::string split_rule = "dop";  // see split_rule.h; docs/tree.md has the measurement behind the default
  // Called now and then while a large object is built; what it throws ends the building.
  std::function<void()> while_building = nullptr;
  std::string builder = "top_down";  // TreeFormat::builders()
  ObbOptions obb = {};               // of oriented boxes only
};

}  // namespace collisionchip

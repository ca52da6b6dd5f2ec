#include "collisionchip/reference/formats/aabb_formats.h"
#include "collisionchip/reference/formats/dop_formats.h"
#include "collisionchip/reference/formats/group_formats.h"
#include "collisionchip/reference/formats/obb_formats.h"
#include "collisionchip/reference/formats/tree_format.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"

namespace collisionchip {

const std::vector<const TreeFormat*>& tree_formats() {
  static const std::vector<const TreeFormat*> formats = [] {
    std::vector<const TreeFormat*> all;
    for (const auto& of_a_volume : {dop_formats(), group_formats(), obb_formats(), aabb_formats()})
      all.insert(all.end(), of_a_volume.begin(), of_a_volume.end());
    return all;
  }();
  return formats;
}

const TreeFormat& tree_format(const std::string& name) {
  std::vector<std::string> names;
  for (const TreeFormat* format : tree_formats()) {
    if (format->name() == name) return *format;
    names.push_back(format->name());
  }
  throw no_choice("tree.format", names, name);
}

}  // namespace collisionchip

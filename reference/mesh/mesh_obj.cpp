// Wavefront OBJ: only `v` and `f` matter; every other keyword is skipped. Indices start at 1, negative ones
// count back from the newest vertex.
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh_readers.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

class ObjReader {
 public:
  ObjReader(const char* data, std::size_t size, const std::string& name)
      : scanner_(data, size, name, {'#', true}) {}

  Mesh read() {
    while (scanner_.next_line()) {
      const std::string_view keyword = scanner_.token();
      if (keyword == "v") mesh_.vertices.push_back(read_point(scanner_));
      if (keyword == "f") read_face();
    }
    check_forward_references();
    return std::move(mesh_);
  }

 private:
  struct ForwardReference {
    std::uint64_t index;
    std::uint64_t line;
  };

  void read_face() {
    PolygonFan fan(mesh_);
    for (std::string_view corner = scanner_.token(); !corner.empty(); corner = scanner_.token()) {
      fan.add_corner(vertex_of(corner));
    }
    if (fan.corners() < 3) {
      scanner_.fail_on_line(scanner_.line(), "a face of at least 3 corners", std::to_string(fan.corners()));
    }
  }

  // v, v/vt, v//vn or v/vt/vn; the numbers after the first slash only have to be numbers.
  std::uint32_t vertex_of(std::string_view corner) {
    const std::size_t slash = corner.find('/');
    std::int64_t index = 0;
    if (!parse_integer(corner.substr(0, slash), index)) fail_corner(corner);
    if (slash != std::string_view::npos) check_attributes(corner, corner.substr(slash + 1));
    return resolve(index, corner);
  }

  void check_attributes(std::string_view corner, std::string_view attributes) {
    const std::size_t slash = attributes.find('/');
    std::int64_t ignored = 0;
    const std::string_view texture = attributes.substr(0, slash);
    if (!texture.empty() && !parse_integer(texture, ignored)) fail_corner(corner);
    if (slash == std::string_view::npos) return;
    const std::string_view normal = attributes.substr(slash + 1);
    if (!normal.empty() && !parse_integer(normal, ignored)) fail_corner(corner);
  }

  std::uint32_t resolve(std::int64_t index, std::string_view corner) {
    const auto known = static_cast<std::int64_t>(mesh_.vertices.size());
    if (index < 0) {
      if (index < -known) scanner_.fail("a vertex index of at least " + std::to_string(-known), corner);
      return static_cast<std::uint32_t>(known + index);
    }
    if (index == 0) scanner_.fail("a vertex index from 1 or a negative one", corner);
    const auto positive = static_cast<std::uint64_t>(index);
    if (index > known && (forward_.empty() || positive > forward_.back().index)) {
      forward_.push_back({positive, scanner_.line()});
    }
    return static_cast<std::uint32_t>(index - 1);
  }

  // A face may come before its vertices, so the range is known only at the end. The first bad corner is
  // always one that set a new maximum, which is why no other had to be kept.
  void check_forward_references() const {
    const std::uint64_t count = mesh_.vertices.size();
    for (const ForwardReference& reference : forward_) {
      if (reference.index > count) {
        scanner_.fail_on_line(reference.line, "a vertex index from 1 to " + std::to_string(count),
                              std::to_string(reference.index));
      }
    }
  }

  [[noreturn]] void fail_corner(std::string_view corner) {
    scanner_.fail("a face corner v, v/vt, v//vn or v/vt/vn", corner);
  }

  TextScanner scanner_;
  Mesh mesh_;
  std::vector<ForwardReference> forward_;
};

}  // namespace

Mesh parse_obj(const char* data, std::size_t size, const std::string& name) {
  return ObjReader(data, size, name).read();
}

}  // namespace collisionchip

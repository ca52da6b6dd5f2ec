// Wavefront OBJ: only `v` and `f` (formerly also `fo`) matter. The other keywords of the format are skipped; a word that
// is none of them is an error, for it may be a face that would be missing. Indices start at 1, negative ones count back
// from the newest vertex. Some files (FCL's) begin with a line of two numbers, how many vertices and faces there are.
#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh_readers.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

enum class ObjLine { vertex, face, numbers, elements, one_word, skipped, surface, refused };

struct ObjKeyword {
  std::string_view word;
  ObjLine line;
};

// The keywords of the specification (Alias Wavefront, Advanced Visualizer, appendix B1), with those of version 2.11.
constexpr ObjKeyword kObjKeywords[] = {
    {"v", ObjLine::vertex},          {"f", ObjLine::face},         {"vn", ObjLine::numbers},
    {"vt", ObjLine::numbers},        {"vp", ObjLine::numbers},     {"fo", ObjLine::face},
    {"g", ObjLine::skipped},         {"s", ObjLine::one_word},     {"o", ObjLine::skipped},
    {"mtllib", ObjLine::skipped},    {"usemtl", ObjLine::skipped}, {"l", ObjLine::elements},
    {"p", ObjLine::elements},        {"mg", ObjLine::skipped},     {"maplib", ObjLine::skipped},
    {"usemap", ObjLine::skipped},    {"bevel", ObjLine::skipped},  {"c_interp", ObjLine::skipped},
    {"d_interp", ObjLine::skipped},  {"lod", ObjLine::skipped},    {"shadow_obj", ObjLine::skipped},
    {"trace_obj", ObjLine::skipped}, {"ctech", ObjLine::skipped},  {"stech", ObjLine::skipped},
    {"cstype", ObjLine::skipped},    {"deg", ObjLine::skipped},    {"bmat", ObjLine::skipped},
    {"step", ObjLine::skipped},      {"curv", ObjLine::skipped},   {"curv2", ObjLine::skipped},
    {"parm", ObjLine::skipped},      {"trim", ObjLine::skipped},   {"hole", ObjLine::skipped},
    {"scrv", ObjLine::skipped},      {"sp", ObjLine::skipped},     {"end", ObjLine::skipped},
    {"con", ObjLine::skipped},       {"res", ObjLine::skipped},    {"surf", ObjLine::surface},
    {"bsp", ObjLine::surface},       {"bzp", ObjLine::surface},    {"cdc", ObjLine::surface},
    {"cdp", ObjLine::surface},       {"call", ObjLine::refused},   {"csh", ObjLine::refused},
};

char lower_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// For a word that is nearly a keyword: " (nearest is f)".
std::string spelling_hint(std::string_view word) {
  constexpr std::size_t longest = 16;
  if (word.size() > longest) return "";
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), lower_letter);
  std::vector<std::string> known;
  for (const ObjKeyword& keyword : kObjKeywords) known.emplace_back(keyword.word);
  const std::string& nearest = nearest_name(lower, known);
  const std::size_t distance = edit_distance(lower, nearest);
  return distance * 3 <= lower.size() + 1 ? "; nearest is " + nearest : "";
}

class ObjReader {
 public:
  ObjReader(const char* data, std::size_t size, MeshBuilder& mesh)
      : scanner_(data, size, mesh.name(), {'#', true}), mesh_(mesh) {}

  void read() {
    bool first = true;
    while (scanner_.next_line()) {
      if (!first || !read_counts()) read_line();
      first = false;
    }
    check_forward_references();
    check_counts();
  }

 private:
  struct ForwardReference {
    std::uint64_t index;
    std::uint64_t line;
  };

  bool read_counts() {
    TextScanner ahead = scanner_;
    const std::string_view vertices = ahead.token(), faces = ahead.token();
    const bool counts = parse_integer(vertices, declared_vertices_) &&
                        parse_integer(faces, declared_faces_) && declared_vertices_ >= 0 &&
                        declared_faces_ >= 0 && ahead.token().empty();
    if (counts) {
      scanner_ = ahead;
    } else {
      declared_vertices_ = declared_faces_ = -1;
    }
    return counts;
  }

  void check_counts() const {
    if (declared_vertices_ < 0) return;
    const std::uint64_t vertices = mesh_.vertex_count();
    if (vertices == static_cast<std::uint64_t>(declared_vertices_) &&
        faces_ == static_cast<std::uint64_t>(declared_faces_))
      return;
    fail_at(Place::in(mesh_.name()),
            std::to_string(declared_vertices_) + " vertices and " + std::to_string(declared_faces_) +
                " faces as the first line declares",
            std::to_string(vertices) + " and " + std::to_string(faces_));
  }

  void read_line() {
    const std::uint64_t line = scanner_.line();
    const std::string_view word = scanner_.token();
    const auto* keyword = std::find_if(std::begin(kObjKeywords), std::end(kObjKeywords),
                                       [word](const ObjKeyword& known) { return known.word == word; });
    if (keyword == std::end(kObjKeywords)) {
      scanner_.fail_on_line(line, "a keyword of OBJ" + spelling_hint(word), quoted(word));
    }
    switch (keyword->line) {
      case ObjLine::vertex:
        read_vertex(line);
        break;
      case ObjLine::face:
        read_face(line);
        break;
      case ObjLine::numbers:
        skip_numbers(scanner_, 3);
        break;
      case ObjLine::elements:
        skip_numbers(scanner_, std::numeric_limits<std::size_t>::max());
        break;
      case ObjLine::one_word:
        scanner_.token();
        skip_numbers(scanner_, 0);
        break;
      case ObjLine::skipped:
        break;
      case ObjLine::surface:
        mesh_.leave_out("a free-form surface (" + std::string(word) + ") is left out", line);
        break;
      case ObjLine::refused:
        scanner_.fail_on_line(line, "an OBJ file that needs no other file", quoted(word));
    }
  }

  // Behind the three: a weight, or three or four parts of a colour, or both.
  void read_vertex(std::uint64_t line) {
    mesh_.add_vertex(read_point(scanner_, mesh_), line);
    check_weight(scanner_);
    skip_numbers(scanner_, 5);
  }

  // A weight is for curves, and is skipped. A weight of 0 or infinity gives no point and is refused. The first of three
  // or four numbers may belong to a colour.
  static void check_weight(TextScanner behind) {
    const std::string_view weight = behind.token();
    double value = 0;
    const bool is_right = parse_real(weight, value) == NumberCheck::ok && value != 0;
    if (is_right || !is_written_as_number(weight)) return;
    int others = 0;
    while (!behind.token().empty()) ++others;
    if (others == 0 || others == 4) behind.fail("a finite weight other than 0 behind x, y and z", weight);
  }

  void read_face(std::uint64_t line) {
    for (std::string_view corner = scanner_.token(); !corner.empty(); corner = scanner_.token())
      mesh_.add_corner(vertex_of(corner));
    const std::uint64_t corners = mesh_.end_polygon(line);
    ++faces_;
    if (corners < 3) {
      scanner_.fail_on_line(scanner_.line(), "a face of at least 3 corners", std::to_string(corners));
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
    const auto known = static_cast<std::int64_t>(mesh_.vertex_count());
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
    const std::uint64_t count = mesh_.vertex_count();
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
  MeshBuilder& mesh_;
  std::vector<ForwardReference> forward_;
  std::int64_t declared_vertices_ = -1, declared_faces_ = -1;
  std::uint64_t faces_ = 0;
};

}  // namespace

void parse_obj(const char* data, std::size_t size, MeshBuilder& mesh) {
  ObjReader(data, size, mesh).read();
}

}  // namespace collisionchip

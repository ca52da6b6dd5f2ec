#include "collisionchip/reference/mesh/mesh_ply_header.h"

#include <algorithm>

#include "collisionchip/reference/mesh/mesh_readers.h"

namespace collisionchip {

namespace {

struct ScalarName {
  const char* name;
  PlyScalar type;
};

constexpr ScalarName scalar_names[] = {
    {"char", PlyScalar::i8},     {"int8", PlyScalar::i8},     {"uchar", PlyScalar::u8},
    {"uint8", PlyScalar::u8},    {"short", PlyScalar::i16},   {"int16", PlyScalar::i16},
    {"ushort", PlyScalar::u16},  {"uint16", PlyScalar::u16},  {"int", PlyScalar::i32},
    {"int32", PlyScalar::i32},   {"uint", PlyScalar::u32},    {"uint32", PlyScalar::u32},
    {"float", PlyScalar::f32},   {"float32", PlyScalar::f32}, {"double", PlyScalar::f64},
    {"float64", PlyScalar::f64},
};

bool is_integer_type(PlyScalar type) {
  return type != PlyScalar::f32 && type != PlyScalar::f64;
}

class HeaderReader {
 public:
  explicit HeaderReader(TextScanner& scanner) : scanner_(scanner) {}

  PlyHeader read() {
    if (!scanner_.next_line()) scanner_.fail("'ply'", {});
    expect_word("ply");
    expect_line_end();
    header_.line_end = scanner_.line_end();
    if (next_keyword() != "format") scanner_.fail("'format'", keyword_);
    read_format();
    while (next_keyword() != "end_header") {
      if (keyword_ == "element") {
        read_element();
      } else if (keyword_ == "property") {
        read_property();
      } else {
        scanner_.fail("'element', 'property', 'comment' or 'end_header'", keyword_);
      }
    }
    expect_line_end();
    check_vertices();
    check_faces();
    return std::move(header_);
  }

 private:
  std::string_view next_keyword() {
    do {
      if (!scanner_.next_line()) scanner_.fail("'end_header'", {});
      keyword_ = scanner_.token();
    } while (keyword_ == "comment" || keyword_ == "obj_info");
    return keyword_;
  }
  void expect_word(const char* word) {
    const std::string_view token = scanner_.token();
    if (token != word) scanner_.fail("'" + std::string(word) + "'", token);
  }
  void expect_line_end() {
    const std::string_view extra = scanner_.token();
    if (!extra.empty()) scanner_.fail("the end of the line", extra);
  }

  void read_format() {
    const std::string_view encoding = scanner_.token();
    if (encoding == "binary_little_endian") {
      header_.encoding = PlyEncoding::little_endian;
    } else if (encoding == "binary_big_endian") {
      header_.encoding = PlyEncoding::big_endian;
    } else if (encoding != "ascii") {
      scanner_.fail("'ascii', 'binary_little_endian' or 'binary_big_endian'", encoding);
    }
    expect_word("1.0");
    expect_line_end();
  }

  void read_element() {
    PlyElement element;
    const std::string_view name = scanner_.token();
    if (name.empty()) scanner_.fail("the name of an element", name);
    if (find(name) != nullptr) scanner_.fail("each element once", name);
    element.name = name;
    const std::string_view count = scanner_.token();
    if (!parse_integer(count, element.count) || element.count < 0) {
      scanner_.fail("the number of records", count);
    }
    expect_line_end();
    header_.elements.push_back(std::move(element));
  }

  void read_property() {
    if (header_.elements.empty()) scanner_.fail("'element' before the first property", "property");
    PlyElement& element = header_.elements.back();
    PlyProperty property;
    std::string_view type = scanner_.token();
    if (type == "list") {
      property.is_list = true;
      const std::string_view count_type = scanner_.token();
      property.count_type = scalar(count_type);
      if (!is_integer_type(property.count_type)) {
        scanner_.fail("an integer type for the length of a list", count_type);
      }
      type = scanner_.token();
    }
    property.type = scalar(type);
    const std::string_view name = scanner_.token();
    if (name.empty()) scanner_.fail("the name of a property", name);
    property.name = name;
    property.role = role_of(element.name, property);
    for (const PlyProperty& other : element.properties) {
      if (property.role != PlyRole::none && other.role == property.role) {
        scanner_.fail("each of x, y, z and the corner list once", name);
      }
    }
    expect_line_end();
    element.properties.push_back(std::move(property));
  }

  PlyScalar scalar(std::string_view token) const {
    const auto* found = std::find_if(std::begin(scalar_names), std::end(scalar_names),
                                     [token](const ScalarName& s) { return token == s.name; });
    if (found == std::end(scalar_names)) scanner_.fail("a scalar type such as float or uchar", token);
    return found->type;
  }

  PlyRole role_of(const std::string& element, const PlyProperty& property) const {
    if (element == "vertex" && !property.is_list) {
      if (property.name == "x") return PlyRole::x;
      if (property.name == "y") return PlyRole::y;
      if (property.name == "z") return PlyRole::z;
    }
    const bool is_corners = property.name == "vertex_indices" || property.name == "vertex_index";
    if (element != "face" || !is_corners) return PlyRole::none;
    if (!property.is_list || !is_integer_type(property.type)) {
      scanner_.fail("a list of integers for the corners of a face", property.name);
    }
    return PlyRole::corners;
  }

  const PlyElement* find(std::string_view name) const {
    for (const PlyElement& element : header_.elements) {
      if (element.name == name) return &element;
    }
    return nullptr;
  }

  static bool has(const PlyElement& element, PlyRole role) {
    return std::any_of(element.properties.begin(), element.properties.end(),
                       [role](const PlyProperty& p) { return p.role == role; });
  }

  void check_vertices() {
    const PlyElement* vertices = find("vertex");
    if (vertices == nullptr) fail_header("an element vertex", "none");
    for (const PlyRole role : {PlyRole::x, PlyRole::y, PlyRole::z}) {
      if (!has(*vertices, role)) fail_header("properties x, y and z of element vertex", "not all of them");
    }
    if (vertices->count == 0) fail_header("at least one vertex", "none");
    header_.vertex_count = vertices->count;
  }

  void check_faces() {
    const PlyElement* faces = find("face");
    if (faces == nullptr) {
      fail_header("an element face", find("tristrips") != nullptr ? "tristrips, which are not read" : "none");
    }
    if (const PlyElement* strips = find("tristrips"); strips != nullptr && strips->count > 0)
      fail_header("triangles in element face alone", "tristrips as well, which are not read");
    if (!has(*faces, PlyRole::corners)) {
      fail_header("a list property vertex_indices or vertex_index of element face", "none");
    }
    check_mesh_size(static_cast<std::uint64_t>(header_.vertex_count),
                    static_cast<std::uint64_t>(faces->count), scanner_.name());
  }

  [[noreturn]] void fail_header(const std::string& expected, const std::string& got) const {
    scanner_.fail_on_line(scanner_.line(), expected, got);
  }

  TextScanner& scanner_;
  std::string_view keyword_;
  PlyHeader header_;
};

}  // namespace

std::size_t ply_scalar_size(PlyScalar type) {
  switch (type) {
    case PlyScalar::i8:
    case PlyScalar::u8:
      return 1;
    case PlyScalar::i16:
    case PlyScalar::u16:
      return 2;
    case PlyScalar::f64:
      return 8;
    default:
      return 4;
  }
}

PlyHeader read_ply_header(TextScanner& scanner) {
  return HeaderReader(scanner).read();
}

}  // namespace collisionchip

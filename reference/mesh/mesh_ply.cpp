// PLY in its three encodings. The header says which elements and properties
// follow; all but x, y, z of a vertex and the corner list of a face are
// skipped. The header's numbers are promises: memory follows the data.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh_ply_header.h"
#include "collisionchip/reference/mesh/mesh_readers.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

// For messages. Names of other elements are the file's own words and may hold anything.
std::string record_name(const std::string& element, std::int64_t record) {
  const bool known = element == "vertex" || element == "face";
  return (known ? element : quoted(element)) + " record " + std::to_string(record);
}

// Records as lines of text.
class AsciiRecords {
 public:
  AsciiRecords(const TextScanner& after_header, const MeshBuilder& mesh)
      : scanner_(after_header), mesh_(mesh) {}

  void begin(const PlyElement& element, std::int64_t record) {
    element_ = &element.name;
    record_ = record;
    if (!scanner_.next_line()) fail(std::to_string(element.count) + " records as declared", {});
  }
  void end() {
    const std::string_view extra = scanner_.token();
    if (!extra.empty()) fail("the end of the line after the last property", quoted(extra));
  }
  void end_file() {
    if (scanner_.next_line()) fail("the end of the file after the last record", quoted(scanner_.token()));
  }

  // The declared type does not matter for text: it is rounded once to float32 either way.
  FileNumber coordinate(PlyScalar, const char* what) {
    return to_file_number(scanner_, scanner_.token(), what, mesh_);
  }
  std::int64_t integer(PlyScalar, const char* what) {
    const std::string_view text = scanner_.token();
    std::int64_t value = 0;
    if (!parse_integer(text, value)) fail(what, text.empty() ? std::string() : quoted(text));
    return value;
  }
  void skip(PlyScalar, std::int64_t count) {
    for (; count > 0; --count) {
      const std::string_view value = scanner_.token();
      if (value.empty()) fail("a value for each declared property", {});
      if (!is_written_as_number(value)) fail("a number", quoted(value));
    }
  }
  std::uint64_t place() const { return scanner_.line(); }
  // At least a digit and what separates it from the next one.
  std::size_t most_records(const PlyElement& element) const {
    return (scanner_.bytes_left() + 1) / (2 * element.properties.size());
  }
  [[noreturn]] void fail(const std::string& expected, const std::string& got) const {
    scanner_.fail_on_line(scanner_.line(), expected + " in " + record_name(*element_, record_),
                          got.empty() ? scanner_.nothing() : got);
  }

 private:
  TextScanner scanner_;
  const MeshBuilder& mesh_;
  const std::string* element_ = nullptr;
  std::int64_t record_ = 0;
};

// Records as packed scalars. `swapped`: in the byte order that is not little endian.
template <bool swapped>
class BinaryRecords {
 public:
  BinaryRecords(const char* data, std::size_t size, const std::string& name)
      : cursor_(data), end_(data + size), place_(Place::in(name)) {}

  void begin(const PlyElement& element, std::int64_t record) {
    element_ = &element.name;
    record_ = record;
  }
  void end() {}
  void end_file() {
    if (cursor_ == end_) return;
    fail_at(place_, "the end of the file after the last record",
            std::to_string(end_ - cursor_) + " more bytes");
  }

  // What is beyond float32 the mesh refuses.
  FileNumber coordinate(PlyScalar type, const char* what) {
    const double value = type == PlyScalar::f32   ? double{take<float>()}
                         : type == PlyScalar::f64 ? take<double>()
                                                  : static_cast<double>(integer(type, what));
    return {value, static_cast<float>(value)};
  }
  std::int64_t integer(PlyScalar type, const char*) {
    switch (type) {
      case PlyScalar::i8:
        return take<std::int8_t>();
      case PlyScalar::u8:
        return take<std::uint8_t>();
      case PlyScalar::i16:
        return take<std::int16_t>();
      case PlyScalar::u16:
        return take<std::uint16_t>();
      case PlyScalar::i32:
        return take<std::int32_t>();
      default:  // the header lets no real type come here
        return take<std::uint32_t>();
    }
  }
  void skip(PlyScalar type, std::int64_t count) {
    const auto bytes = static_cast<std::uint64_t>(count) * ply_scalar_size(type);
    need(bytes);
    cursor_ += bytes;
  }
  std::uint64_t place() const { return static_cast<std::uint64_t>(record_); }
  std::size_t most_records(const PlyElement& element) const {
    std::size_t smallest = 0;
    for (const PlyProperty& p : element.properties)
      smallest += ply_scalar_size(p.is_list ? p.count_type : p.type);
    return static_cast<std::size_t>(end_ - cursor_) / smallest;
  }
  [[noreturn]] void fail(const std::string& expected, const std::string& got) const {
    fail_at(place_.part(record_name(*element_, record_)), expected, got);
  }

 private:
  template <typename T>
  T take() {
    need(sizeof(T));
    unsigned char bytes[sizeof(T)];
    for (std::size_t i = 0; i < sizeof(T); ++i) {
      bytes[i] = static_cast<unsigned char>(cursor_[swapped ? sizeof(T) - 1 - i : i]);
    }
    cursor_ += sizeof(T);
    // Put together by value, so that the byte order of this machine does not matter.
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) bits |= std::uint64_t{bytes[i]} << (8 * i);
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    if constexpr (std::is_floating_point_v<T>) {
      const auto narrow = static_cast<Bits>(bits);
      T value;
      std::memcpy(&value, &narrow, sizeof value);
      return value;
    } else {
      return static_cast<T>(bits);
    }
  }
  void need(std::uint64_t bytes) const {
    const auto left = static_cast<std::uint64_t>(end_ - cursor_);
    if (left < bytes) {
      fail(std::to_string(bytes) + " more bytes", std::to_string(left) + " up to the end of the file");
    }
  }

  const char* cursor_;
  const char* end_;
  Place place_;
  const std::string* element_ = nullptr;
  std::int64_t record_ = 0;
};

template <typename Records>
class PlyBody {
 public:
  PlyBody(const PlyHeader& header, Records records, MeshBuilder& mesh)
      : header_(header), records_(std::move(records)), mesh_(mesh) {}

  void read() {
    for (const PlyElement& element : header_.elements) {
      // An element without properties has no bytes, however many records are declared.
      if (element.properties.empty()) continue;
      if (element.name == "vertex") {
        read_vertices(element);
      } else if (element.name == "face") {
        read_faces(element);
      } else {
        skip_element(element);
      }
    }
    records_.end_file();
  }

 private:
  void read_vertices(const PlyElement& element) {
    mesh_.reserve(std::min(static_cast<std::size_t>(element.count), records_.most_records(element)), 0);
    for (std::int64_t i = 0; i < element.count; ++i) {
      records_.begin(element, i);
      FilePoint point;
      for (const PlyProperty& p : element.properties) {
        if (p.role == PlyRole::x) {
          point.x = records_.coordinate(p.type, "x");
        } else if (p.role == PlyRole::y) {
          point.y = records_.coordinate(p.type, "y");
        } else if (p.role == PlyRole::z) {
          point.z = records_.coordinate(p.type, "z");
        } else {
          skip_property(p);
        }
      }
      mesh_.add_vertex(point, records_.place());
      records_.end();
    }
  }

  void read_faces(const PlyElement& element) {
    mesh_.reserve(0, std::min(static_cast<std::size_t>(element.count), records_.most_records(element)));
    for (std::int64_t i = 0; i < element.count; ++i) {
      records_.begin(element, i);
      for (const PlyProperty& p : element.properties) {
        if (p.role == PlyRole::corners) {
          read_corners(p);
        } else {
          skip_property(p);
        }
      }
      records_.end();
    }
  }

  // Checked against the declared number of vertices: faces may stand before the vertices, and a file without
  // that many is refused anyway.
  void read_corners(const PlyProperty& property) {
    const std::int64_t corners = list_length(property);
    if (corners < 3) records_.fail("a face of at least 3 corners", std::to_string(corners));
    for (std::int64_t i = 0; i < corners; ++i) {
      const std::int64_t index = records_.integer(property.type, "a vertex index");
      if (index < 0 || index >= header_.vertex_count) {
        records_.fail("a vertex index from 0 to " + std::to_string(header_.vertex_count - 1),
                      std::to_string(index));
      }
      mesh_.add_corner(static_cast<std::uint32_t>(index));
    }
    mesh_.end_polygon(records_.place());
  }

  void skip_element(const PlyElement& element) {
    for (std::int64_t i = 0; i < element.count; ++i) {
      records_.begin(element, i);
      for (const PlyProperty& p : element.properties) skip_property(p);
      records_.end();
    }
  }

  void skip_property(const PlyProperty& property) {
    records_.skip(property.type, property.is_list ? list_length(property) : 1);
  }

  std::int64_t list_length(const PlyProperty& property) {
    const std::int64_t length = records_.integer(property.count_type, "the length of a list");
    if (length < 0) records_.fail("a list length of at least 0", std::to_string(length));
    return length;
  }

  const PlyHeader& header_;
  Records records_;
  MeshBuilder& mesh_;
};

// The data begin behind the end of this line. Their first byte may look like LF, so the first line says how lines end.
void finish_header(TextScanner& scanner, const PlyHeader& header) {
  if (scanner.finish_line(header.line_end)) return;
  const std::string_view end = scanner.line_end();
  scanner.fail("the line to end as the first one, in " + quoted(header.line_end), end);
}

}  // namespace

void parse_ply(const char* data, std::size_t size, MeshBuilder& mesh) {
  TextScanner scanner(data, size, mesh.name(), {});
  const PlyHeader header = read_ply_header(scanner);
  if (header.encoding == PlyEncoding::ascii) return PlyBody(header, AsciiRecords(scanner, mesh), mesh).read();
  finish_header(scanner, header);
  mesh.name_places({": vertex record ", ": face record "});
  const char* body = data + scanner.offset();
  if (header.encoding == PlyEncoding::big_endian) {
    return PlyBody(header, BinaryRecords<true>(body, scanner.bytes_left(), mesh.name()), mesh).read();
  }
  return PlyBody(header, BinaryRecords<false>(body, scanner.bytes_left(), mesh.name()), mesh).read();
}

}  // namespace collisionchip

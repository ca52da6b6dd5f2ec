// STL, binary and ASCII. The three vertices of a facet belong to it alone: vertices are not merged. The stored
// normal is ignored because it is not reliable.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "collisionchip/reference/mesh/mesh_readers.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

constexpr std::size_t header_size = 84;  // 80 bytes of anything, then the number of triangles
constexpr std::size_t record_size = 50;  // normal, three vertices, two bytes of attributes

std::uint32_t little_endian_u32(const char* bytes) {
  const auto* b = reinterpret_cast<const unsigned char*>(bytes);
  return b[0] | std::uint32_t{b[1]} << 8 | std::uint32_t{b[2]} << 16 | std::uint32_t{b[3]} << 24;
}

float little_endian_float(const char* bytes) {
  const std::uint32_t bits = little_endian_u32(bytes);
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::uint64_t binary_size(const char* data) {
  return header_size + record_size * std::uint64_t{little_endian_u32(data + 80)};
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_word(std::string_view token, std::string_view lower_case_word) {
  return token.size() == lower_case_word.size() &&
         std::equal(token.begin(), token.end(), lower_case_word.begin(),
                    [](char a, char b) { return lower(a) == b; });
}

// Many binary files start with "solid", so the size decides first. One that is cut short does not have the
// right size either, but its number of triangles or its padding shows as a zero byte that text never has.
bool is_ascii(const char* data, std::size_t size) {
  if (size >= header_size && size == binary_size(data)) return false;
  const char* text = data + (std::string_view(data, size).substr(0, 3) == "\xef\xbb\xbf" ? 3 : 0);
  const char* start = std::find_if_not(text, data + size, is_space);
  if (!is_word({start, std::min<std::size_t>(5, static_cast<std::size_t>(data + size - start))}, "solid")) {
    return false;
  }
  return std::memchr(data, 0, std::min<std::size_t>(size, 512)) == nullptr;
}

// The header of a binary file may be text, its number of triangles hardly.
bool is_text(std::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(),
                     [](char c) { return is_space(c) || (c >= 0x20 && c < 0x7f); });
}

// Refuses an ASCII file with a byte of 0, which would otherwise be read as a binary file.
void refuse_zero_in_text(std::string_view bytes, const std::string& path) {
  const std::string_view head = bytes.substr(0, 512);
  const std::size_t zero = head.find('\0');
  std::string text(head);
  std::replace(text.begin(), text.end(), '\0', ' ');
  if (zero == std::string_view::npos || !is_text(text) || text.find("facet") == std::string::npos) return;
  const auto line = 1 + std::count(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
  fail_at(Place::in(path, static_cast<std::uint64_t>(line)), "text, as in any ASCII STL",
          "a byte of 0 (NUL)");
}

FilePoint point_at(const char* bytes) {
  FileNumber numbers[3];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const float value = little_endian_float(bytes + 4 * axis);
    numbers[axis] = {value, value};
  }
  return {numbers[0], numbers[1], numbers[2]};
}

bool is_finite(const FilePoint& point) {
  return std::isfinite(point.x.value) && std::isfinite(point.y.value) && std::isfinite(point.z.value);
}

void parse_binary(const char* data, std::size_t size, MeshBuilder& mesh) {
  const Place place = Place::in(mesh.name());
  const std::string got_size = std::to_string(size) + " bytes";
  if (size < header_size) fail_at(place, "'solid' or a binary STL header of 84 bytes", got_size);
  const std::uint32_t count = little_endian_u32(data + 80);
  if (binary_size(data) != size) {
    refuse_zero_in_text({data, size}, mesh.name());
    if (is_text({data, header_size}))
      fail_at(place, "STL, which is 'solid' or a binary header of 84 bytes", quoted({data, header_size}));
    // The place where the data end, or where the bytes too many start.
    const std::uint64_t whole = std::min<std::uint64_t>((size - header_size) / record_size, count);
    fail_at(place.part("triangle record " + std::to_string(whole)),
            std::to_string(binary_size(data)) + " bytes for the " + std::to_string(count) +
                " triangles in the header",
            got_size);
  }
  check_mesh_size(std::uint64_t{count} * 3, count, mesh.name());
  mesh.name_places({": triangle record ", ": triangle record "});
  mesh.reserve(std::size_t{count} * 3, count);
  const char* record = data + header_size;
  for (std::uint32_t i = 0; i < count; ++i, record += record_size) {
    for (std::uint32_t corner = 0; corner < 3; ++corner) {
      const FilePoint point = point_at(record + 12 + 12 * std::size_t{corner});
      if (!is_finite(point)) {
        fail_at(place.part("triangle record " + std::to_string(i)), "finite float32 coordinates",
                "NaN or infinity in vertex " + std::to_string(corner));
      }
      mesh.add_vertex(point, i);
      mesh.add_corner(3 * i + corner);
    }
    mesh.end_polygon(i);
  }
}

// solid NAME { facet normal x y z  outer loop { vertex x y z } endloop  endfacet } endsolid NAME, again and
// again. Lines matter only for the name, which may hold spaces or be missing: it takes the rest of its line, up to a whole
// `facet normal x y z outer` if there is one. Some writers have `end solid`, `end facet` and `end loop`.
class AsciiStlReader {
 public:
  AsciiStlReader(const char* data, std::size_t size, MeshBuilder& mesh)
      : scanner_(data, size, mesh.name(), {}), mesh_(mesh) {}

  void read() {
    while (scanner_.next_line()) {
      expect("solid");
      do {
        read_solid();
      } while (find_facet_on_line());
    }
  }

 private:
  void read_solid() {
    const bool one_line = find_facet_on_line();
    const std::uint64_t line = scanner_.line();
    if (!one_line) scanner_.next_line();
    bool first = true;
    for (std::string_view word = next_word(); !is_word(word, "endsolid"); word = next_word()) {
      if (!is_word(word, "facet")) fail_facet(word, first ? line : 0);
      read_facet();
      first = false;
    }
  }

  // Behind a name on this line: then the scanner stands before the facet.
  bool find_facet_on_line() {
    TextScanner ahead = scanner_;
    for (;;) {
      const TextScanner here = ahead;
      const std::string_view word = ahead.token();
      if (word.empty()) return false;
      if (!is_word(word, "facet")) continue;
      TextScanner facet = ahead;
      if (!is_word(facet.token(), "normal")) continue;
      for (int i = 0; i < 3; ++i) facet.token();
      if (!is_word(facet.token(), "outer")) continue;
      scanner_ = here;
      return true;
    }
  }

  // `solid_line`: of a solid that no facet followed yet, else 0.
  [[noreturn]] void fail_facet(std::string_view word, std::uint64_t solid_line) const {
    std::string expected = "'facet' or 'endsolid'";
    if (solid_line != 0)
      expected += " behind the name of the solid, which takes the rest of line " + std::to_string(solid_line);
    scanner_.fail(expected, word);
  }

  void read_facet() {
    expect("normal");
    // Not read as numbers: the normal of a degenerate triangle is written as nan, -nan(ind), -1.#IND, ...
    for (int i = 0; i < 3; ++i) {
      const std::string_view number = scanner_.token_on_any_line();
      if (!is_written_as_number(number)) scanner_.fail("three numbers for the normal", number);
    }
    expect("outer");
    expect("loop");
    for (std::string_view word = next_word(); !is_word(word, "endloop"); word = next_word()) {
      if (!is_word(word, "vertex")) scanner_.fail("'vertex' or 'endloop'", word);
      read_vertex();
    }
    const std::uint64_t corners = mesh_.end_polygon(scanner_.line());
    if (corners < 3) {
      scanner_.fail_on_line(scanner_.line(), "a facet of at least 3 vertices", std::to_string(corners));
    }
    expect("endfacet");
  }

  void read_vertex() {
    const auto number = [this](const char* axis) {
      return to_file_number(scanner_, scanner_.token_on_any_line(), axis, mesh_);
    };
    const FileNumber x = number("x"), y = number("y"), z = number("z");
    mesh_.add_corner(static_cast<std::uint32_t>(mesh_.vertex_count()));
    mesh_.add_vertex({x, y, z}, scanner_.line());
  }

  void expect(const char* word) {
    const std::string_view token = next_word();
    if (!is_word(token, word)) scanner_.fail("'" + std::string(word) + "'", token);
  }

  // `end` and the word behind it are one.
  std::string_view next_word() {
    const std::string_view word = scanner_.token_on_any_line();
    if (!is_word(word, "end")) return word;
    const std::string_view ended = scanner_.token_on_any_line();
    for (const std::string_view whole : {"endsolid", "endfacet", "endloop"}) {
      if (is_word(ended, whole.substr(3))) return whole;
    }
    scanner_.fail("'solid', 'facet' or 'loop' behind 'end'", ended);
  }

  TextScanner scanner_;
  MeshBuilder& mesh_;
};

}  // namespace

void parse_stl(const char* data, std::size_t size, MeshBuilder& mesh) {
  if (is_ascii(data, size)) {
    AsciiStlReader(data, size, mesh).read();
  } else {
    parse_binary(data, size, mesh);
  }
}

}  // namespace collisionchip

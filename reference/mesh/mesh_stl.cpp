// STL, binary and ASCII. The three vertices of a facet belong to it alone: nothing is merged, and the stored
// normal is ignored because nobody can rely on it.
#include <algorithm>
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

Mesh parse_binary(const char* data, std::size_t size, const std::string& name) {
  const std::string place = printable_path(name);
  const std::string got_size = std::to_string(size) + " bytes";
  if (size < header_size) fail_at(place, "'solid' or a binary STL header of 84 bytes", got_size);
  const std::uint32_t count = little_endian_u32(data + 80);
  if (binary_size(data) != size) {
    // The place where the data end, or where the bytes too many start.
    const std::uint64_t whole = std::min<std::uint64_t>((size - header_size) / record_size, count);
    fail_at(place + ": triangle record " + std::to_string(whole),
            std::to_string(binary_size(data)) + " bytes for the " + std::to_string(count) +
                " triangles in the header",
            got_size);
  }
  check_mesh_size(std::uint64_t{count} * 3, count, name);
  Mesh mesh;
  mesh.vertices.reserve(std::size_t{count} * 3);
  mesh.triangles.reserve(count);
  const char* record = data + header_size;
  for (std::uint32_t i = 0; i < count; ++i, record += record_size) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const char* at = record + 12 + 12 * corner;
      const Vec3f v{little_endian_float(at), little_endian_float(at + 4), little_endian_float(at + 8)};
      if (!is_finite(v)) {
        fail_at(place + ": triangle record " + std::to_string(i), "finite float32 coordinates",
                "NaN or infinity in vertex " + std::to_string(corner));
      }
      mesh.vertices.push_back(v);
    }
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

// solid NAME { facet normal x y z  outer loop { vertex x y z } endloop  endfacet } endsolid NAME, again and
// again. Lines matter only for the name, which may hold spaces or be missing.
class AsciiStlReader {
 public:
  AsciiStlReader(const char* data, std::size_t size, const std::string& name)
      : scanner_(data, size, name, {}) {}

  Mesh read() {
    while (scanner_.next_line()) {
      expect("solid");
      scanner_.next_line();
      for (std::string_view word = scanner_.token_on_any_line(); !is_word(word, "endsolid");
           word = scanner_.token_on_any_line()) {
        if (!is_word(word, "facet")) scanner_.fail("'facet' or 'endsolid'", word);
        read_facet();
      }
    }
    return std::move(mesh_);
  }

 private:
  void read_facet() {
    expect("normal");
    // Not read as numbers: the normal of a degenerate triangle is written as nan, -nan(ind), -1.#IND, ...
    for (int i = 0; i < 3; ++i) {
      if (scanner_.token_on_any_line().empty()) scanner_.fail("three numbers for the normal", {});
    }
    expect("outer");
    expect("loop");
    PolygonFan fan(mesh_);
    for (std::string_view word = scanner_.token_on_any_line(); !is_word(word, "endloop");
         word = scanner_.token_on_any_line()) {
      if (!is_word(word, "vertex")) scanner_.fail("'vertex' or 'endloop'", word);
      fan.add_corner(read_vertex());
    }
    if (fan.corners() < 3) {
      scanner_.fail_on_line(scanner_.line(), "a facet of at least 3 vertices", std::to_string(fan.corners()));
    }
    expect("endfacet");
  }

  std::uint32_t read_vertex() {
    Vec3f v;
    v.x = scanner_.to_float(scanner_.token_on_any_line(), "x");
    v.y = scanner_.to_float(scanner_.token_on_any_line(), "y");
    v.z = scanner_.to_float(scanner_.token_on_any_line(), "z");
    mesh_.vertices.push_back(v);
    return static_cast<std::uint32_t>(mesh_.vertices.size() - 1);
  }

  void expect(const char* word) {
    const std::string_view token = scanner_.token_on_any_line();
    if (!is_word(token, word)) scanner_.fail("'" + std::string(word) + "'", token);
  }

  TextScanner scanner_;
  Mesh mesh_;
};

}  // namespace

Mesh parse_stl(const char* data, std::size_t size, const std::string& name) {
  return is_ascii(data, size) ? AsciiStlReader(data, size, name).read() : parse_binary(data, size, name);
}

}  // namespace collisionchip

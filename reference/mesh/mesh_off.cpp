// OFF in text form, one record per line. COFF, NOFF, STOFF and their combinations put further numbers behind
// the three coordinates; they and the colours behind a face are numbers that are skipped. 4OFF and nOFF have other coordinates
// and are refused, as is the binary form.
#include <algorithm>
#include <string>

#include "collisionchip/reference/mesh/mesh_readers.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

// The most numbers of normals, colours and texture after a point: no file has as many.
constexpr std::size_t kMostNumbersBehind = 64;

class OffReader {
 public:
  OffReader(const char* data, std::size_t size, MeshBuilder& mesh)
      : scanner_(data, size, mesh.name(), {'#', false}), mesh_(mesh) {}

  void read() {
    scanner_.next_line();
    read_keyword();
    read_counts();
    for (std::int64_t i = 0; i < vertex_count_; ++i) read_vertex();
    for (std::int64_t i = 0; i < face_count_; ++i) read_face();
    if (scanner_.next_line()) {
      scanner_.fail("the end of the file after " + std::to_string(face_count_) + " faces", scanner_.token());
    }
  }

 private:
  void read_keyword() {
    const std::string_view keyword = scanner_.token();
    std::string_view prefix = keyword;
    if (prefix.substr(0, 2) == "ST") prefix.remove_prefix(2);
    if (prefix.substr(0, 1) == "C") prefix.remove_prefix(1);
    if (prefix.substr(0, 1) == "N") prefix.remove_prefix(1);
    if (prefix != "OFF") scanner_.fail("OFF, or OFF after ST, C or N", keyword);
  }

  // On the keyword's line or on the next one; the number of edges is often missing and never needed.
  void read_counts() {
    std::string_view first = scanner_.token();
    if (first.empty() && scanner_.next_line()) first = scanner_.token();
    if (first == "BINARY") scanner_.fail("a text form of OFF; the binary one is not read", first);
    if (!parse_integer(first, vertex_count_) || vertex_count_ < 1) {
      scanner_.fail("the number of vertices, at least 1", first);
    }
    const std::string_view second = scanner_.token();
    if (!parse_integer(second, face_count_) || face_count_ < 0) scanner_.fail("the number of faces", second);
    const std::string_view third = scanner_.token();
    std::int64_t edges = 0;
    if (!third.empty() && (!parse_integer(third, edges) || edges < 0))
      scanner_.fail("the number of edges", third);
    const std::string_view more = scanner_.token();
    if (!more.empty()) scanner_.fail("the end of the line behind the counts", more);
    check_mesh_size(static_cast<std::uint64_t>(vertex_count_), static_cast<std::uint64_t>(face_count_),
                    mesh_.name());
    // The shortest records are "0 0 0" and "3 0 1 2", each with a line end.
    mesh_.reserve(std::min(static_cast<std::size_t>(vertex_count_), scanner_.bytes_left() / 6 + 1),
                  std::min(static_cast<std::size_t>(face_count_), scanner_.bytes_left() / 8 + 1));
  }

  void read_vertex() {
    if (!scanner_.next_line()) fail_short("vertices", vertex_count_, mesh_.vertex_count());
    mesh_.add_vertex(read_point(scanner_, mesh_), scanner_.line());
    skip_numbers(scanner_, kMostNumbersBehind);
  }

  void read_face() {
    if (!scanner_.next_line()) fail_short("faces", face_count_, faces_read_);
    const std::string_view count_text = scanner_.token();
    std::int64_t corners = 0;
    if (!parse_integer(count_text, corners) || corners < 3) {
      scanner_.fail("a face of at least 3 corners", count_text);
    }
    for (std::int64_t i = 0; i < corners; ++i) {
      const std::string_view text = scanner_.token();
      std::int64_t index = 0;
      if (!parse_integer(text, index) || index < 0 || index >= vertex_count_) {
        scanner_.fail("a vertex number from 0 to " + std::to_string(vertex_count_ - 1), text);
      }
      mesh_.add_corner(static_cast<std::uint32_t>(index));
    }
    mesh_.end_polygon(scanner_.line());
    skip_numbers(scanner_, kMostNumbersBehind);
    ++faces_read_;
  }

  [[noreturn]] void fail_short(const char* what, std::int64_t declared, std::size_t read) {
    scanner_.fail(
        std::to_string(declared) + " " + what + " as declared (there are " + std::to_string(read) + ")", {});
  }

  TextScanner scanner_;
  MeshBuilder& mesh_;
  std::int64_t vertex_count_ = 0;
  std::int64_t face_count_ = 0;
  std::size_t faces_read_ = 0;
};

}  // namespace

void parse_off(const char* data, std::size_t size, MeshBuilder& mesh) {
  OffReader(data, size, mesh).read();
}

}  // namespace collisionchip

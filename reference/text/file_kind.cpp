#include "collisionchip/reference/text/file_kind.h"

#include <algorithm>
#include <cstdint>

#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

using namespace std::string_view_literals;

struct Mark {
  std::string_view bytes;
  const char* kind;
};

constexpr Mark kMarks[] = {
    {"\x1f\x8b"sv, "a gzip file"},
    {"PK\x03\x04"sv, "a zip archive"},
    {"BZh"sv, "a bzip2 file"},
    {"\xfd\x37zXZ\0"sv, "an xz file"},
    {"\x28\xb5\x2f\xfd"sv, "a zstd file"},
    {"\x04\x22\x4d\x18"sv, "an lz4 file"},
    {"7z\xbc\xaf\x27\x1c"sv, "a 7z archive"},
    {"Rar!"sv, "a RAR archive"},
    {"version https://git-lfs"sv, "a Git LFS pointer, not the file (`git lfs pull` fetches it)"},
    {"%PDF"sv, "a PDF file"},
    {"\x89PNG"sv, "a PNG picture"},
    {"\xff\xd8\xff"sv, "a JPEG picture"},
    {"GIF8"sv, "a GIF picture"},
    {"glTF"sv, "a glTF file (GLB)"},
    {"Kaydara FBX Binary"sv, "an FBX file"},
    {"BLENDER"sv, "a Blender file"},
    {"ISO-10303-21"sv, "a STEP file"},
    {"PXR-USDC"sv, "a USD file"},
    {"#usda 1."sv, "a USD file"},
    {"#VRML V"sv, "a VRML file"},
    {"# vtk DataFile Version"sv, "a VTK file"},
    {"$MeshFormat"sv, "a Gmsh file"},
    {"SQLite format 3\0"sv, "an SQLite database"},
    {"\x7f\x45LF"sv, "a program (ELF)"},
    {"\xff\xfe\0\0"sv, "UTF-32 text"},
    {"\0\0\xfe\xff"sv, "UTF-32 text"},
    {"\xff\xfe"sv, "UTF-16 text"},
    {"\xfe\xff"sv, "UTF-16 text"},
};

bool begins(std::string_view text, std::string_view with) {
  return text.substr(0, with.size()) == with;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// Without a mark before it: every other byte of its beginning is zero, and no other one.
bool is_utf16(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, std::min<std::size_t>(bytes.size(), 64) & ~std::size_t{1});
  if (start.size() < 4) return false;
  std::size_t zeros[2] = {0, 0};
  for (std::size_t i = 0; i < start.size(); ++i) zeros[i & 1] += start[i] == '\0' ? 1 : 0;
  return zeros[0] + zeros[1] == start.size() / 2 && (zeros[0] == 0 || zeros[1] == 0);
}

// The size decides, for the first 80 bytes may be anything.
bool is_binary_stl(std::string_view bytes) {
  if (bytes.size() <= 84) return false;
  std::uint64_t triangles = 0;
  for (std::size_t i = 0; i < 4; ++i)
    triangles |= std::uint64_t{static_cast<unsigned char>(bytes[80 + i])} << (8 * i);
  return bytes.size() == 84 + 50 * triangles;
}

// The first token of a text, and the one behind it, in lower case.
struct FirstWords {
  std::string first, second;
};

FirstWords first_words(std::string_view text) {
  const std::string none;
  TextScanner scanner(text.data(), text.size(), none, {'#', false});
  FirstWords words;
  if (!scanner.next_line()) return words;
  constexpr std::size_t longest = 40;
  words.first = lower_case(scanner.token().substr(0, longest));
  words.second = lower_case(scanner.token().substr(0, longest));
  return words;
}

std::string markup_kind(const std::string& first) {
  if (begins(first, "<?xml")) return "an XML file";
  return begins(first, "<!doctype") || begins(first, "<html") || begins(first, "<head") ? "an HTML page"
                                                                                        : "a file of markup";
}

bool is_number(std::string_view text) {
  double value = 0;
  return parse_real(text, value) == NumberCheck::ok;
}

// The kind of a file in one of the text formats of meshes, or in a format without fixed first bytes.
std::string text_kind(std::string_view bytes) {
  const FirstWords words = first_words(bytes);
  const std::string& first = words.first;
  if (first == "ply") return "a PLY file";
  if (first == "solid") return "an STL file";
  if (first.size() >= 3 && first.substr(first.size() - 3) == "off" && first.size() <= 8 &&
      first.find_first_not_of("stcn4of") == std::string::npos)
    return "an OFF file";
  if (first == "mtllib" || first == "usemtl" ||
      ((first == "v" || first == "vn" || first == "vt") && is_number(words.second)))
    return "an OBJ file";
  if (begins(first, "<")) return markup_kind(first);
  if (begins(first, "{")) return "a JSON file";
  return "";
}

}  // namespace

std::string kind_of_file(std::string_view bytes) {
  if (is_binary_stl(bytes)) return "an STL file";
  for (const Mark& mark : kMarks) {
    if (begins(bytes, mark.bytes)) return mark.kind;
  }
  if (is_utf16(bytes)) return "UTF-16 text";
  return text_kind(bytes);
}

void refuse_known_kind(const std::string& path, const std::string& what, std::string_view bytes) {
  if (const std::string kind = kind_of_file(bytes); !kind.empty()) fail_at(Place::in(path), what, kind);
}

}  // namespace collisionchip

// A file that is something else than its name says: the complaint says what. Words that are no OBJ are no OBJ.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {
namespace {

using namespace std::string_literals;

constexpr MeshFormat kFormats[] = {MeshFormat::obj, MeshFormat::stl, MeshFormat::ply, MeshFormat::off};
const char* const kNames[] = {"OBJ", "STL", "PLY", "OFF"};

// What the reader says, or how many triangles it has read.
std::string outcome(MeshFormat format, const std::string& bytes) {
  try {
    return std::to_string(parse_mesh(format, bytes.data(), bytes.size(), "part").triangle_count());
  } catch (const InputError& error) {
    return error.what();
  }
}

const std::string kObj = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\n";
const std::string kStl =
    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 "
    "0\nendloop\nendfacet\nendsolid a\n";
const std::string kOff = "OFF\n3 1 0\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2\n";
const std::string kPly =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement "
    "face 1\n"
    "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2\n";

std::string utf16(const std::string& text, bool big, bool mark) {
  std::string bytes = !mark ? "" : big ? "\xfe\xff" : "\xff\xfe";
  for (const char c : text) bytes += big ? std::string{'\0', c} : std::string{c, '\0'};
  return bytes;
}

std::string binary_stl() {
  return std::string(80, 'h') + "\1\0\0\0"s + std::string(50, '\0');
}

TEST(FileKind, IsNamedByEveryReader) {
  std::vector<std::pair<std::string, std::string>> kinds = {
      {"\x1f\x8b\x08\0\0\0\0\0\0\3"s, "a gzip file"},
      {"PK\3\4\x14\0"s, "a zip archive"},
      {"BZh91AY&SY", "a bzip2 file"},
      {"\xfd\x37zXZ\0\0\4"s, "an xz file"},
      {"\x28\xb5\x2f\xfd\x24"s, "a zstd file"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
       "a Git LFS pointer, not the file (`git lfs pull` fetches it)"},
      {"%PDF-1.7\n", "a PDF file"},
      {"\x89PNG\r\n\x1a\n", "a PNG picture"},
      {"\xff\xd8\xff\xe0\0\x10JFIF"s, "a JPEG picture"},
      {"glTF\2\0\0\0"s, "a glTF file (GLB)"},
      {"{\"asset\": {\"version\": \"2.0\"}}", "a JSON file"},
      {"<!DOCTYPE html>\n<html>", "an HTML page"},
      {"\n  <HTML><body>404", "an HTML page"},
      {"\xef\xbb\xbf<?xml version=\"1.0\"?>\n<COLLADA/>", "an XML file"},
      {"ISO-10303-21;\nHEADER;", "a STEP file"},
      {"Kaydara FBX Binary  \0"s, "an FBX file"},
  };
  for (const std::string& text : {kObj, kStl, kPly, kOff}) {
    for (const bool big : {false, true}) {
      for (const bool mark : {false, true}) kinds.emplace_back(utf16(text, big, mark), "UTF-16 text");
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    for (const auto& [bytes, kind] : kinds)
      EXPECT_EQ(outcome(kFormats[i], bytes), "part: expected "s + kNames[i] + ", got " + kind);
  }
}

TEST(FileKind, AMeshUnderAnotherEnding) {
  const std::vector<std::pair<std::string, std::string>> meshes = {
      {"# made by hand\n" + kObj, "an OBJ file"},
      {"mtllib a.mtl\n" + kObj, "an OBJ file"},
      {kStl, "an STL file"},
      {binary_stl(), "an STL file"},
      {kPly, "a PLY file"},
      {kOff, "an OFF file"},
      {"COFF" + kOff.substr(3), "an OFF file"},
  };
  const std::string own[] = {"an OBJ file", "an STL file", "a PLY file", "an OFF file"};
  for (std::size_t i = 0; i < 4; ++i) {
    for (const auto& [bytes, kind] : meshes) {
      if (kind == own[i] && bytes.substr(0, 4) != "COFF") {
        EXPECT_EQ(outcome(kFormats[i], bytes), "1") << kind;
      } else if (kind != own[i]) {
        EXPECT_EQ(outcome(kFormats[i], bytes), "part: expected "s + kNames[i] + ", got " + kind);
      }
    }
  }
}

TEST(FileKind, UnknownBytesAreShown) {
  EXPECT_EQ(outcome(MeshFormat::obj, "\x01\x02hello"),
            "part:1: expected a keyword of OBJ, got '\\x01\\x02hello'");
  EXPECT_EQ(outcome(MeshFormat::off, "hello"), "part:1: expected OFF, or OFF after ST, C or N, got 'hello'");
  EXPECT_EQ(outcome(MeshFormat::ply, "hello"), "part:1: expected 'ply', got 'hello'");
  EXPECT_EQ(outcome(MeshFormat::stl, "a list of triangles\n" + std::string(100, 'x')),
            "part: expected STL, which is 'solid' or a binary header of 84 bytes, got 'a list of "
            "triangles\\x0axxxxxxxxxxxxxxxxx...'");
  EXPECT_EQ(outcome(MeshFormat::off, "OFF BINARY\n\0\0\0\3"s),
            "part:1: expected a text form of OFF; the binary one is not read, got 'BINARY'");
}

TEST(ObjWords, OnlyKnownOnesAreSkipped) {
  const std::string known =
      "# c\nmtllib a.mtl\no part\ng a b\ns off\nmg 1 2\nusemtl x\nusemap off\nmaplib a\nvt 0 0\nvn 0 0 1\nvp "
      "1 2\n"
      "vn nan -nan(ind) -1.#IND\nl 1 2\np 1\nbevel on\nc_interp on\nd_interp off\nlod 3\nshadow_obj "
      "a\ntrace_obj b\n"
      "ctech cparm 1\nstech cparma 1 1\ncstype bezier\ndeg 3\nbmat u 1 0 0 1\nstep 1\ncurv 0 1 1 2\ncurv2 1 "
      "2\n"
      "parm u 0 1\ntrim 0 1 1\nhole 0 1 1\nscrv 0 1 1\nsp 1\nend\ncon 1 0 1 1 2 0 1 1\nres 3 3\n";
  EXPECT_EQ(outcome(MeshFormat::obj, known + kObj), "1");
  EXPECT_EQ(outcome(MeshFormat::obj, kObj + "fo 1 3 4\n"), "2") << "the old word for f";
  EXPECT_EQ(outcome(MeshFormat::obj, "\xef\xbb\xbf" + kObj), "1");
  EXPECT_EQ(outcome(MeshFormat::obj, "v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 1 1 0 1 0.5 0.5 0.5 1\nf 1 2 3\n"),
            "1");

  const std::vector<std::pair<std::string, std::string>> unknown = {
      {"F 1 3 4", "a keyword of OBJ; nearest is f, got 'F'"},
      {"f1 3 4", "a keyword of OBJ; nearest is f, got 'f1'"},
      {"V 0 0 0", "a keyword of OBJ; nearest is v, got 'V'"},
      {"usemlt x", "a keyword of OBJ; nearest is usemtl, got 'usemlt'"},
      {"face 1 3 4", "a keyword of OBJ, got 'face'"},
      {"<html>503 Service Unavailable</html>", "a keyword of OBJ, got '<html>503'"},
      {"\0\0\0\0"s, "a keyword of OBJ, got '\\x00\\x00\\x00\\x00'"},
      {"1 3 4", "a keyword of OBJ, got '1'"},
      {"call more.obj", "an OBJ file that needs no other file, got 'call'"},
      {"csh ls", "an OBJ file that needs no other file, got 'csh'"},
      {"v 0 0 0 f 1 3 4", "a number, got 'f'"},
      {"v 0 0 0 1 1 1 1 1 1", "the end of the line, got '1'"},
      {"vn 0 0 1 f 1 3 4", "a number, got 'f'"},
      {"vt 0 0 f", "a number, got 'f'"},
      {"l 1 2 f 1 3 4", "a number, got 'f'"},
      {"s 1 f 1 3 4", "a number, got 'f'"},
      {"s 1 1", "the end of the line, got '1'"},
  };
  for (const auto& [line, complaint] : unknown) {
    EXPECT_EQ(outcome(MeshFormat::obj, kObj + line + "\n"), "part:6: expected " + complaint) << line;
    EXPECT_EQ(outcome(MeshFormat::obj, kObj + line), "part:6: expected " + complaint) << line;
  }
  EXPECT_EQ(outcome(MeshFormat::off, "OFF\n3 1 0\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 red\n"),
            "part:6: expected a number, got 'red'");
  EXPECT_EQ(outcome(MeshFormat::off, "OFF\n3 1 0\n0 0 0 x\n1 0 0\n1 1 0\n3 0 1 2\n"),
            "part:3: expected a number, got 'x'");
}

TEST(ObjWords, AWeightIsAFiniteNumberOtherThan0) {
  const auto with = [](const std::string& behind) {
    return outcome(MeshFormat::obj, "v 0 0 0\nv 1 0 0 " + behind + "\nv 0 1 0\nf 1 2 3\n");
  };
  for (const char* const taken : {"1", "-1", "2.5", "0 0 0", "0 0 0 0", "1 0 0 0 0", "0 0"})
    EXPECT_EQ(with(taken), "1") << taken;
  for (const char* const refused :
       {"0", "-0", "0.0", "1e-400", "nan", "-inf", "1e400", "-1.#IND", "0 1 1 1 1", "nan 1 1 1 1"})
    EXPECT_EQ(with(refused), "part:2: expected a finite weight other than 0 behind x, y and z, got '" +
                                 std::string(refused).substr(0, std::string(refused).find(' ')) + "'");
}

TEST(ObjWords, CountsInTheFirstLineAreHeldAgainstTheFile) {
  EXPECT_EQ(outcome(MeshFormat::obj, "# c\n4 1\n" + kObj), "1");
  EXPECT_EQ(outcome(MeshFormat::obj, "4 2\n" + kObj),
            "part: expected 4 vertices and 2 faces as the first line declares, got 4 and 1");
  EXPECT_EQ(outcome(MeshFormat::obj, "5 1\n" + kObj),
            "part: expected 5 vertices and 1 faces as the first line declares, got 4 and 1");
  EXPECT_EQ(outcome(MeshFormat::obj, "4 1 0\n" + kObj), "part:1: expected a keyword of OBJ, got '4'");
  EXPECT_EQ(outcome(MeshFormat::obj, "4\n" + kObj), "part:1: expected a keyword of OBJ, got '4'");
}

TEST(ObjWords, SurfacesAreSaidToBeLeftOut) {
  const std::string text = kObj + "surf 0 1 0 1 1 2 3 4\nsurf 0 1 0 1 4 3 2 1\n";
  MeshRemarks remarks;
  parse_mesh(MeshFormat::obj, text.data(), text.size(), "part", {}, &remarks);
  EXPECT_EQ(remarks, (MeshRemarks{"part:6: a free-form surface (surf) is left out, the first of 2"}));
}

TEST(StlWords, OneLineAndTwoWords) {
  const std::string facet =
      "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 1 1 0 endloop endfacet ";
  const auto stl = [](const std::string& text) { return outcome(MeshFormat::stl, text); };
  EXPECT_EQ(stl("solid a " + facet + "endsolid a "), "1");
  EXPECT_EQ(stl("solid " + facet + facet + "endsolid"), "2");
  EXPECT_EQ(stl("solid a b " + facet + "endsolid a b solid c " + facet + "endsolid c\n" + kStl), "3");
  EXPECT_EQ(stl("solid facet normal plate\n" + facet + "endsolid facet normal plate\n"), "1");
  EXPECT_EQ(stl("solid end solid\n" + facet + "\nend solid a\n"), "1");
  EXPECT_EQ(stl("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 1 0\nEND "
                "LOOP\nend\nfacet\n"
                "end solid"),
            "1");
  // A byte of 0 makes it no binary file.
  const std::string zero(1, '\0');
  EXPECT_EQ(stl("solid a" + zero + "b\n" + facet + "endsolid a\n"),
            "part:1: expected text, as in any ASCII STL, got a byte of 0 (NUL)");
  EXPECT_EQ(stl("solid a\nfacet normal 0 0 1\nou" + zero + "ter loop\n" + facet + "endsolid a\n"),
            "part:3: expected text, as in any ASCII STL, got a byte of 0 (NUL)");
  EXPECT_EQ(stl("solid a\n" + facet + "end part\n"),
            "part:2: expected 'solid', 'facet' or 'loop' behind 'end', got 'part'");
  EXPECT_EQ(stl("solid a facet\nnormal 0 0 1 outer loop\n"),
            "part:2: expected 'facet' or 'endsolid' behind the name of the solid, which takes the rest of "
            "line 1, got "
            "'normal'");
}

std::string binary_ply(const std::string& line_end, const std::string& last_end) {
  std::string header =
      "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty "
      "float z\n"
      "element face 1\nproperty list uchar int vertex_indices\n";
  std::string text;
  for (const char c : header) text += c == '\n' ? line_end : std::string{c};
  const std::string one = "\0\0\x80\x3f"s, zero(4, '\0');
  // The first byte of the data is LF's: 0.5000006 is 0x3f00000a.
  return text + "end_header" + last_end + "\x0a\0\0\x3f"s + zero + zero + one + zero + zero + one + one +
         zero + "\3\0\0\0\0\1\0\0\0\2\0\0\0"s;
}

TEST(PlyWords, SkippedValuesLookLikeNumbers) {
  const auto with = [](const std::string& value) {
    std::string text = kPly;
    text.replace(text.find("element face"), 0, "property float q\n");
    for (const char* const point : {"0 0 0\n", "1 0 0\n", "1 1 0\n"})
      text.insert(text.find(point) + 5, " " + value);
    return outcome(MeshFormat::ply, text);
  };
  EXPECT_EQ(with("-1.#IND"), "1");
  EXPECT_EQ(with("x"), "part:11: expected a number in vertex record 0, got 'x'");
  EXPECT_EQ(with("\0"s), "part:11: expected a number in vertex record 0, got '\\x00'");
  std::string text = kStl;
  text.replace(text.find("0 0 1"), 5, "0 0 <p>");
  EXPECT_EQ(outcome(MeshFormat::stl, text), "part:2: expected three numbers for the normal, got '<p>'");
}

TEST(PlyHeader, TheFirstLineSaysHowLinesEnd) {
  for (const char* const end : {"\n", "\r", "\r\n"}) {
    const std::string bytes = binary_ply(end, end);
    const Mesh mesh = parse_mesh(MeshFormat::ply, bytes.data(), bytes.size(), "part");
    EXPECT_EQ(mesh.vertices, (std::vector<Vec3f>{{0x1.000014p-1f, 0, 0}, {1, 0, 0}, {1, 1, 0}}));
  }
  EXPECT_EQ(outcome(MeshFormat::ply, binary_ply("\n", "\r\n")),
            "part:9: expected the line to end as the first one, in '\\x0a', got '\\x0d\\x0a'");
  EXPECT_EQ(outcome(MeshFormat::ply, binary_ply("\r\n", "\n")),
            "part:9: expected the line to end as the first one, in '\\x0d\\x0a', got '\\x0a'");
  EXPECT_EQ(outcome(MeshFormat::ply, binary_ply("\r", "\n")),
            "part:9: expected the line to end as the first one, in '\\x0d', got '\\x0a'");
}

}  // namespace
}  // namespace collisionchip

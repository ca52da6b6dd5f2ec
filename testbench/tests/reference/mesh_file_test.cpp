// Good and bad mesh files of every format. The bad ones
// are held to the exact place and expectation they report.
#include "collisionchip/reference/mesh/mesh_file.h"

#include <unistd.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh_readers.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {
namespace {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

Mesh parse(MeshFormat format, const std::string& text) {
  return parse_mesh(format, text.data(), text.size(), "part");
}

std::string complaint(MeshFormat format, const std::string& text) {
  try {
    parse(format, text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no complaint";
}

// Little- and big-endian bytes of a scalar, written independently of the reader.
template <typename T>
std::string bytes_of(T value, bool big = false) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(&bytes[0], &value, sizeof value);
  return big ? std::string(bytes.rbegin(), bytes.rend()) : bytes;
}

std::string binary_stl(std::uint32_t declared, const std::vector<float>& coordinates,
                       const char* title = "") {
  std::string bytes = title;
  bytes.resize(80, ' ');
  bytes += bytes_of(declared);
  for (std::size_t i = 0; i < coordinates.size(); i += 9) {
    bytes += std::string(12, '\1');
    for (std::size_t j = 0; j < 9; ++j) bytes += bytes_of(coordinates[i + j]);
    bytes += "ab";
  }
  return bytes;
}

const std::string tetrahedron_obj =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
const std::string tetrahedron_off =
    "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n";
const std::string tetrahedron_ply =
    "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 4\nproperty list uchar int vertex_indices\nend_header\n"
    "0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n";
const std::string one_facet =
    "solid a b\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1 0\n"
    "  endloop\n endfacet\nendsolid a b\n";
const Triangles tetrahedron = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};

std::string temporary_path(const std::string& name) {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return ::testing::TempDir() + test->name() + std::to_string(getpid()) + "_" + name;
}

std::vector<std::array<Vec3f, 3>> soup(const Mesh& mesh) {
  std::vector<std::array<Vec3f, 3>> corners;
  for (std::uint32_t i = 0; i < mesh.triangle_count(); ++i) corners.push_back(mesh.corners(i));
  return corners;
}

TEST(MeshFile, FormatFollowsExtensionInAnyCase) {
  EXPECT_EQ(mesh_format_of("a.b/c.OBJ"), MeshFormat::obj);
  EXPECT_EQ(mesh_format_of("c.Stl"), MeshFormat::stl);
  EXPECT_EQ(mesh_format_of("c.x.ply"), MeshFormat::ply);
  EXPECT_EQ(mesh_format_of("c.off"), MeshFormat::off);
  EXPECT_THROW(mesh_format_of("a.obj/c"), InputError);
  EXPECT_THROW(mesh_format_of("c.stlx"), InputError);
}

TEST(MeshFile, SameObjectInAllTextFormats) {
  const Mesh obj = parse(MeshFormat::obj, tetrahedron_obj);
  EXPECT_EQ(obj.triangles, tetrahedron);
  EXPECT_EQ(obj.name, "part");
  for (const Mesh& other :
       {parse(MeshFormat::off, tetrahedron_off), parse(MeshFormat::ply, tetrahedron_ply)}) {
    EXPECT_EQ(other.triangles, tetrahedron);
    EXPECT_EQ(other.vertices, obj.vertices);
  }
}

TEST(MeshFile, WriteAndReadKeepsEveryBit) {
  Mesh mesh = make_procedural_mesh("finned-casting", 501, 7);
  const float denormal = std::numeric_limits<float>::denorm_min();
  mesh.vertices[0] = {denormal, -0.0f, std::numeric_limits<float>::max()};
  mesh.vertices[1] = {0.1f, std::nextafter(1.f, 2.f), -1.17549435e-38f};
  for (const char* extension : {"obj", "stl", "ply", "off"}) {
    const std::string path = temporary_path(std::string("mesh.") + extension);
    write_mesh(mesh, path);
    const Mesh back = read_mesh(path);
    std::remove(path.c_str());
    ASSERT_EQ(back.triangle_count(), mesh.triangle_count()) << extension;
    const auto expected = soup(mesh), got = soup(back);
    EXPECT_EQ(std::memcmp(expected.data(), got.data(), expected.size() * sizeof expected[0]), 0) << extension;
  }
}

TEST(MeshFile, WriteComplainsAboutMissingFolderAndFullDisk) {
  const Mesh mesh = make_procedural_mesh("sphere", 5000);
  EXPECT_THROW(write_mesh(mesh, temporary_path("no/such/folder/a.obj")), InputError);
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full to write to";
  const std::string path = temporary_path("full.obj");
  std::filesystem::create_symlink("/dev/full", path);
  EXPECT_THROW(write_mesh(mesh, path), InputError);
  std::filesystem::remove(path);
}

TEST(MeshFile, ReadComplainsAboutMissingFileAndFolder) {
  EXPECT_THROW(read_mesh(temporary_path("missing.obj")), InputError);
  const std::string folder = temporary_path("folder.obj");
  std::filesystem::create_directory(folder);
  EXPECT_THROW(read_mesh(folder), InputError);
  std::filesystem::remove(folder);
}

TEST(MeshFile, CountsBeyondTheNumbersAreRefused) {
  EXPECT_NO_THROW(check_mesh_size(1ull << 31, 0xffffffffull, "m"));
  EXPECT_THROW(check_mesh_size((1ull << 31) + 1, 1, "m"), InputError);
  EXPECT_THROW(check_mesh_size(3, 1ull << 32, "m"), InputError);
  EXPECT_THROW(check_mesh_size(3, 0, "m"), InputError);
}

// Windows' editors put one before the text; it is no part of the first word.
TEST(MeshFile, AByteOrderMarkHidesNoVertex) {
  const std::string mark = "\xef\xbb\xbf";
  const Mesh plain = parse(MeshFormat::obj, tetrahedron_obj);
  const Mesh marked = parse(MeshFormat::obj, mark + tetrahedron_obj);
  ASSERT_EQ(marked.vertices.size(), plain.vertices.size());
  EXPECT_EQ(marked.triangles, plain.triangles);
  EXPECT_EQ(parse(MeshFormat::off, mark + tetrahedron_off).triangle_count(), 4u);
  const std::string stl =
      "solid part\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
      "endfacet\nendsolid part\n";
  EXPECT_EQ(parse(MeshFormat::stl, mark + stl).triangle_count(), 1u);
}

TEST(MeshFile, DecimalsAreRoundedOnce) {
  // Half-way between two float32 except for the last digit: through double it would round down to even.
  const Mesh mesh = parse(MeshFormat::obj,
                          "v 1.00000005960464477539062500000001 +2.5e+0 1e-40\nv 1e-60 -1e-400 16777217\n"
                          "v 3.4028235e38 0.00000001e8 .5\nf 1 2 3\n");
  EXPECT_EQ(mesh.vertices[0].x, std::nextafter(1.f, 2.f));
  EXPECT_EQ(mesh.vertices[0].y, 2.5f);
  EXPECT_EQ(mesh.vertices[0].z, 1e-40f);
  EXPECT_EQ(mesh.vertices[1].x, 0.f);
  EXPECT_TRUE(mesh.vertices[1].y == 0 && std::signbit(mesh.vertices[1].y));
  EXPECT_EQ(mesh.vertices[1].z, 16777216.f);
  EXPECT_EQ(mesh.vertices[2], (Vec3f{std::numeric_limits<float>::max(), 1.f, 0.5f}));
}

TEST(ObjFile, PolygonsAreFannedInOrder) {
  const Mesh mesh =
      parse(MeshFormat::obj, "v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 2 0\nv 0 1 0\nf 2 3 4 5 1\nf 1 1 1\n");
  EXPECT_EQ(mesh.triangles, (Triangles{{1, 2, 3}, {1, 3, 4}, {1, 4, 0}, {0, 0, 0}}));
}

TEST(ObjFile, EveryWayToWriteACorner) {
  const Mesh mesh =
      parse(MeshFormat::obj,
            "# c\r\nmtllib x.mtl\r\no p\r\nv 0 0 0 1 0.5 0.5\r\nv 1 0 0\r\nv 0 1 0\r\nvt 0 0\r\n\r\n"
            "f 1 2 3\r\nf 1/1 2/1 3/1\r\nf 1//1 2//1 3//1\r\nf 1/1/1 2/1/1 3/1/1 # end\r\n"
            "f -3 -2 \\\r\n -1\r\nf +1 2/ 4\r\nv 0 0 1\r\nl 1 2\r\ns off");
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {0, 1, 3}}));
  EXPECT_EQ(mesh.vertices.size(), 4u);
}

TEST(ObjFile, BackslashInCommentDoesNotSwallowTheNextLine) {
  EXPECT_EQ(parse(MeshFormat::obj, "# C:\\\nv 0 0 0\nv 1 0 0\rv 0 1 0\rf 1 2 3").vertices.size(), 3u);
}

TEST(StlFile, BinaryIsKnownByItsSize) {
  for (const char* title : {"any", "solid x", "solid\nfacet normal 0 0 0"}) {
    const Mesh mesh = parse(MeshFormat::stl, binary_stl(2,
                                                        {0, 0, 0, 1, 0, 0, 0, 1, 0,  //
                                                         0, 0, 0, 2, 0, 0, 0, 2, -0.5f},
                                                        title));
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {3, 4, 5}}));
    EXPECT_EQ(mesh.vertices[5], (Vec3f{0, 2, -0.5f}));
  }
}

TEST(StlFile, AsciiInAnyLayout) {
  EXPECT_EQ(parse(MeshFormat::stl, one_facet).triangles, (Triangles{{0, 1, 2}}));
  const Mesh two =
      parse(MeshFormat::stl,
            "\n  SOLID\nFacet Normal nan -nan(ind) -1.#IND Outer\tLoop Vertex 0 0 0 VERTEX 1\n0 0\r\n"
            "vertex 0 1 0 vertex 1 1 1 EndLoop EndFacet\nEndSolid\n\n" +
                one_facet);
  EXPECT_EQ(two.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {4, 5, 6}}));
}

std::string mixed_ply(bool big) {
  const char* encoding = big ? "big" : "little";
  std::string s =
      std::string("ply\r\nformat binary_") + encoding + "_endian 1.0\r\ncomment x\r\n" +
      "element junk 2\r\nproperty list short double d\r\nproperty uchar c\r\nelement nothing 4000000000\r\n"
      "element face 2\r\nproperty float32 q\r\nproperty list uint uint16 vertex_index\r\n"
      "property list char int8 t\r\nobj_info y\r\nelement vertex 5\r\nproperty ushort x\r\n"
      "property list uint8 int64x n\r\nproperty double z\r\nproperty int32 y\r\nend_header\r\n";
  s.replace(s.find("int64x"), 6, "float");
  s += bytes_of<std::int16_t>(1, big) + bytes_of(1.5, big) + "c" + bytes_of<std::int16_t>(0, big) + "c";
  s += bytes_of(1.f, big) + bytes_of<std::uint32_t>(4, big);
  for (const std::uint16_t i : {0, 1, 2, 3}) s += bytes_of(i, big);
  s += std::string("\2ab") + bytes_of(1.f, big) + bytes_of<std::uint32_t>(3, big);
  for (const std::uint16_t i : {4, 1, 2}) s += bytes_of(i, big);
  s += std::string(1, '\0');
  for (int i = 0; i < 5; ++i) {
    s += bytes_of<std::uint16_t>(static_cast<std::uint16_t>(40000 + i), big) + "\1" + bytes_of(9.f, big) +
         bytes_of(1.1 * i, big) + bytes_of<std::int32_t>(-16777217 * i, big);
  }
  return s;
}

TEST(PlyFile, AnyOrderTypeAndEncoding) {
  for (const bool big : {false, true}) {
    const Mesh mesh = parse(MeshFormat::ply, mixed_ply(big));
    EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {4, 1, 2}}));
    EXPECT_EQ(mesh.vertices[1], (Vec3f{40001, -16777216, 1.1f}));
    EXPECT_EQ(mesh.vertices[4], (Vec3f{40004, -67108868.f, static_cast<float>(4.4)}));
  }
}

TEST(PlyFile, AsciiSkipsWhatItDoesNotKnow) {
  const Mesh mesh =
      parse(MeshFormat::ply,
            "ply\nformat ascii 1.0\nelement vertex 3\nproperty list uchar float n\nproperty double x\n"
            "property double y\nproperty uchar red\nproperty double z\nelement material 1\n"
            "property float shine\nelement face 1\nproperty uchar f\n"
            "property list uchar uint vertex_indices\nend_header\n"
            "0 1 2 255 3\n2 8 8 4 5 255 6\n\n1 1 7 8 255 9\n0.5\n1 3 2 1 0\n");
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3f>{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}));
  EXPECT_EQ(mesh.triangles, (Triangles{{2, 1, 0}}));
}

TEST(OffFile, VariantsAndColours) {
  const Mesh mesh = parse(MeshFormat::off,
                          "# c\nSTCNOFF 4 2 # counts\n0 0 0 0 0 1 1 1 1 1 0 0\n1 0 0\n\n1 1 0 # c\n0 1 0\n"
                          "4 0 1 2 3 255 0 0\n3 3 2 1\n# end\n");
  EXPECT_EQ(mesh.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}, {3, 2, 1}}));
  EXPECT_EQ(
      parse(MeshFormat::off, "COFF\n3 1\n0 0 0 1 1 1 1\n1 0 0 1 1 1 1\n0 1 0 1 1 1 1\n3 0 1 2").triangles,
      (Triangles{{0, 1, 2}}));
}

struct BadFile {
  MeshFormat format;
  std::string text;
  std::string complaint;
};

std::string with(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

TEST(MeshFile, ComplaintsNamePlaceAndExpectation) {
  const auto obj = MeshFormat::obj, stl = MeshFormat::stl, ply = MeshFormat::ply, off = MeshFormat::off;
  const std::string v3 = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  const std::string nan_stl = binary_stl(1, {0, 0, 0, 0, 0, 0, 0, std::nanf(""), 0});
  const std::vector<BadFile> table = {
      {obj, "", "part: expected at least one triangle, got none"},
      {obj, v3, "part: expected at least one triangle, got none"},
      {obj, v3 + "f 1 2\n", "part:4: expected a face of at least 3 corners, got 2"},
      {obj, v3 + "f 0 1 2\n", "part:4: expected a vertex index from 1 or a negative one, got '0'"},
      {obj, v3 + "f 1 2 4\nf 1 2 9\n", "part:4: expected a vertex index from 1 to 3, got 4"},
      {obj, v3 + "f 1 2 -4\n", "part:4: expected a vertex index of at least -3, got '-4'"},
      {obj, v3 + "f 1 2 3/x\n", "part:4: expected a face corner v, v/vt, v//vn or v/vt/vn, got '3/x'"},
      {obj, v3 + "f 1 2 3/1/1/1\n", "part:4: expected a face corner"},
      {obj, v3 + "f 1 2 99999999999999999999\n", "part:4: expected a face corner"},
      {obj, "v 0 0\n", "part:1: expected a number for z, got the end of the line"},
      {obj, "v 0 0", "part:1: expected a number for z, got the end of the file"},
      {obj, "\r\nv 0 zero 0\n", "part:2: expected a number for y, got 'zero'"},
      {obj, "v 0 0x10 0\n", "part:1: expected a number for y, got '0x10'"},
      {obj, "v 0 +-1 0\n", "part:1: expected a number for y, got '+-1'"},
      {obj, "v nan 0 0\n", "part:1: expected a finite float32 for x, got 'nan'"},
      {obj, "v 0 0 \\\n-inf\n", "part:2: expected a finite float32 for z, got '-inf'"},
      {obj, "v 3.4028236e38 0 0\n", "part:1: expected a finite float32 for x, got '3.4028236e38'"},
      {obj, "v 1e99999999999999999999 0 0\n", "part:1: expected a finite float32 for x"},
      {obj, "v 0 \x01\xff 0\n", "part:1: expected a number for y, got '\\x01\\xff'"},
      {obj, "v " + std::string(5000, 'y'), "got '" + std::string(40, 'y') + "...'"},

      {stl, "", "part: expected 'solid' or a binary STL header of 84 bytes, got 0 bytes"},
      {stl, "solidx", "part:1: expected 'solid', got 'solidx'"},
      {stl, "solid\nendsolid\n", "part: expected at least one triangle, got none"},
      {stl, "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 x\n",
       "part:5: expected a number for z, got 'x'"},
      {stl, with(one_facet, "   vertex 1 0 0\n", ""),
       "part:6: expected a facet of at least 3 vertices, got 2"},
      {stl, with(one_facet, "endloop", "vertex"), "part:8: expected a number for x, got 'endfacet'"},
      {stl, with(one_facet, "endsolid a b\n", ""),
       "part:9: expected 'facet' or 'endsolid', got the end of the file"},
      {stl, with(one_facet, "normal", "norm"), "part:2: expected 'normal', got 'norm'"},
      {stl, one_facet + "facet\n", "part:10: expected 'solid', got 'facet'"},
      {stl, with(one_facet, "1 0 0", "1 0 1e39"), "part:5: expected a finite float32 for z, got '1e39'"},
      {stl, binary_stl(0, {}), "part: expected at least one triangle, got none"},
      {stl, nan_stl,
       "part: triangle record 0: expected finite float32 coordinates, got NaN or infinity in vertex 2"},
      {stl, binary_stl(3, std::vector<float>(18)),
       "part: triangle record 2: expected 234 bytes for the 3 triangles in the header, got 184 bytes"},
      {stl, binary_stl(3, std::vector<float>(18), "solid"), "part: triangle record 2: expected 234 bytes"},
      {stl, binary_stl(1, std::vector<float>(9)) + "x", "part: triangle record 1: expected 134 bytes"},
      {stl, binary_stl(0xffffffff, std::vector<float>(9)),
       "part: triangle record 1: expected 214748364834 bytes for the 4294967295 triangles in the header"},

      {off, "", "part:1: expected OFF, or OFF after ST, C or N, got the end of the file"},
      {off, "4OFF\n", "part:1: expected OFF, or OFF after ST, C or N, got '4OFF'"},
      {off, "OFF BINARY\n", "part:1: expected a text form of OFF; the binary one is not read, got 'BINARY'"},
      {off, "OFF\n4\n", "part:2: expected the number of faces, got the end of the line"},
      {off, "OFF\n3 -1 0\n", "part:2: expected the number of faces, got '-1'"},
      {off, "OFF\n4000000000 1 0\n", "part: expected at most 2147483648 vertices, got 4000000000"},
      {off, "OFF\n2000000000 1000000000 0\n0 0 0\n",
       "part:4: expected 2000000000 vertices as declared (there are 1), got the end of the file"},
      {off, with(tetrahedron_off, "3 0 3 2\n", ""), "part:10: expected 4 faces as declared (there are 3)"},
      {off, with(tetrahedron_off, "3 1 2 3", "3 1 2 4"),
       "part:9: expected a vertex number from 0 to 3, got '4'"},
      {off, with(tetrahedron_off, "3 1 2 3", "3 1 2 -1"),
       "part:9: expected a vertex number from 0 to 3, got '-1'"},
      {off, with(tetrahedron_off, "3 1 2 3", "4 1 2 3"),
       "part:9: expected a vertex number from 0 to 3, got the end"},
      {off, with(tetrahedron_off, "3 1 2 3", "2 1 2"),
       "part:9: expected a face of at least 3 corners, got '2'"},
      {off, tetrahedron_off + "3 0 1 2\n", "part:11: expected the end of the file after 4 faces, got '3'"},
      {off, with(tetrahedron_off, "\n1 0 0", "\n1 0 INF"),
       "part:4: expected a finite float32 for z, got 'INF'"},

      {ply, "", "part:1: expected 'ply', got the end of the file"},
      {ply, "ply\nformat ascii 2.0\n", "part:2: expected '1.0', got '2.0'"},
      {ply, "ply\nformat binary 1.0\n",
       "part:2: expected 'ascii', 'binary_little_endian' or 'binary_big_endian'"},
      {ply, "ply\nelement vertex 3\n", "part:2: expected 'format', got 'element'"},
      {ply, "ply\nformat ascii 1.0\nproperty float x\n",
       "part:3: expected 'element' before the first property"},
      {ply, with(tetrahedron_ply, "float y", "real y"),
       "part:5: expected a scalar type such as float or uchar, got 'real'"},
      {ply, with(tetrahedron_ply, "float y", "float x"),
       "part:5: expected each of x, y, z and the corner list once"},
      {ply, with(tetrahedron_ply, "float y", "float w"),
       "part:9: expected properties x, y and z of element vertex"},
      {ply, with(tetrahedron_ply, "list uchar", "list float"),
       "part:8: expected an integer type for the length of a list, got 'float'"},
      {ply, with(tetrahedron_ply, "uchar int", "uchar float"),
       "part:8: expected a list of integers for the corners"},
      {ply, with(tetrahedron_ply, "vertex_indices", "corners"),
       "part:9: expected a list property vertex_indices"},
      {ply, with(tetrahedron_ply, "element face", "element tristrips"),
       "part:9: expected an element face, got tristrips, which are not read"},
      {ply, with(tetrahedron_ply, "element face 4", "element vertex 4"),
       "part:7: expected each element once"},
      {ply, with(tetrahedron_ply, "vertex 4", "vertex -4"),
       "part:3: expected the number of records, got '-4'"},
      {ply, with(tetrahedron_ply, "vertex 4", "vertex 4000000000"),
       "part: expected at most 2147483648 vertices"},
      {ply, with(tetrahedron_ply, "vertex 4", "vertex 2000000000"),
       "part:14: expected the end of the line after the last property in vertex record 4, got '1'"},
      {ply, with(tetrahedron_ply, "3 1 2 3", "3 1 -2 3"),
       "part:16: expected a vertex index from 0 to 3 in face record 2, got -2"},
      {ply, with(tetrahedron_ply, "3 1 2 3", "3 1 2 4"),
       "part:16: expected a vertex index from 0 to 3 in face record 2, got 4"},
      {ply, with(tetrahedron_ply, "3 1 2 3", "3 1 2"),
       "part:16: expected a vertex index in face record 2, got the end of the line"},
      {ply, with(tetrahedron_ply, "3 1 2 3", "2 1 2"),
       "part:16: expected a face of at least 3 corners in face record 2, got 2"},
      {ply, with(tetrahedron_ply, "3 0 3 2\n", ""),
       "part:17: expected 4 records as declared in face record 3, got the end of the file"},
      {ply, tetrahedron_ply + "1\n", "part:18: expected the end of the file after the last record"},
      {ply, with(tetrahedron_ply, "\n1 0 0", "\n1 0 1e40"),
       "part:11: expected a finite float32 for z, got '1e40'"},
      {ply, mixed_ply(false) + "!!",
       "part: expected the end of the file after the last record, got 2 more bytes"},
      {ply, mixed_ply(true).substr(0, mixed_ply(true).size() - 3),
       "part: vertex record 4: expected 4 more bytes, got 1 up to the end of the file"},
      {ply, with(mixed_ply(false), bytes_of<std::uint16_t>(3), bytes_of<std::uint16_t>(5)),
       "part: face record 0: expected a vertex index from 0 to 4, got 5"},
      {ply, with(mixed_ply(false), "vertex 5", "vertex 2000000000"),
       "part: vertex record 5: expected 2 more bytes, got 0 up to the end of the file"},
      {ply, with(mixed_ply(true), bytes_of(1.1 * 2, true), bytes_of(1e300, true)),
       "part: vertex record 2: expected a finite float32 for z, got NaN, infinity or too large"},
      {ply,
       with(mixed_ply(true), bytes_of<std::int16_t>(1, true) + bytes_of(1.5, true),
            bytes_of<std::int16_t>(-1, true) + bytes_of(1.5, true)),
       "part: 'junk' record 0: expected a list length of at least 0, got -1"},
      {ply,
       "ply\nformat binary_little_endian 1.0\nelement \x02\xfe 1\nproperty int i\n" +
           tetrahedron_ply.substr(21, 122) + "end_header\n",
       "part: '\\x02\\xfe' record 0: expected 4 more bytes, got 0 up to the end of the file"},
  };
  for (const BadFile& bad : table) {
    const std::string got = complaint(bad.format, bad.text);
    EXPECT_NE(got.find(bad.complaint), std::string::npos)
        << "expected: " << bad.complaint << "\ngot:      " << got;
    EXPECT_EQ(got.find('\n'), std::string::npos) << got;
  }
}

TEST(MeshFile, CutAnywhereParsesOrComplains) {
  const std::vector<BadFile> files = {{MeshFormat::obj, tetrahedron_obj, ""},
                                      {MeshFormat::off, tetrahedron_off, ""},
                                      {MeshFormat::ply, tetrahedron_ply, ""},
                                      {MeshFormat::ply, mixed_ply(false), ""},
                                      {MeshFormat::ply, mixed_ply(true), ""},
                                      {MeshFormat::stl, one_facet, ""},
                                      {MeshFormat::stl, binary_stl(2, std::vector<float>(18), "solid"), ""}};
  for (const BadFile& file : files) {
    ASSERT_EQ(complaint(file.format, file.text), "no complaint");
    for (std::size_t size = 0; size < file.text.size(); ++size) {
      // A copy of the exact size, so that a sanitizer sees any byte read past the end.
      const std::vector<char> cut(file.text.begin(), file.text.begin() + static_cast<std::ptrdiff_t>(size));
      try {
        const Mesh mesh = parse_mesh(file.format, cut.data(), cut.size(), "part");
        for (const auto& triangle : mesh.triangles) {
          for (const std::uint32_t vertex : triangle) ASSERT_LT(vertex, mesh.vertices.size());
        }
      } catch (const InputError& error) {
        ASSERT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      }
    }
  }
}

TEST(MeshFile, PublicMeshesHaveTheirPublishedCounts) {
  const std::string folder = std::string(COLLISIONCHIP_SHARED_DIR) + "/meshes/";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no public meshes in " << folder;
  const std::vector<std::pair<const char*, std::uint32_t>> published = {
      {"fcl_env.obj", 2180},
      {"fcl_rob.obj", 216},
      {"featuretype.stl", 3476},
      {"ur3_upperarm.stl", 10263},
      {"prosilica_w_lens.stl", 26365},
      {"jaco_hand_3finger.obj", 27908},
      {"cycloidal.ply", 43368},
      {"g1_torso_link.stl", 51410},
      {"counter_unitsmm.stl", 83750},
      {"scorpion.obj", 99990},
      {"unitree_g1_assembled.ply", 393270},
  };
  for (const auto& [file, triangles] : published) {
    EXPECT_EQ(read_mesh(folder + file).triangle_count(), triangles) << file;
  }
}

}  // namespace
}  // namespace collisionchip

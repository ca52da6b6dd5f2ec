// The header of a PLY file: which records follow, and what is in each. Private to the PLY reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

enum class PlyEncoding { ascii, little_endian, big_endian };
enum class PlyScalar { i8, u8, i16, u16, i32, u32, f32, f64 };
enum class PlyRole { none, x, y, z, corners };

std::size_t ply_scalar_size(PlyScalar type);

struct PlyProperty {
  std::string name;
  PlyScalar type = PlyScalar::f32;
  bool is_list = false;
  PlyScalar count_type = PlyScalar::u8;
  PlyRole role = PlyRole::none;
};

struct PlyElement {
  std::string name;
  std::int64_t count = 0;
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::ascii;
  std::string line_end;  // of the first line
  std::int64_t vertex_count = 0;
  std::vector<PlyElement> elements;
};

// Reads from "ply" to "end_header". InputError unless there are vertices with x, y, z and faces with corners.
PlyHeader read_ply_header(TextScanner& scanner);

}  // namespace collisionchip

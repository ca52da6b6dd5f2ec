// Mesh files: OBJ, STL (ASCII and binary), PLY (ASCII, binary little and big endian), OFF.
//
// Polygons are fanned v0,vi,vi+1 in file order, unless that is no triangulation of them: then ears are cut
// (polygon_cut.h). Triangles are numbered in the order of the file from 0. Decimal text is rounded once to float32.
// Every malformed file raises InputError with one line: file, line or record, what was expected. Counts in headers
// are never trusted with memory before the data behind them has been seen.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

enum class MeshFormat { obj, stl, ply, off };

// The format follows from the extension (.obj .stl .ply .off, any case); InputError for another one.
MeshFormat mesh_format_of(const std::string& path);

// What is done to a file's coordinates in double, before they are rounded to float32.
struct MeshReading {
  double scale = 1;  // finite, not 0; a negative one mirrors
  Vec3d offset{};    // taken away from what the scale gave

  bool changes() const { return scale != 1 || !(offset == Vec3d{}); }
};

// What a mesh lacks or has otherwise than its file, a line each that begins with file and place: corners that rounding
// moves because the object lies far from the origin for its size, polygons that cannot be cut, surfaces left out.
using MeshRemarks = std::vector<std::string>;

Mesh read_mesh(const std::string& path, const MeshReading& reading = {}, MeshRemarks* remarks = nullptr);

// Parses a file's bytes; `name` stands for the path in messages. What the fuzz targets call.
Mesh parse_mesh(MeshFormat format, const char* data, std::size_t size, const std::string& name,
                const MeshReading& reading = {}, MeshRemarks* remarks = nullptr);

// Writes OBJ, binary STL, binary little-endian PLY or OFF by extension. float32 values survive a round trip.
// InputError when the file cannot be written.
void write_mesh(const Mesh& mesh, const std::string& path);

}  // namespace collisionchip

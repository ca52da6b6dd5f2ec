// Mesh files: OBJ, STL (ASCII and binary), PLY (ASCII, binary little and big endian), OFF.
//
// Polygons are fanned v0,vi,vi+1 in file order; triangles are numbered in that order from 0. Decimal text is
// rounded once to float32. Every malformed file raises InputError with one line: file, line or record, what
// was expected. Counts in headers are never trusted with memory before the data behind them has been seen.
#pragma once

#include <cstddef>
#include <string>

#include "collisionchip/reference/mesh/mesh.h"

namespace collisionchip {

enum class MeshFormat { obj, stl, ply, off };

// The format follows from the extension (.obj .stl .ply .off, any case); InputError for another one.
MeshFormat mesh_format_of(const std::string& path);

Mesh read_mesh(const std::string& path);

// Parses a file's bytes; `name` stands for the path in messages. What the fuzz targets call.
Mesh parse_mesh(MeshFormat format, const char* data, std::size_t size, const std::string& name);

// Writes OBJ, binary STL, binary little-endian PLY or OFF by extension. float32 values survive a round trip.
// InputError when the file cannot be written.
void write_mesh(const Mesh& mesh, const std::string& path);

}  // namespace collisionchip

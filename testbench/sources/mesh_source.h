// Mesh files as people hear of them: what a mesh has otherwise than its file goes to stderr.
#pragma once

#include <string>

#include "collisionchip/reference/mesh/mesh_file.h"

namespace collisionchip {

// read_mesh(), with a line on stderr for each of its remarks.
Mesh load_mesh(const std::string& path, const MeshReading& reading = {});

// A line on stderr that begins with the program's name. Nothing failed.
void print_note(const std::string& text);

}  // namespace collisionchip

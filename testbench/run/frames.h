// An object that changes its shape: a folder with a mesh file for each pose.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh_file.h"

namespace collisionchip {

// The mesh files of a folder in natural order of their names (reference/text/natural_order.h): 2.obj before 10.obj. InputError if the
// folder cannot be read or has no mesh files.
std::vector<std::string> frame_files(const std::string& folder);

// Reads the files, which must have the same triangles. InputError names a file that is no mesh or has another number of triangles than
// `like`. One remark goes to stderr, about the first file that has any. A remark about the first frame is left out, because that file is
// read again when the tree is built.
std::vector<Mesh> read_frames(const std::vector<std::string>& files, const Mesh& like,
                              const MeshReading& reading = {});

// A digest of all numbers of the frames: two runs with the same digest have the same frames.
std::string digest_of(const std::vector<Mesh>& frames);

}  // namespace collisionchip

// One reader per format and what they share. Private to the mesh_*.cpp files; others use mesh_file.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "collisionchip/reference/mesh/mesh_builder.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

// The readers give vertices and polygons; parse_mesh() does the checks that are the same for all of them.
void parse_obj(const char* data, std::size_t size, MeshBuilder& mesh);
void parse_stl(const char* data, std::size_t size, MeshBuilder& mesh);
void parse_ply(const char* data, std::size_t size, MeshBuilder& mesh);
void parse_off(const char* data, std::size_t size, MeshBuilder& mesh);

// InputError for more vertices or triangles than the
// numbers of this project can count, or no triangle at all.
void check_mesh_size(std::uint64_t vertices, std::uint64_t triangles, const std::string& name);

// `text` as a coordinate; complains about what is no finite number.
FileNumber to_file_number(const TextScanner& scanner, std::string_view text, const char* what,
                          const MeshBuilder& mesh);

// The next three numbers on a line of text.
FilePoint read_point(TextScanner& scanner, const MeshBuilder& mesh);

// A text that is only skipped must be written as a number: any size, NaN or infinity too, in the words of C or as -1.#IND.
bool is_written_as_number(std::string_view text);

// Skips the rest of a line, which may hold only numbers that a mesh does not need (normals, colours), at most `most`.
void skip_numbers(TextScanner& scanner, std::size_t most);

}  // namespace collisionchip

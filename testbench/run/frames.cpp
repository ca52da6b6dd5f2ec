#include "collisionchip/testbench/run/frames.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/reference/files/regular_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/natural_order.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/sources/mesh_source.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

// Hidden files are copies that editors and file systems keep.
bool is_mesh_file(const fs::path& path) {
  if (path.filename().string().front() == '.') return false;
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".obj" || extension == ".stl" || extension == ".ply" || extension == ".off";
}

}  // namespace

std::vector<std::string> frame_files(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (is_mesh_file(entry.path())) files.push_back(entry.path().string());
  }
  if (error) throw InputError(Place::in(folder), "a folder of mesh files", ": " + error.message());
  if (files.empty()) throw InputError(Place::in(folder), "mesh files (.obj, .stl, .ply, .off)", ", got none");
  std::sort(files.begin(), files.end(), natural_less);
  return files;
}

std::vector<Mesh> read_frames(const std::vector<std::string>& files, const Mesh& like,
                              const MeshReading& reading) {
  std::vector<Mesh> frames;
  bool said = false;
  for (const std::string& file : files) {
    expect_regular_file(file);
    MeshRemarks remarks;
    frames.push_back(read_mesh(file, reading, &remarks));
    if (frames.size() > 1 && !said && !remarks.empty()) print_note(remarks.front());
    said = said || !remarks.empty();
    if (frames.back().triangle_count() != like.triangle_count())
      throw InputError(
          Place::in(file),
          fmt::format("{} triangles, as {} has", like.triangle_count(), printable_path(like.name)),
          fmt::format(", got {}", frames.back().triangle_count()));
  }
  return frames;
}

std::string digest_of(const std::vector<Mesh>& frames) {
  Fnv1a hash;
  for (const Mesh& frame : frames) {
    for (const auto& triangle : frame.triangles) {
      for (const std::uint32_t vertex : triangle) {
        for (int axis = 0; axis < 3; ++axis) hash.add(std::uint64_t{bits_of(frame.vertices[vertex][axis])});
      }
    }
  }
  return fmt::format("{} frames, {:016x}", frames.size(), hash.value());
}

}  // namespace collisionchip

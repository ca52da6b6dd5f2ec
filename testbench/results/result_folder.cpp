#include "collisionchip/testbench/results/result_folder.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/output_file.h"
#include "collisionchip/tlm/machine/config_file.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

}  // namespace

ResultFolder::ResultFolder(std::string path) : path_(std::move(path)) {
  std::error_code error;
  fs::create_directories(path_, error);
  if (error || !fs::is_directory(path_))
    throw InputError(path_ + ": expected a folder that can be made" + (error ? ": " + error.message() : ""));
}

const std::vector<std::string>& ResultFolder::files() {
  static const std::vector<std::string> names = {kObjectA, kObjectB,    kPoses, kChip,
                                                 kPairs,   kStatistics, kTrace, kReport};
  return names;
}

void ResultFolder::write_objects(const Mesh& a, const Mesh* b) const {
  write_mesh(a, file(kObjectA));
  if (b != nullptr) write_mesh(*b, file(kObjectB));
}

void ResultFolder::write_question(const std::vector<Pose>& poses, const ChipConfig& config) const {
  std::string text = "# x_A = R x_B + t as 3x4 matrices, row by row\n";
  for (const Pose& pose : poses) text += matrix_text(pose) + "\n";
  write_output_file(file(kPoses), text);
  write_output_file(file(kChip), effective_toml(config));
}

std::string matrix_text(const Pose& pose) {
  std::string text;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      const float value = column < 3 ? pose.r[row][column] : pose.t[static_cast<int>(row)];
      text += fmt::format("{}{}", text.empty() ? "" : " ", value);
    }
  }
  return text;
}

std::string shell_word(const std::string& word) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) || std::strchr("_-./=,:+@%", c) != nullptr;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace collisionchip

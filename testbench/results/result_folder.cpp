#include "collisionchip/testbench/results/result_folder.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/files/own_folder.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPosesHead = "# x_A = R x_B + t as 3x4 matrices, row by row\n";
constexpr std::size_t kHead = 1024;

// The begin of a regular file; none of a link.
std::string head_of(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(path, error))) return "";
  std::ifstream file(path, std::ios::binary);
  std::string head(kHead, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(file.gcount()));
  return head;
}

bool begins(const std::string& text, const std::string& with) {
  return text.compare(0, with.size(), with) == 0;
}

// As runs have always written it.
bool is_of_a_run(const std::string& path, const std::string& name) {
  const std::string head = head_of(path);
  if (name == ResultFolder::kObjectA || name == ResultFolder::kObjectB)
    return begins(head, "binary STL by CollisionChip");
  if (name == ResultFolder::kPoses) return begins(head, kPosesHead);
  if (name == ResultFolder::kChip) return begins(head, "[chip]\nclock_period_ps = ");
  if (name == ResultFolder::kPairs) return begins(head, "pose,triangle_a,triangle_b\n");
  if (name == ResultFolder::kStatistics) return begins(head, "{\"queries\": [\n{\"pose\":");
  if (name == ResultFolder::kTrace)
    return begins(head, "SQLite format 3") && head.compare(68, 4, "CCTR") == 0;
  return ResultFolder::is_report(path);
}

}  // namespace

ResultFolder::ResultFolder(std::string path) : path_(std::move(path)) {
  make_folder(path_);
}

std::vector<std::string> ResultFolder::earlier_files(const std::string& directory) {
  std::vector<std::string> written;
  for (const std::string& name : files()) {
    if (is_of_a_run(directory + "/" + name, name)) written.push_back(name);
  }
  const auto lacks = [&](const char* name) {
    return std::find(written.begin(), written.end(), name) == written.end();
  };
  if (lacks(kObjectA) || lacks(kPoses) || lacks(kChip) || lacks(kPairs) || lacks(kStatistics)) return {};
  return written;
}

bool ResultFolder::is_report(const std::string& path) {
  const std::string head = head_of(path);
  return begins(head, "<!doctype html>") && head.find("<title>CollisionChip:") != std::string::npos;
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
  std::string text = kPosesHead;
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

std::string option_words(const std::string& option, const std::string& value) {
  const bool is_number = value.size() > 1 && std::string(".0123456789").find(value[1]) != std::string::npos;
  return " " + option + (value.compare(0, 1, "-") == 0 && !is_number ? "=" : " ") + shell_word(value);
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

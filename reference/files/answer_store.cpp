#include "collisionchip/reference/files/answer_store.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>
#include <vector>

#include "collisionchip/reference/files/hidden_name.h"
#include "collisionchip/reference/files/own_folder.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

// "17", or ".17.4711.new" of a killed process.
bool is_answer(const fs::directory_entry& entry) {
  if (!entry.is_regular_file() || entry.is_symlink()) return false;
  const std::string name = entry.path().filename().string();
  const std::string number = name.front() == '.' ? name.substr(1, name.find('.', 1) - 1) : name;
  const bool is_digits =
      std::all_of(number.begin(), number.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  return !number.empty() && is_digits && (name.front() != '.' || is_hidden_name(name, number));
}

}  // namespace

void check_answer_store(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(path, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) throw InputError(Place::in(path), "a folder of answers");
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
    if (!is_answer(entry))
      throw InputError(Place::in(path), "answers of this program alone",
                       ", found " + printable_path(entry.path().filename().string()));
  }
}

void make_answer_store(const std::string& path) {
  check_answer_store(path);
  make_folder(path);
}

void remove_answer_store(const std::string& path) {
  std::error_code error;
  if (!fs::is_directory(fs::symlink_status(path, error))) return;
  std::vector<fs::path> answers;
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
    if (is_answer(entry)) answers.push_back(entry.path());
  }
  for (const fs::path& answer : answers) fs::remove(answer, error);
  fs::remove(path, error);
}

}  // namespace collisionchip

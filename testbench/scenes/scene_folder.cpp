#include "collisionchip/testbench/scenes/scene_folder.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <vector>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/output_file.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

constexpr const char *kLock = "scene.lock", *kStore = "frames";

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error || !fs::is_directory(path))
    throw InputError(path + ": expected a folder that can be made" + (error ? ": " + error.message() : ""));
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

constexpr const char* kFiles[] = {SceneFolder::kQuestion, SceneFolder::kFrames, SceneFolder::kPairs,
                                  SceneFolder::kChip, SceneFolder::kTotals};

// Of one of the files, by a process that was killed while it wrote: ".pairs.csv.4711.new" (reference/text/output_file.h).
bool is_leftover(const std::string& name) {
  if (fs::path(name).extension() != ".new") return false;
  return std::any_of(std::begin(kFiles), std::end(kFiles), [&](const char* file) {
    return name.compare(0, std::strlen(file) + 2, std::string(".") + file + ".") == 0;
  });
}

// Nobody else writes here: the folder is locked.
void remove_leftovers(const std::string& directory) {
  std::vector<fs::path> leftovers;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    if (is_leftover(entry.path().filename().string())) leftovers.push_back(entry.path());
  }
  std::error_code ignored;
  for (const fs::path& leftover : leftovers) fs::remove(leftover, ignored);
}

// Of a folder that no scene has begun.
void refuse_strangers(const std::string& directory) {
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (name == kLock || is_leftover(name)) continue;
    throw InputError(directory + ": expected an empty folder or one of this scene, found " +
                     printable_path(name));
  }
}

void refuse_other_question(const std::string& directory, const std::string& known,
                           const std::string& question) {
  std::istringstream known_lines(known), lines(question);
  std::string was, is;
  do {
    was.clear();
    is.clear();
    std::getline(known_lines, was);
    std::getline(lines, is);
  } while (was == is && (known_lines || lines));
  if (was == is) return;
  throw InputError(directory + ": expected another folder: it holds the results of another question, '" +
                   was + "' and not '" + is + "'");
}

}  // namespace

SceneFolder::SceneFolder(const std::string& directory, const std::string& question)
    : directory_(directory), store_(directory + "/" + kStore) {
  make_folder(directory);
  const std::string asked = file(kQuestion);
  if (!fs::exists(asked)) refuse_strangers(directory);
  lock_ = std::make_unique<FolderLock>(directory, kLock);
  remove_leftovers(directory);
  if (fs::exists(asked)) {
    refuse_other_question(directory, text_of(asked), question);
  } else {
    write_output_file(asked, question);
  }
  if (is_complete()) {
    complete();
  } else {
    make_folder(store_);
  }
}

bool SceneFolder::is_complete() const {
  return std::all_of(std::begin(kFiles), std::end(kFiles),
                     [this](const char* name) { return fs::exists(file(name)); });
}

void SceneFolder::complete() const {
  std::error_code error;
  fs::remove_all(store_, error);
  if (error) throw InputError(store_ + ": expected a folder that can be removed: " + error.message());
}

}  // namespace collisionchip

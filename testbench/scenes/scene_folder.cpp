#include "collisionchip/testbench/scenes/scene_folder.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/reference/files/answer_store.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

constexpr const char *kSceneLock = "scene.lock", *kStore = "frames";

const std::vector<std::string>& scene_files() {
  static const std::vector<std::string> names = {SceneFolder::kFrames, SceneFolder::kPairs,
                                                 SceneFolder::kChip, SceneFolder::kTotals};
  return names;
}

FolderKind scene_kind() {
  return {"scene", scene_files(), {kStore}, kSceneLock, {}};
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
  throw InputError(
      Place::in(directory), "another folder",
      ": it holds the results of another question, '" + printable_path(was) + "' and not '" + is + "'");
}

}  // namespace

SceneFolder::SceneFolder(const std::string& directory, const std::string& question)
    : folder_(directory, scene_kind()), store_(directory + "/" + kStore) {
  folder_.lock();
  if (!folder_.question().empty()) refuse_other_question(directory, folder_.question(), question);
  Fnv1a digest;
  digest.add(question);
  digest_ = digest.digits();
  if (is_complete()) {
    folder_.check(scene_files());
    complete();
  } else {
    folder_.ask(question, scene_kind().all());
    make_answer_store(store_);
  }
}

bool SceneFolder::is_complete() const {
  return std::all_of(scene_files().begin(), scene_files().end(), [this](const std::string& name) {
    return folder_.is_sealed(name) && fs::exists(file(name));
  });
}

void SceneFolder::complete() {
  folder_.seal();
  remove_answer_store(store_);
}

}  // namespace collisionchip

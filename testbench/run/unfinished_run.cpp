#include "collisionchip/testbench/run/unfinished_run.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/output_file.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

// What says what is asked.
constexpr const char* kQuestionText = "question.txt";
const std::string kQuestion[] = {ResultFolder::kObjectA, ResultFolder::kObjectB, ResultFolder::kPoses,
                                 ResultFolder::kChip, kQuestionText};
constexpr const char *kFresh = "question", *kComplete = "complete", *kLock = "lock";

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool are_same(const std::string& one, const std::string& other) {
  if (fs::exists(one) != fs::exists(other)) return false;
  return bytes_of(one) == bytes_of(other);
}

void checked(const std::string& path, const std::error_code& error) {
  if (error) throw InputError(path + ": expected a file that can be replaced: " + error.message());
}

void remove(const std::string& path) {
  std::error_code error;
  fs::remove_all(path, error);
  checked(path, error);
}

void move(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::rename(from, to, error);
  checked(to, error);
}

}  // namespace

UnfinishedRun::UnfinishedRun(const std::string& directory, const std::string& question,
                             const PoseQuestion& asked, const Mesh& a, const Mesh* b,
                             const std::vector<std::string>& inputs)
    : directory_(directory), place_(place_in(directory)) {
  const ResultFolder outer(directory), made(place_);
  lock_ = std::make_unique<FolderLock>(place_, kLock);
  if (fs::exists(file(kComplete))) {
    move_into_place();
    const ResultFolder made_again(place_);
  }
  const ResultFolder fresh(file(kFresh));
  fresh.write_objects(a, b);
  fresh.write_question(asked.poses, asked.config);
  write_output_file(fresh.file(kQuestionText), question);
  keep_inputs(inputs);
  if (!is_asked_again()) begin_anew();
  remove(file(kFresh));
  const ResultFolder answers_made(answers());
}

// A run may read its own folder, as far as it writes the same there again.
void UnfinishedRun::keep_inputs(const std::vector<std::string>& inputs) const {
  for (const std::string& input : inputs) {
    for (const std::string& name : ResultFolder::files()) {
      std::error_code error;
      if (!fs::equivalent(input, directory_ + "/" + name, error)) continue;
      const std::string fresh = file(kFresh) + "/" + name;
      if (fs::exists(fresh) && are_same(fresh, input)) continue;
      remove(file(kFresh));
      throw InputError(directory_ + ": expected another folder: this run would replace " +
                       printable_path(input) + ", which it reads");
    }
  }
}

bool UnfinishedRun::is_asked_again() const {
  return std::all_of(std::begin(kQuestion), std::end(kQuestion), [&](const std::string& name) {
    return are_same(file(kFresh) + "/" + name, file(name));
  });
}

void UnfinishedRun::begin_anew() const {
  for (const fs::directory_entry& entry : fs::directory_iterator(place_)) {
    const std::string name = entry.path().filename().string();
    if (name != kLock && name != kFresh) remove(entry.path().string());
  }
  for (const std::string& name : kQuestion) {
    const std::string from = file(kFresh) + "/" + name;
    if (fs::exists(from)) move(from, file(name));
  }
}

void UnfinishedRun::complete() {
  std::string names;
  for (const std::string& name : ResultFolder::files()) {
    if (fs::exists(file(name))) names += name + "\n";
  }
  write_output_file(file(kComplete), names);
  move_into_place();
}

// May be broken off and done again: what is in its place already is not here any more.
void UnfinishedRun::move_into_place() const {
  std::istringstream names(bytes_of(file(kComplete)));
  std::set<std::string> written;
  for (std::string name; std::getline(names, name);) written.insert(name);
  for (const std::string& name : ResultFolder::files()) {
    const std::string place = directory_ + "/" + name;
    if (written.count(name) == 0) {
      remove(place);
    } else if (fs::exists(file(name))) {
      move(file(name), place);
    }
  }
  remove(place_);
}

}  // namespace collisionchip

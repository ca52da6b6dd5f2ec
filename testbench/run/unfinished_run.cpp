#include "collisionchip/testbench/run/unfinished_run.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/reference/files/answer_store.h"
#include "collisionchip/reference/files/hidden_name.h"
#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/files/temporary_folder.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/run/model_version.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

constexpr const char *kVerb = "collide", *kComplete = "complete", *kLock = "lock", *kAnswers = "answers";

// None of what is no file.
std::string bytes_of(const std::string& path) {
  if (!fs::is_regular_file(path)) return "";
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool are_same(const std::string& one, const std::string& other) {
  return fs::exists(one) && fs::exists(other) && bytes_of(one) == bytes_of(other);
}

void move(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) throw InputError(Place::in(to), "a file that can be replaced", ": " + error.message());
}

void add(Fnv1a& hash, const Mesh& mesh) {
  for (std::uint32_t triangle = 0; triangle < mesh.triangle_count(); ++triangle) {
    for (const Vec3f& corner : mesh.corners(triangle)) {
      for (const float value : {corner.x, corner.y, corner.z}) {
        std::uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        hash.add_bytes(bits, 4);
      }
    }
  }
  hash.add("|");
}

// The digest of all data that decide about the answers.
std::string digest_of(const std::string& question, const PoseQuestion& asked, const Mesh& a, const Mesh* b) {
  Fnv1a hash;
  add(hash, a);
  if (b != nullptr) add(hash, *b);
  for (const Pose& pose : asked.poses) hash.add(matrix_text(pose) + "\n");
  hash.add(effective_toml(asked.config));
  hash.add(question);
  return hash.digits();
}

FolderKind kind_of_runs() {
  return {kVerb, ResultFolder::files(), {}, "unfinished", ResultFolder::earlier_files};
}

// A run of an earlier version has no digest in its question.
std::string marked(const std::string& question) {
  if (is_question_of(question, kVerb) || !is_question_of(question, "model")) return question;
  return std::string(question).insert(question.find('\n') + 1, std::string(kVerb) + " earlier\n");
}

}  // namespace

UnfinishedRun::UnfinishedRun(const std::string& directory, const std::string& question,
                             const PoseQuestion& asked, const Mesh& a, const Mesh* b,
                             const std::vector<std::string>& inputs)
    : directory_(directory),
      place_(place_in(directory)),
      digest_(digest_of(question, asked, a, b)),
      question_(fmt::format("{}\n{} {}\n{}", model_version(), kVerb, digest_, question)),
      folder_(directory, kind_of_runs()) {
  check_all();  // before a lock is made there
  lock_ = std::make_unique<FolderLock>(place_, kLock);
  folder_.remove_leftovers();
  folder_.look();
  check_all();
  if (fs::exists(file(kComplete))) move_into_place();
  keep_inputs(inputs, asked, a, b);
  if (!is_asked_again(b)) begin(asked, a, b);
  make_answer_store(answers());
}

// Writes the question first: it marks the folder as a run's, even if further files are missing.
void UnfinishedRun::begin(const PoseQuestion& asked, const Mesh& a, const Mesh* b) {
  clear_place();
  write_output_file(file(OwnFolder::kQuestion), question_);
  const ResultFolder fresh(place_);
  fresh.write_objects(a, b);
  fresh.write_question(asked.poses, asked.config);
}

// Nothing of anybody else's stands where this run, or one that is complete, writes.
void UnfinishedRun::check_all() const {
  check_place();
  std::vector<std::string> names = ResultFolder::files();
  names.erase(std::remove(names.begin(), names.end(), ResultFolder::kReport), names.end());
  folder_.check(names);
}

// InputError if the folder has other files than a run's, or than a run's lock.
void UnfinishedRun::check_place() const {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(place_, error);
  if (!fs::exists(status)) return;
  const std::string complaint =
      printable_path(place_) + ": expected a run of this program that is not complete";
  if (!fs::is_directory(status))
    throw InputError(complaint + (fs::is_symlink(status) ? ", found a link" : ", found a file"));
  const std::string question = bytes_of(file(OwnFolder::kQuestion));
  const bool is_run = is_question_of(question, kVerb) || is_question_of(question, "model");
  std::set<std::string> known = {kLock};
  if (is_run) {
    known.insert({OwnFolder::kQuestion, kComplete, kAnswers});
    for (const std::string& name : ResultFolder::files()) known.insert(name);
    for (const char* recording : {"trace.sqlite.unfinished", "trace.sqlite.unfinished-journal"})
      known.insert(recording);
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(place_)) {
    const std::string name = entry.path().filename().string();
    const bool is_hidden = std::any_of(known.begin(), known.end(),
                                       [&](const std::string& one) { return is_hidden_name(name, one); }) ||
                           is_hidden_name(name, OwnFolder::kQuestion);
    const bool is_kept = is_hidden || known.count(name) > 0;
    if (!is_kept || entry.is_symlink() || (name != kAnswers && !entry.is_regular_file()))
      throw InputError(complaint + ", found " + printable_path(name));
  }
  check_answer_store(answers());
}

// A run may read its own folder, as far as it writes the same there again.
void UnfinishedRun::keep_inputs(const std::vector<std::string>& inputs, const PoseQuestion& asked,
                                const Mesh& a, const Mesh* b) const {
  std::optional<TemporaryFolder> written;
  for (const std::string& input : inputs) {
    for (const std::string& name : ResultFolder::files()) {
      std::error_code error;
      if (!fs::equivalent(input, folder_.file(name), error) && !fs::equivalent(input, file(name), error))
        continue;
      if (!written) {
        const ResultFolder fresh(written.emplace().path());
        fresh.write_objects(a, b);
        fresh.write_question(asked.poses, asked.config);
      }
      if (are_same(written->path() + "/" + name, input)) continue;
      throw InputError(Place::in(directory_), "another folder",
                       ": this run would replace " + printable_path(input) + ", which it reads");
    }
  }
}

bool UnfinishedRun::is_asked_again(const Mesh* b) const {
  if (bytes_of(file(OwnFolder::kQuestion)) != question_) return false;
  if (b != nullptr && !fs::exists(file(ResultFolder::kObjectB))) return false;
  return fs::exists(file(ResultFolder::kObjectA)) && fs::exists(file(ResultFolder::kPoses)) &&
         fs::exists(file(ResultFolder::kChip));
}

void UnfinishedRun::complete() {
  std::string names;
  for (const std::string& name : ResultFolder::files()) {
    if (fs::exists(file(name))) names += name + "\n";
  }
  write_output_file(file(kComplete), names);
  move_into_place();
  // A run that has opened the lock meanwhile finds the file gone when it locks it, and makes it again.
  std::error_code ignored;
  fs::remove(file(kLock), ignored);
  fs::remove(place_, ignored);
}

// May be broken off and done again: what is in its place already is not here any more.
void UnfinishedRun::move_into_place() {
  std::istringstream names(bytes_of(file(kComplete)));
  std::vector<std::string> coming;
  std::set<std::string> written;
  for (std::string name; std::getline(names, name);) {
    const auto& all = ResultFolder::files();
    if (std::find(all.begin(), all.end(), name) == all.end()) continue;
    written.insert(name);
    if (fs::exists(file(name))) coming.push_back(name);
  }
  folder_.check(coming);
  for (const std::string& name : ResultFolder::files()) {
    if (written.count(name) == 0 && folder_.has_written(name)) folder_.remove(name);
  }
  if (ResultFolder::is_report(folder_.file(ResultFolder::kReport)))
    fs::remove(folder_.file(ResultFolder::kReport));
  folder_.ask(marked(bytes_of(file(OwnFolder::kQuestion))), coming);
  for (const std::string& name : coming) move(file(name), folder_.file(name));
  folder_.seal();
  clear_place();
}

// All but the lock; the question last.
void UnfinishedRun::clear_place() const {
  remove_answer_store(answers());
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(place_)) {
    const std::string name = entry.path().filename().string();
    if (name != kLock && name != OwnFolder::kQuestion && entry.is_regular_file())
      files.push_back(entry.path());
  }
  files.emplace_back(file(OwnFolder::kQuestion));
  for (const fs::path& path : files) {
    std::error_code error;
    fs::remove(path, error);
    if (error)
      throw InputError(Place::in(path.string()), "a file that can be removed", ": " + error.message());
  }
}

}  // namespace collisionchip

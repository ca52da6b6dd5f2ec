#include "collisionchip/reference/files/own_folder.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "collisionchip/reference/files/hidden_name.h"
#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/files/regular_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFiles = "files: ";

fs::file_type type_of(const std::string& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type();
}

std::string text_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// "0.1.0-b08acbf28433".
bool is_version(const std::string& line) {
  const std::size_t dash = line.rfind('-');
  return dash != std::string::npos && dash > 0 && line.size() - dash > 8 &&
         std::all_of(line.begin() + static_cast<std::ptrdiff_t>(dash) + 1, line.end(),
                     [](unsigned char c) { return std::isxdigit(c) != 0; });
}

// "host" and "host/host.json" of the latter.
std::vector<std::string> with_folders(const std::string& name) {
  std::vector<std::string> names;
  for (std::size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1))
    names.push_back(name.substr(0, slash));
  names.push_back(name);
  return names;
}

}  // namespace

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error || !fs::is_directory(path))
    throw InputError(Place::in(path), "a folder that can be made" + (error ? ": " + error.message() : ""));
}

void refuse_link(const std::string& path) {
  if (type_of(path) == fs::file_type::symlink)
    throw InputError(Place::in(path), "no link in a folder of results");
}

bool is_question_of(const std::string& text, const std::string& verb) {
  std::istringstream lines(text);
  std::string version, asked;
  std::getline(lines, version);
  std::getline(lines, asked);
  return is_version(version) && (asked + " ").compare(0, verb.size() + 1, verb + " ") == 0;
}

std::vector<std::string> FolderKind::all() const {
  std::vector<std::string> both = names;
  both.insert(both.end(), folders.begin(), folders.end());
  return both;
}

bool FolderKind::grows(const std::string& name) const {
  return std::any_of(growing.begin(), growing.end(), [&](const std::string& one) {
    const std::vector<std::string> parts = with_folders(one);
    return std::find(parts.begin(), parts.end(), name) != parts.end();
  });
}

OwnFolder::OwnFolder(std::string directory, FolderKind kind)
    : directory_(std::move(directory)), kind_(std::move(kind)) {
  make_folder(directory_);
  look();
}

void OwnFolder::lock(std::chrono::milliseconds patience) {
  lock_ = std::make_unique<FolderLock>(directory_, kind_.begun, patience);
  remove_leftovers();
  look();
}

void OwnFolder::look() {
  question_.clear();
  written_.clear();
  const std::string path = file(kQuestion);
  const fs::file_type type = type_of(path);
  const std::string text = type == fs::file_type::regular ? text_in(path) : "";
  if (!is_question_of(text, kind_.verb)) {
    if (type != fs::file_type::not_found) refuse(kQuestion);
    const std::vector<std::string> earlier =
        kind_.earlier ? kind_.earlier(directory_) : std::vector<std::string>();
    for (const std::string& name : earlier) written_[name];
    const std::string found = written_.empty() ? stranger() : "";
    if (found.empty()) return;
    // Meanwhile another process may have begun here, which writes the question first.
    if (type_of(path) == fs::file_type::not_found) refuse(found);
    return look();
  }
  const std::size_t files = text.rfind(kFiles);
  const bool has_files = files != std::string::npos && files > 0 && text[files - 1] == '\n';
  question_ = text.substr(0, has_files ? files : text.size());
  std::istringstream names(has_files ? text.substr(files + std::string(kFiles).size()) : "");
  for (std::string name; names >> name;) {
    const std::size_t equals = std::min(name.find('='), name.size());
    written_[name.substr(0, equals)] = name.substr(std::min(equals + 1, name.size()));
  }
  if (has_files) return;
  for (const std::string& name : kind_.all()) written_[name];  // an earlier version
}

// The name of something in a folder without a question; empty: nothing is there.
std::string OwnFolder::stranger() const {
  for (const fs::directory_entry& entry : fs::directory_iterator(directory_)) {
    std::string name = entry.path().filename().string();
    const bool is_begun = name == kind_.begun && !entry.is_symlink() &&
                          (entry.is_directory() || (entry.is_regular_file() && entry.file_size() == 0));
    if (!is_begun && !is_hidden_name(name, kQuestion)) return name;
  }
  return "";
}

void OwnFolder::refuse(const std::string& name) const {
  throw InputError(Place::in(directory_), "an empty folder or results of `" + kind_.verb + "`",
                   ", found " + printable_path(name));
}

void OwnFolder::remove_leftovers() const {
  std::vector<fs::path> leftovers;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory_)) {
    const std::string name = entry.path().filename().string();
    const auto is_of = [&](const std::string& file) { return is_hidden_name(name, file); };
    if (!entry.is_regular_file() || entry.is_symlink()) continue;
    if (is_of(kQuestion) || std::any_of(kind_.names.begin(), kind_.names.end(), is_of))
      leftovers.push_back(entry.path());
  }
  std::error_code ignored;
  for (const fs::path& leftover : leftovers) fs::remove(leftover, ignored);
}

void OwnFolder::check(const std::vector<std::string>& names) const {
  for (const std::string& name : names) {
    for (const std::string& part : with_folders(name)) {
      if (type_of(file(part)) == fs::file_type::not_found) break;
      check_part(part, part != name || is_folder(name));
    }
  }
}

void OwnFolder::check_part(const std::string& name, bool as_folder) const {
  const std::string path = file(name), place = printable_path(path);
  const fs::file_type type = type_of(path);
  refuse_link(path);
  if (!has_written(name))
    throw InputError(Place::in(directory_), "another folder",
                     ": this command would write " + printable_path(name) + ", and " + name_of(type) +
                         " is there that this program has not written");
  if (type != (as_folder ? fs::file_type::directory : fs::file_type::regular))
    throw InputError(place + (as_folder ? ": expected a folder" : ": expected a file") +
                     " that this program has written, found " + name_of(type));
  if (is_sealed(name) && written_.at(name) != digest_of_file(path))
    throw InputError(place, "the file as this program has written it", ", found other bytes; move it away");
}

bool OwnFolder::is_folder(const std::string& name) const {
  return std::find(kind_.folders.begin(), kind_.folders.end(), name) != kind_.folders.end();
}

bool OwnFolder::is_sealed(const std::string& name) const {
  const auto found = written_.find(name);
  return found != written_.end() && !found->second.empty();
}

void OwnFolder::remove(const std::string& name) {
  check({name});
  std::error_code error;
  fs::remove(file(name), error);
  if (error) throw InputError(Place::in(file(name)), "a file that can be replaced", ": " + error.message());
  written_.erase(name);
}

void OwnFolder::ask(const std::string& question, const std::vector<std::string>& names) {
  check(names);
  question_ = question;
  for (const std::string& name : names) {
    for (const std::string& part : with_folders(name)) written_[part].clear();
  }
  write_question();
}

void OwnFolder::seal() {
  for (auto name = written_.begin(); name != written_.end();) {
    const fs::file_type type = type_of(file(name->first));
    const bool grows = kind_.grows(name->first);
    if (type == fs::file_type::regular && !grows && name->second.empty())
      name->second = digest_of_file(file(name->first));
    name = type == fs::file_type::not_found && !grows ? written_.erase(name) : std::next(name);
  }
  write_question();
}

void OwnFolder::write_question() const {
  std::string text = question_ + kFiles;
  for (const auto& [name, digest] : written_)
    text += (text.back() == ' ' ? "" : " ") + name + (digest.empty() ? "" : "=" + digest);
  text += '\n';
  if (text_in(file(kQuestion)) != text) write_output_file(file(kQuestion), text);
}

}  // namespace collisionchip

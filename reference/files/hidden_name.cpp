#include "collisionchip/reference/files/hidden_name.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestStem = 200;
constexpr const char* kEnding = ".new";
// What earlier versions left when they were killed while waves were written.
constexpr const char* kEarlierEnding = ".new.hier";

std::string stem_of(const std::string& place) {
  return "." + fs::path(place).filename().string().substr(0, kLongestStem) + ".";
}

bool takes_off(std::string& text, const std::string& ending) {
  if (text.size() < ending.size() || text.compare(text.size() - ending.size(), ending.size(), ending) != 0)
    return false;
  text.resize(text.size() - ending.size());
  return true;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() <= 9 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

// The process in a hidden name behind its stem, "4711.new" or "4711.2.new"; 0: it is no such name.
pid_t process_in(std::string rest) {
  if (!takes_off(rest, kEnding) && !takes_off(rest, kEarlierEnding)) return 0;
  const std::size_t dot = rest.find('.');
  if (dot != std::string::npos && !is_number(rest.substr(dot + 1))) return 0;
  rest = rest.substr(0, dot);
  return is_number(rest) ? std::atoi(rest.c_str()) : 0;
}

bool lives(pid_t process) {
  return kill(process, 0) == 0 || errno != ESRCH;
}

bool is_own_regular_file(const fs::path& path) {
  struct stat status = {};
  return lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid();
}

// All names of the folder that may be hidden ones, as they were when the process first wrote there.
const std::vector<std::string>& hidden_in(const fs::path& folder) {
  static std::map<std::string, std::vector<std::string>> folders;
  const auto [known, is_new] = folders.try_emplace(folder.string());
  if (!is_new) return known->second;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::string name = entry->path().filename().string();
    std::string stem = name;
    const bool ends = takes_off(stem, kEnding) || takes_off(stem, kEarlierEnding);
    if (ends && name.front() == '.') known->second.push_back(std::move(name));
  }
  return known->second;
}

}  // namespace

std::string hidden_name(const std::string& place, int attempt) {
  const std::string number = attempt == 0 ? "" : "." + std::to_string(attempt);
  return (fs::path(place).parent_path() / (stem_of(place) + std::to_string(getpid()) + number + kEnding))
      .string();
}

bool is_hidden_name(const std::string& name, const std::string& file) {
  const std::string stem = stem_of(file);
  return name.compare(0, stem.size(), stem) == 0 && process_in(name.substr(stem.size())) > 0;
}

void remove_leftovers(const std::string& place) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  const fs::path parent = fs::path(place).parent_path(), folder = parent.empty() ? "." : parent;
  const std::string stem = stem_of(place);
  for (const std::string& name : hidden_in(folder)) {
    if (name.compare(0, stem.size(), stem) != 0) continue;
    const pid_t process = process_in(name.substr(stem.size()));
    if (process > 0 && !lives(process) && is_own_regular_file(folder / name)) unlink((folder / name).c_str());
  }
}

}  // namespace collisionchip

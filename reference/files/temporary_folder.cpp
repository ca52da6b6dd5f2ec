#include "collisionchip/reference/files/temporary_folder.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

const std::string kPrefix = "collisionchip-";

// "collisionchip-4711-a1B2c3", a folder of this user, and no process 4711 lives.
bool is_leftover(const fs::path& path) {
  const std::string name = path.filename().string();
  if (name.compare(0, kPrefix.size(), kPrefix) != 0) return false;
  char* behind = nullptr;
  const long process = std::strtol(name.c_str() + kPrefix.size(), &behind, 10);
  if (process <= 0 || *behind != '-' || std::strlen(behind) != 7) return false;
  struct stat status = {};
  const bool is_own =
      lstat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
  return is_own && kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
}

// What killed processes have left.
void remove_leftovers(const fs::path& parent) {
  std::error_code error;
  std::vector<fs::path> leftovers;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
    if (is_leftover(entry->path())) leftovers.push_back(entry->path());
  }
  for (const fs::path& leftover : leftovers) fs::remove_all(leftover, error);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  const std::filesystem::path place = error ? std::filesystem::path("/tmp") : parent;
  remove_leftovers(place);
  path_ = place / (kPrefix + std::to_string(getpid()) + "-XXXXXX");
  if (mkdtemp(path_.data()) == nullptr)
    throw InputError(Place::in(path_), "a folder that can be made", std::string(": ") + std::strerror(errno));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace collisionchip

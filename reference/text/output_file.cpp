#include "collisionchip/reference/text/output_file.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

// A signal handler may not allocate: names in a table of fixed size. A name that has no room in it, or is too long, is
// only not dropped when a signal ends the process.
constexpr std::size_t kPlaces = 16, kLongestName = 4096;

struct Unfinished {
  std::atomic<int> state{kFree};
  pid_t process = 0;  // a process that was forked later has the table too
  char name[kLongestName] = {};

  static constexpr int kFree = 0, kChanging = 1, kNamed = 2;
};

std::array<Unfinished, kPlaces>& unfinished_files() {
  static std::array<Unfinished, kPlaces> files;
  return files;
}

int remember(const std::string& name) {
  if (name.size() >= kLongestName) return -1;
  auto& files = unfinished_files();
  for (std::size_t i = 0; i < kPlaces; ++i) {
    int expected = Unfinished::kFree;
    if (!files[i].state.compare_exchange_strong(expected, Unfinished::kChanging)) continue;
    std::strcpy(files[i].name, name.c_str());
    files[i].process = getpid();
    files[i].state = Unfinished::kNamed;
    return static_cast<int>(i);
  }
  return -1;
}

void forget(int place) {
  if (place >= 0) unfinished_files()[static_cast<std::size_t>(place)].state = Unfinished::kFree;
}

// One of the process's own streams, by its name in /proc: it leads to what has no name (a pipe), or to a file that somebody
// else has opened and may be adding to.
bool is_open_already(const std::string& place) {
  const std::string folder = fs::path(place).parent_path().string();
  if (folder == "/dev/fd") return true;
  return folder.compare(0, 6, "/proc/") == 0 && folder.size() > 3 &&
         folder.compare(folder.size() - 3, 3, "/fd") == 0;
}

// Hidden, and of this process: two that write the same file do not disturb one another.
std::string beside(const std::string& place) {
  const fs::path path = place;
  return (path.parent_path() / ("." + path.filename().string() + "." + std::to_string(getpid()) + ".new"))
      .string();
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path), place_(place_of(path)), written_(place_) {
  std::error_code error;
  if (is_open_already(place_)) {
    errno = 0;
    file_.open(written_, std::ios::binary | std::ios::app);
    if (!file_) fail("a file that can be written");
    return;
  }
  const fs::file_status status = fs::status(place_, error);
  if (fs::is_directory(status)) {
    errno = EISDIR;
    fail("a file that can be written");
  }
  if (fs::exists(status) && access(place_.c_str(), W_OK) != 0) fail("a file that can be written");
  const bool direct = fs::exists(status) && !fs::is_regular_file(status);
  if (!direct) {
    written_ = beside(place_);
    registered_ = remember(written_);
  }
  errno = 0;
  file_.open(written_, std::ios::binary | std::ios::trunc);
  if (!file_) fail("a file that can be written");
  if (fs::is_regular_file(status)) fs::permissions(written_, status.permissions(), error);
}

std::string OutputFile::place_of(const std::string& path) {
  std::error_code error;
  fs::path place = path;
  for (int links = 0; links < 40 && fs::is_symlink(fs::symlink_status(place, error)); ++links) {
    if (is_open_already(place.string())) break;
    const fs::path to = fs::read_symlink(place, error);
    place = to.is_absolute() ? to : place.parent_path() / to;
  }
  return place.string();
}

OutputFile::~OutputFile() {
  if (file_.is_open()) file_.close();
  drop();
}

void OutputFile::close() {
  if (file_) errno = 0;  // else what failed has left its reason
  if (file_.is_open()) file_.close();
  if (!file_) fail("to write all of it");
  if (is_replaced() && std::rename(written_.c_str(), place_.c_str()) != 0)
    fail("a file that can be replaced");
  forget(registered_);
  registered_ = -1;
  written_ = place_;
}

void OutputFile::drop() noexcept {
  if (is_replaced()) std::remove(written_.c_str());
  forget(registered_);
  registered_ = -1;
}

void OutputFile::fail(const char* expected) {
  const std::string reason = errno != 0 ? std::strerror(errno) : "an error of the stream";
  drop();
  throw InputError(printable_path(path_) + ": expected " + expected + ": " + reason);
}

void OutputFile::drop_all() noexcept {
  for (Unfinished& file : unfinished_files()) {
    if (file.state == Unfinished::kNamed && file.process == getpid()) unlink(file.name);
  }
}

void write_output_file(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.stream() << text;
  file.close();
}

}  // namespace collisionchip

#include "collisionchip/reference/files/folder_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

// So often the file may be another one when it is locked.
constexpr int kMostLocks = 1000;
constexpr std::chrono::milliseconds kBetweenTries{20};

// -1 and errno if it cannot be opened.
int open_lock(const std::string& directory, const std::string& path) {
  const int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC;
  int file = open(path.c_str(), flags, 0666);
  if (file >= 0 || errno != ENOENT) return file;
  if (mkdir(directory.c_str(), 0777) != 0 && errno != EEXIST) return -1;  // deleted with its lock meanwhile
  return open(path.c_str(), flags, 0666);
}

// The lock belongs to this process alone. Workers that it forks do not have the lock, even if they outlive the process.
bool lock_whole(int file) {
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  return fcntl(file, F_SETLK, &whole) == 0;
}

bool is_still_named(int file, const std::string& path) {
  struct stat opened = {}, named = {};
  return fstat(file, &opened) == 0 && lstat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
         opened.st_ino == named.st_ino;
}

[[noreturn]] void refuse_taken(const std::string& directory) {
  throw InputError(printable_path(directory) + ": another process writes here; expected one at a time");
}

}  // namespace

FolderLock::FolderLock(const std::string& directory, const std::string& file,
                       std::chrono::milliseconds patience) {
  const std::string path = directory + "/" + file;
  const auto end = std::chrono::steady_clock::now() + patience;
  for (int attempt = 0; attempt < kMostLocks; ++attempt) {
    file_ = open_lock(directory, path);
    if (file_ < 0)
      throw InputError(Place::in(path), "a file that can be written",
                       std::string(": ") + std::strerror(errno));
    while (!lock_whole(file_)) {
      const int reason = errno;
      const bool is_taken = reason == EAGAIN || reason == EACCES;
      if (is_taken && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(kBetweenTries);
        continue;
      }
      close(file_);
      if (is_taken) refuse_taken(directory);
      throw InputError(Place::in(directory), "a folder that can be locked",
                       std::string(": ") + std::strerror(reason));
    }
    if (is_still_named(file_, path)) return;
    close(file_);
    file_ = -1;
  }
  refuse_taken(directory);
}

FolderLock::~FolderLock() {
  close(file_);
}

}  // namespace collisionchip

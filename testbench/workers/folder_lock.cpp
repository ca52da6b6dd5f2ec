#include "collisionchip/testbench/workers/folder_lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

FolderLock::FolderLock(const std::string& directory, const std::string& file) {
  const std::string path = directory + "/" + file;
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) throw InputError(path + ": expected a file that can be written: " + std::strerror(errno));
  // Of this process alone: workers that it forks, and leaves behind when it is killed, do not have it.
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (fcntl(file_, F_SETLK, &whole) == 0) return;
  const bool taken = errno == EAGAIN || errno == EACCES;
  const std::string reason = std::strerror(errno);
  close(file_);
  throw InputError(directory + (taken ? ": another process writes here; expected one at a time"
                                      : ": expected a folder that can be locked: " + reason));
}

FolderLock::~FolderLock() {
  close(file_);
}

}  // namespace collisionchip

// One process at a time writes to a folder.
#pragma once

#include <chrono>
#include <string>

namespace collisionchip {

class FolderLock {
 public:
  // Locks a file in the folder; makes both if they do not exist. InputError if another process still has the lock after
  // `patience`, or if the file is a link. The lock ends when this process ends, in any way. The lock's holder may delete the
  // file. A process that had opened it before, and locks it then, finds another file under the name, or none, and begins
  // again.
  FolderLock(const std::string& directory, const std::string& file, std::chrono::milliseconds patience = {});
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

}  // namespace collisionchip

// One process at a time writes to a folder.
#pragma once

#include <string>

namespace collisionchip {

class FolderLock {
 public:
  // By a file in the folder, which stays. InputError if another process has it. The lock ends with this
  // process, however that ends.
  FolderLock(const std::string& directory, const std::string& file);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

}  // namespace collisionchip

// One exploration at a time writes to a folder.
#pragma once

#include <string>

namespace collisionchip {

class FolderLock {
 public:
  // InputError if another process has it. It ends with this process, however that ends.
  explicit FolderLock(const std::string& directory);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

}  // namespace collisionchip

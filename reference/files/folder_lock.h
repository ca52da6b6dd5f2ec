// One process at a time writes to a folder.
#pragma once

#include <chrono>
#include <string>

namespace collisionchip {

class FolderLock {
 public:
  // By a file in the folder; both are made if need be. InputError if another process still has it after `patience`, or if a
  // link stands there. The
  // lock ends with this process, however that ends. Its holder may delete the file: who opened it before and locks it then
  // finds another one under its name, or none, and begins again.
  FolderLock(const std::string& directory, const std::string& file, std::chrono::milliseconds patience = {});
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

}  // namespace collisionchip

// A folder for what only this process needs, gone when it ends; what a killed one has left goes with the next.
#pragma once

#include <string>

namespace collisionchip {

class TemporaryFolder {
 public:
  // In $TMPDIR or /tmp. InputError if none can be made there.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace collisionchip

#include "collisionchip/testbench/workers/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  path_ = (error ? std::filesystem::path("/tmp") : parent) / "collisionchip-XXXXXX";
  if (mkdtemp(path_.data()) == nullptr)
    throw InputError(path_ + ": expected a folder that can be made: " + std::strerror(errno));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace collisionchip

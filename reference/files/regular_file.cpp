#include "collisionchip/reference/files/regular_file.h"

#include <array>
#include <fstream>
#include <string_view>
#include <system_error>

#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace fs = std::filesystem;

const char* name_of(fs::file_type type) {
  switch (type) {
    case fs::file_type::regular:
      return "a file";
    case fs::file_type::directory:
      return "a folder";
    case fs::file_type::symlink:
      return "a link";
    case fs::file_type::fifo:
      return "a pipe";
    case fs::file_type::socket:
      return "a socket";
    case fs::file_type::block:
    case fs::file_type::character:
      return "a device";
    default:
      return "nothing";
  }
}

void expect_regular_file(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw InputError(Place::in(path), "a regular file", std::string(", found ") + name_of(status.type()));
}

std::string digest_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 1 << 16> bytes;
  Fnv1a hash;
  while (file.read(bytes.data(), bytes.size()) || file.gcount() > 0)
    hash.add(std::string_view(bytes.data(), static_cast<std::size_t>(file.gcount())));
  return hash.digits();
}

}  // namespace collisionchip

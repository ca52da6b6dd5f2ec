// A folder for the files of one test.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace collisionchip::testing_support {

// A temporary folder; messages are shown without it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "collisionchip_test_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(*this / name, std::ios::binary) << text;
    return *this / name;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(*this / name, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  std::string without(std::string text) const {
    for (std::size_t at = 0; (at = text.find(path_ + "/", at)) != std::string::npos;)
      text.erase(at, path_.size() + 1);
    return text;
  }

 private:
  std::string path_;
};

}  // namespace collisionchip::testing_support

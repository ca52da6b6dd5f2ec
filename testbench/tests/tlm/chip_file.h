// A chip configuration file for the length of a test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip {

// A temporary directory with one file, my.toml; messages are shown with that name only.
class ChipFile {
 public:
  explicit ChipFile(const std::string& text) {
    std::string name = (std::filesystem::temp_directory_path() / "collisionchip_config_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    directory_ = name;
    std::ofstream(path(), std::ios::binary) << text;
  }
  ~ChipFile() { std::filesystem::remove_all(directory_); }
  ChipFile(const ChipFile&) = delete;
  ChipFile& operator=(const ChipFile&) = delete;

  std::string path() const { return directory_ + "/my.toml"; }
  // What load_chip complains of, without the directory; empty if it loads.
  std::string complaint() const {
    try {
      load_chip(path());
    } catch (const InputError& error) {
      const std::string what = error.what();
      return what.rfind(directory_ + "/", 0) == 0 ? what.substr(directory_.size() + 1) : what;
    }
    return "";
  }

 private:
  std::string directory_;
};

inline std::string complaint_of(const std::string& text) {
  return ChipFile(text).complaint();
}

}  // namespace collisionchip

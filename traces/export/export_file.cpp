#include "collisionchip/traces/export/export_file.h"

#include <cerrno>
#include <cstring>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip::trace_detail {

ExportFile::ExportFile(const std::string& path)
    : path_(path), file_(path, std::ios::trunc | std::ios::binary) {
  if (!file_) throw InputError(path_ + ": expected a file that can be written: " + std::strerror(errno));
}

void ExportFile::write() {
  file_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
  text_.clear();
}

void ExportFile::close() {
  write();
  file_.close();
  if (!file_) throw InputError(path_ + ": expected to write all of it: " + std::strerror(errno));
}

}  // namespace collisionchip::trace_detail

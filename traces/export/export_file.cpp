#include "collisionchip/traces/export/export_file.h"

namespace collisionchip::trace_detail {

void ExportFile::write() {
  file_.stream().write(text_.data(), static_cast<std::streamsize>(text_.size()));
  text_.clear();
}

void ExportFile::close() {
  write();
  file_.close();
}

}  // namespace collisionchip::trace_detail

// A text file that an exporter writes; what cannot be written is an InputError with its name.
#pragma once

#include <string>

#include <fmt/format.h>

#include "collisionchip/reference/files/output_file.h"

namespace collisionchip::trace_detail {

class ExportFile {
 public:
  explicit ExportFile(const std::string& path) : file_(path) {}

  template <typename... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    if (text_.size() >= kWriteBytes) write();
  }
  void close();

 private:
  static constexpr std::size_t kWriteBytes = 1u << 20;
  void write();

  OutputFile file_;
  fmt::memory_buffer text_;
};

}  // namespace collisionchip::trace_detail

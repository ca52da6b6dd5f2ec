// A file that appears under its name only when it is complete. Until then it has no name, or a hidden one in the same folder.
// So after a full disk, an error or a killed process the previous file is still there.
#pragma once

#include <memory>
#include <ostream>
#include <string>

namespace collisionchip {

class OutputFile {
 public:
  // A link that the user names is followed: its target is replaced. A device or a pipe is written to directly, and so is a
  // stream of this process (/dev/stdout, /dev/fd/3), whatever it leads to.
  // Hidden files of this output that killed processes left are removed. InputError if the file cannot be written.
  explicit OutputFile(const std::string& path);
  // Not closed: what was written is dropped.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return stream_; }
  // The complete file gets its name. InputError with the system's reason if a part could not be written.
  void close();

  // Where a file of this name is: links followed, also one that leads to nothing yet.
  static std::string place_of(const std::string& path);

  // Drops all files that are not closed. May be called by a signal handler that ends the process.
  static void drop_all() noexcept;

 private:
  class Bytes;

  void make(const std::string& place);
  void give_name();
  void drop() noexcept;
  [[noreturn]] void fail(const char* expected, int reason);

  std::string path_;    // as the user says it
  std::string place_;   // where it shall be
  std::string hidden_;  // its name until then; empty: it has none, or is written directly
  bool is_direct_ = false;
  int file_ = -1;
  int registered_ = -1;  // among those that drop_all() knows
  std::unique_ptr<Bytes> bytes_;
  std::ostream stream_;
};

// The whole text as a file, all or nothing.
void write_output_file(const std::string& path, const std::string& text);

}  // namespace collisionchip

// A file that is there when it is complete, and not before: it is written beside its place and moved there at the end, so
// that a full disk, an error or a killed process leaves what stood there.
#pragma once

#include <fstream>
#include <ostream>
#include <string>

namespace collisionchip {

class OutputFile {
 public:
  // A link is followed: what it leads to is replaced. What is no regular file (a device, a pipe) stays what it is and is
  // written to directly; so is a stream of this process (/dev/stdout, /dev/fd/3), wherever it leads. InputError when the
  // file cannot be written.
  explicit OutputFile(const std::string& path);
  // Not closed: what was written is dropped.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return file_; }
  // The complete file takes its place. InputError if not all of it could be written.
  void close();

  // For libraries that open files by name: where the bytes are until close(), which then only moves them there. False:
  // a device, which is not moved.
  const std::string& unfinished() const { return written_; }
  bool is_replaced() const { return written_ != place_; }
  void leave_to_others() { file_.close(); }

  // Where a file of this name is: links followed, also one that leads to nothing yet.
  static std::string place_of(const std::string& path);

  // Drops all files that are not closed. May be called by a signal handler that ends the process.
  static void drop_all() noexcept;

 private:
  void drop() noexcept;
  [[noreturn]] void fail(const char* expected);

  std::string path_;     // as the user says it
  std::string place_;    // where it shall be
  std::string written_;  // where it is until then; place_ itself for a device
  std::ofstream file_;
  int registered_ = -1;  // among those that drop_all() knows
};

// The whole text as a file, all or nothing.
void write_output_file(const std::string& path, const std::string& text);

}  // namespace collisionchip

#include "collisionchip/reference/files/output_file.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <streambuf>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collisionchip/reference/files/hidden_name.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

// A signal handler may not allocate: names in a table of fixed size. A name that has no room in it, or is too long, is
// only not dropped when a signal ends the process.
constexpr std::size_t kPlaces = 16, kLongestName = 4096;

struct Unfinished {
  std::atomic<int> state{kFree};
  pid_t process = 0;  // a process that was forked later has the table too
  char name[kLongestName] = {};

  static constexpr int kFree = 0, kChanging = 1, kNamed = 2;
};

std::array<Unfinished, kPlaces>& unfinished_files() {
  static std::array<Unfinished, kPlaces> files;
  return files;
}

int remember(const std::string& name) {
  if (name.size() >= kLongestName) return -1;
  auto& files = unfinished_files();
  for (std::size_t i = 0; i < kPlaces; ++i) {
    int expected = Unfinished::kFree;
    if (!files[i].state.compare_exchange_strong(expected, Unfinished::kChanging)) continue;
    std::strcpy(files[i].name, name.c_str());
    files[i].process = getpid();
    files[i].state = Unfinished::kNamed;
    return static_cast<int>(i);
  }
  return -1;
}

void forget(int& place) {
  if (place >= 0) unfinished_files()[static_cast<std::size_t>(place)].state = Unfinished::kFree;
  place = -1;
}

// Whether the place is one of the process's own streams, by its name in /proc. Such a stream leads to a pipe without a name, or
// to a file that another process has opened and may be adding to.
bool is_open_already(const std::string& place) {
  const std::string folder = fs::path(place).parent_path().string();
  if (folder == "/dev/fd") return true;
  return folder.compare(0, 6, "/proc/") == 0 && folder.size() > 3 &&
         folder.compare(folder.size() - 3, 3, "/fd") == 0;
}

// Tries hidden names until one is free. A file or link of another process is not followed and not replaced.
template <typename Take>
bool with_free_name(const std::string& place, std::string& name, const Take& take) {
  constexpr int kAttempts = 1000;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    name = hidden_name(place, attempt);
    if (take(name)) return true;
    if (errno != EEXIST) return false;
  }
  return false;
}

std::string own_stream(int file) {
  return "/proc/self/fd/" + std::to_string(file);
}

// A file that no name leads to, where the file system has such files: a process that is killed leaves nothing. -1: it has
// none, or they could not get a name later.
int open_nameless(const std::string& place) {
#ifdef O_TMPFILE
  const fs::path parent = fs::path(place).parent_path();
  const int file = open(parent.empty() ? "." : parent.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (file >= 0 && access(own_stream(file).c_str(), F_OK) != 0) {
    ::close(file);
    return -1;
  }
  return file;
#else
  return -1;
#endif
}

}  // namespace

// Writes what it is given, and keeps the reason when that fails: a library's stream loses it.
class OutputFile::Bytes : public std::streambuf {
 public:
  explicit Bytes(const int& file) : file_(file), room_(1u << 16) {
    setp(room_.data(), room_.data() + room_.size());
  }

  // The reason of the first failure; 0: no failure.
  int reason() const { return reason_; }

 protected:
  int_type overflow(int_type next) override {
    if (!write_out()) return traits_type::eof();
    if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
    return traits_type::not_eof(next);
  }
  int sync() override { return write_out() ? 0 : -1; }
  // Only where the end is.
  pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode) override {
    if (offset != 0 || from != std::ios_base::cur) return pos_type(off_type(-1));
    return written_ + (pptr() - pbase());
  }

 private:
  bool write_out() {
    for (const char* next = pbase(); next != pptr() && reason_ == 0;) {
      const ssize_t count = ::write(file_, next, static_cast<std::size_t>(pptr() - next));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        reason_ = count < 0 ? errno : ENOSPC;
      } else {
        next += count;
        written_ += count;
      }
    }
    setp(room_.data(), room_.data() + room_.size());
    return reason_ == 0;
  }

  const int& file_;
  std::vector<char> room_;
  off_type written_ = 0;
  int reason_ = 0;
};

OutputFile::OutputFile(const std::string& path)
    : path_(path), place_(place_of(path)), bytes_(std::make_unique<Bytes>(file_)), stream_(bytes_.get()) {
  if (is_open_already(place_)) {
    is_direct_ = true;
    file_ = open(place_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file_ < 0) fail("a file that can be written", errno);
    return;
  }
  std::error_code error;
  const fs::file_status status = fs::status(place_, error);
  if (fs::is_directory(status)) fail("a file that can be written", EISDIR);
  if (fs::exists(status) && access(place_.c_str(), W_OK) != 0) fail("a file that can be written", errno);
  is_direct_ = fs::exists(status) && !fs::is_regular_file(status);
  if (is_direct_) {
    file_ = open(place_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    remove_leftovers(place_);
    make(place_);
  }
  if (file_ < 0) fail("a file that can be written", errno);
  if (fs::is_regular_file(status)) fchmod(file_, static_cast<mode_t>(status.permissions()));
}

void OutputFile::make(const std::string& place) {
  file_ = open_nameless(place);
  if (file_ >= 0) return;
  const bool made = with_free_name(place, hidden_, [this](const std::string& name) {
    registered_ = remember(name);
    file_ = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file_ < 0) forget(registered_);
    return file_ >= 0;
  });
  if (!made) hidden_.clear();
}

std::string OutputFile::place_of(const std::string& path) {
  std::error_code error;
  fs::path place = path;
  for (int links = 0; links < 40 && fs::is_symlink(fs::symlink_status(place, error)); ++links) {
    if (is_open_already(place.string())) break;
    const fs::path to = fs::read_symlink(place, error);
    place = to.is_absolute() ? to : place.parent_path() / to;
  }
  return place.string();
}

OutputFile::~OutputFile() {
  drop();
}

void OutputFile::close() {
  stream_.flush();
  if (!stream_) fail("to write all", bytes_->reason() != 0 ? bytes_->reason() : EIO);
  if (!is_direct_ && hidden_.empty()) give_name();
  const int file = file_;
  file_ = -1;
  if (::close(file) != 0) fail("to write all", errno);
  if (!hidden_.empty() && std::rename(hidden_.c_str(), place_.c_str()) != 0)
    fail("a file that can be replaced", errno);
  hidden_.clear();
  forget(registered_);
}

// What had no name gets its own if that is free; only what replaces another file gets a hidden one, for a moment.
void OutputFile::give_name() {
  const std::string bytes = own_stream(file_);
  const auto link_as = [&](const std::string& name) {
    return linkat(AT_FDCWD, bytes.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  if (link_as(place_)) return;
  const bool named = errno == EEXIST && with_free_name(place_, hidden_, [&](const std::string& name) {
                       registered_ = remember(name);
                       if (link_as(name)) return true;
                       forget(registered_);
                       return false;
                     });
  if (named) return;
  hidden_.clear();
  fail("a file that can be replaced", errno);
}

void OutputFile::drop() noexcept {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
  if (!hidden_.empty()) unlink(hidden_.c_str());
  hidden_.clear();
  forget(registered_);
}

void OutputFile::fail(const char* expected, int reason) {
  drop();
  throw InputError(Place::in(path_), expected, std::string(": ") + std::strerror(reason));
}

void OutputFile::drop_all() noexcept {
  for (Unfinished& file : unfinished_files()) {
    if (file.state == Unfinished::kNamed && file.process == getpid()) unlink(file.name);
  }
}

void write_output_file(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.stream() << text;
  file.close();
}

}  // namespace collisionchip

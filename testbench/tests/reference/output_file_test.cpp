// A file is there when it is complete; whatever goes wrong, what stood there stays.
#include "collisionchip/reference/files/output_file.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/reference/system_calls.h"

namespace collisionchip {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class OutputFileTest : public ::testing::Test {
 protected:
  OutputFileTest() : folder_(fs::temp_directory_path() / ("output_file_test." + std::to_string(getpid()))) {
    fs::create_directory(folder_);
    std::ofstream(path("old")) << "old";
  }
  ~OutputFileTest() override { fs::remove_all(folder_); }

  std::string path(const char* name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  const fs::path folder_;
};

// Where the file system has files without a name, and where it has none.
class OutputFileWays : public OutputFileTest, public ::testing::WithParamInterface<bool> {
 protected:
  OutputFileWays() { system_calls.has_nameless_files = GetParam(); }
  ~OutputFileWays() override { system_calls = {}; }

  bool is_nameless() const {
    const OutputFile probe(path("probe"));
    return !fs::exists(path((".probe." + std::to_string(getpid()) + ".new").c_str()));
  }
};

TEST_P(OutputFileWays, IsThereWhenItIsComplete) {
  OutputFile file(path("old"));
  file.stream() << "new" << std::flush;
  EXPECT_EQ(text_of(path("old")), "old");
  file.close();
  EXPECT_EQ(text_of(path("old")), "new");
  EXPECT_EQ(files(), 1u);
}

TEST_P(OutputFileWays, WhatIsNotClosedLeavesNothing) {
  { OutputFile(path("old")).stream() << "new"; }
  { OutputFile(path("fresh")).stream() << "new"; }
  EXPECT_EQ(text_of(path("old")), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_P(OutputFileWays, ALinkIsFollowedAndStays) {
  fs::create_symlink("old", path("link"));
  fs::create_symlink(path("later"), path("nowhere"));
  write_output_file(path("link"), "new");
  write_output_file(path("nowhere"), "made");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(text_of(path("old")), "new");
  EXPECT_EQ(text_of(path("later")), "made");
}

TEST_P(OutputFileWays, KeepsThePermissions) {
  fs::permissions(path("old"), fs::perms::owner_read | fs::perms::owner_write);
  write_output_file(path("old"), "new");
  EXPECT_EQ(fs::status(path("old")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputFileTest, WhatIsNoRegularFileStaysWhatItIs) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  const pid_t reader = fork();
  if (reader == 0) _exit(text_of(path("pipe")) == "new" ? 0 : 1);
  write_output_file(path("pipe"), "new");
  int status = 0;
  waitpid(reader, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
  EXPECT_EQ(files(), 2u);
}

TEST_F(OutputFileTest, ComplaintsNameTheFile) {
  const auto complaint = [](const std::string& path) -> std::string {
    try {
      write_output_file(path, std::string(1 << 20, 'x'));
    } catch (const InputError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_EQ(complaint(path("none/file")),
            path("none/file") + ": expected a file that can be written: No such file or directory");
  EXPECT_EQ(complaint(path("")), path("") + ": expected a file that can be written: Is a directory");
  if (fs::is_character_file("/dev/full")) {
    EXPECT_EQ(complaint("/dev/full"), "/dev/full: expected to write all: No space left on device");
  }
}

// As a handler of the program does; a process that was forked drops nothing of its parent.
TEST_P(OutputFileWays, AKilledProcessLeavesWhatStoodThere) {
  OutputFile mine(path("mine"));
  for (const int signal : {SIGTERM, SIGKILL}) {
    const pid_t writer = fork();
    if (writer == 0) {
      std::signal(SIGTERM, [](int) {
        OutputFile::drop_all();
        _exit(0);
      });
      OutputFile file(path("old"));
      file.stream() << "new" << std::flush;
      raise(signal);
    }
    waitpid(writer, nullptr, 0);
    EXPECT_EQ(text_of(path("old")), "old");
    const std::size_t hidden = is_nameless()       ? 0
                               : signal == SIGTERM ? 1
                                                   : 2;  // mine; no process can tidy up after SIGKILL
    EXPECT_EQ(files(), 1 + hidden) << signal;
  }
  mine.close();
  EXPECT_TRUE(fs::exists(path("mine")));
  write_output_file(path("./old"),
                    "newer");  // but the next one does; a process reads a folder once, by its name
  EXPECT_EQ(text_of(path("old")), "newer");
  EXPECT_EQ(files(), 2u);
}

// The program does not write to a link that another process put under a hidden name.
TEST_P(OutputFileWays, AHiddenLinkIsNotFollowed) {
  std::ofstream(path("precious")) << "precious";
  const std::string process = std::to_string(getpid());
  for (const char* name : {"old", "fresh"}) {
    fs::create_symlink("precious", path(("." + std::string(name) + "." + process + ".new").c_str()));
    std::ofstream(path(("." + std::string(name) + "." + process + ".1.new").c_str())) << "somebody's";
  }
  for (const char* name : {"old", "fresh"}) {
    write_output_file(path(name), "new");
    EXPECT_FALSE(fs::is_symlink(path(name)));
    EXPECT_EQ(text_of(path(name)), "new");
    EXPECT_EQ(text_of(path(("." + std::string(name) + "." + process + ".1.new").c_str())), "somebody's");
  }
  EXPECT_EQ(text_of(path("precious")), "precious");
  EXPECT_EQ(files(), 3u + 4u);
}

TEST_P(OutputFileWays, AFullDiskIsNamed) {
  for (const char* name : {"old", "fresh"}) {
    const pid_t writer = fork();
    if (writer == 0) {
      std::signal(SIGXFSZ, SIG_IGN);
      const rlimit most = {100000, 100000};
      setrlimit(RLIMIT_FSIZE, &most);
      try {
        write_output_file(path(name), std::string(1 << 20, 'x'));
      } catch (const InputError& error) {
        _exit(error.what() == path(name) + ": expected to write all: File too large" ? 3 : 4);
      }
      _exit(0);
    }
    int status = 0;
    waitpid(writer, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), 3) << name;
  }
  EXPECT_EQ(text_of(path("old")), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_P(OutputFileWays, LongNamesAreWritten) {
  const std::string name(255, 'n');
  write_output_file(path(name.c_str()), "one");
  write_output_file(path(name.c_str()), "two");
  EXPECT_EQ(text_of(path(name.c_str())), "two");
}

INSTANTIATE_TEST_SUITE_P(FileSystem, OutputFileWays, ::testing::Bool(),
                         [](const auto& way) { return way.param ? "WithNamelessFiles" : "WithoutThem"; });

// Only files of this output that an ended process has left are leftovers; other files belong to a user.
TEST_F(OutputFileTest, LeftoversAreThoseOfKilledProcesses) {
  const pid_t dead = fork();
  if (dead == 0) _exit(0);
  waitpid(dead, nullptr, 0);
  const std::string gone = std::to_string(dead), alive = std::to_string(getppid());
  std::vector<std::string> kept = {".old." + alive + ".new", ".older." + gone + ".new",
                                   ".old." + gone + ".txt",  "old." + gone + ".new",
                                   ".old.x" + gone + ".new", ".old." + gone + ".x.new"};
  for (const std::string& name : kept) std::ofstream(path(name.c_str())) << "somebody's";
  fs::create_symlink("old", path((".old." + gone + ".7.new").c_str()));
  const std::size_t before = files();
  for (const char* ending : {".new", ".12.new", ".new.hier"})
    std::ofstream(path((".old." + gone + ending).c_str())) << "half";
  write_output_file(path("old"), "new");
  EXPECT_EQ(files(), before);
  for (const std::string& name : kept) EXPECT_EQ(text_of(path(name.c_str())), "somebody's") << name;
}

}  // namespace
}  // namespace collisionchip

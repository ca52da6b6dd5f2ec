// A file is there when it is complete; whatever goes wrong, what stood there stays.
#include "collisionchip/reference/text/output_file.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collisionchip/reference/text/input_error.h"

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

TEST_F(OutputFileTest, IsThereWhenItIsComplete) {
  OutputFile file(path("old"));
  file.stream() << "new" << std::flush;
  EXPECT_EQ(text_of(path("old")), "old");
  file.close();
  EXPECT_EQ(text_of(path("old")), "new");
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFileTest, WhatIsNotClosedLeavesNothing) {
  { OutputFile(path("old")).stream() << "new"; }
  { OutputFile(path("fresh")).stream() << "new"; }
  EXPECT_EQ(text_of(path("old")), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(OutputFileTest, ALinkIsFollowedAndStays) {
  fs::create_symlink("old", path("link"));
  fs::create_symlink(path("later"), path("nowhere"));
  write_output_file(path("link"), "new");
  write_output_file(path("nowhere"), "made");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(text_of(path("old")), "new");
  EXPECT_EQ(text_of(path("later")), "made");
}

TEST_F(OutputFileTest, KeepsThePermissions) {
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
    EXPECT_EQ(complaint("/dev/full"), "/dev/full: expected to write all of it: No space left on device");
  }
}

// As a handler of the program does; a process that was forked drops nothing of its parent.
TEST_F(OutputFileTest, AKilledProcessLeavesWhatStoodThere) {
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
    EXPECT_EQ(files(), signal == SIGTERM ? 2u : 3u) << signal;  // nobody can tidy up behind SIGKILL
  }
  mine.close();
  EXPECT_TRUE(fs::exists(path("mine")));
}

}  // namespace
}  // namespace collisionchip

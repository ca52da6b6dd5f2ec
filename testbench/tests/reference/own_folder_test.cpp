// A folder is empty, ours by its question, or refused. One process holds a lock, also when the lock's file is deleted.
#include "collisionchip/reference/files/own_folder.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collisionchip/reference/files/answer_store.h"
#include "collisionchip/reference/files/folder_lock.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/reference/system_calls.h"

namespace collisionchip {
namespace {

namespace fs = std::filesystem;

const char* const kAsked = "0.1.0-0123456789ab\nwork 5\n";

class OwnFolderTest : public ::testing::Test {
 protected:
  OwnFolderTest() : folder_(fs::temp_directory_path() / ("own_folder_test." + std::to_string(getpid()))) {
    fs::create_directory(folder_);
  }
  ~OwnFolderTest() override {
    system_calls = {};
    fs::remove_all(folder_);
  }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  std::string text(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path(name)).rdbuf();
    return text.str();
  }
  static FolderKind kind() {
    return {"work", {"a.csv", "b.csv", "g.db", "store/c.csv"}, {"store"}, "work.lock", {}, {"g.db"}};
  }

  // What a run that writes these files is told; empty: it may.
  std::string refusal(const std::vector<std::string>& names = {"a.csv"},
                      const FolderKind& of = kind()) const {
    try {
      OwnFolder folder(path("out"), of);
      folder.lock();
      folder.ask(kAsked, names);
    } catch (const InputError& error) {
      const std::string what = error.what();
      return what.compare(0, folder_.string().size(), folder_.string()) == 0
                 ? what.substr(folder_.string().size())
                 : what;
    }
    return "";
  }

  const fs::path folder_;
};

TEST_F(OwnFolderTest, AnEmptyFolderBecomesOurs) {
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(text("out/question.txt"), std::string(kAsked) + "files: a.csv\n");
  write("out/a.csv", "ours");
  EXPECT_EQ(refusal({"a.csv", "store/c.csv"}), "");
  EXPECT_EQ(text("out/question.txt"), std::string(kAsked) + "files: a.csv store store/c.csv\n");
}

TEST_F(OwnFolderTest, AFolderOfSomebodyElseIsRefused) {
  for (const char* name : {"a.csv", "notes.txt", ".hidden", "question.txt"}) {
    fs::remove_all(path("out"));
    fs::create_directory(path("out"));
    write(std::string("out/") + name, "mine");
    EXPECT_EQ(refusal(), "/out: expected an empty folder or results of `work`, found " + std::string(name));
    EXPECT_EQ(text(std::string("out/") + name), "mine");
    EXPECT_FALSE(fs::exists(path("out/work.lock")));
  }
  for (const char* question :
       {"0.1.0-0123456789ab\nworks 5\n", "0.1.0-0123456789ab\nscene 5\n", "work 5\nwork 5\n",
        "what should I work\nwork\n", "0.1.0-letters!!!\nwork 5\n"}) {
    write("out/question.txt", question);
    EXPECT_NE(refusal(), "") << question;
    EXPECT_EQ(text("out/question.txt"), question);
  }
}

// Not by the folder alone: each file in it by its own name.
TEST_F(OwnFolderTest, InASubfolderOfOursFilesOfTheUserStay) {
  FolderKind of = kind();
  of.names.emplace_back("store/d.csv");
  ASSERT_EQ(refusal({"store/c.csv"}, of), "");
  fs::create_directory(path("out/store"));
  write("out/store/c.csv", "ours");
  write("out/store/d.csv", "mine");
  EXPECT_EQ(refusal({"store/c.csv"}, of), "");
  EXPECT_EQ(
      refusal({"store/c.csv", "store/d.csv"}, of),
      "/out: expected another folder: this command would write store/d.csv, and a file is there that this "
      "program has not written");
}

TEST_F(OwnFolderTest, InAFolderOfOursFilesOfTheUserStay) {
  ASSERT_EQ(refusal(), "");
  write("out/a.csv", "ours");
  write("out/notes.txt", "mine");
  write("out/b.csv", "mine");
  fs::create_directory(path("out/store"));
  EXPECT_EQ(refusal({"a.csv"}), "");
  const std::string other = "/out: expected another folder: this command would write ";
  EXPECT_EQ(refusal({"a.csv", "b.csv"}),
            other + "b.csv, and a file is there that this program has not written");
  EXPECT_EQ(refusal({"store/c.csv"}),
            other + "store, and a folder is there that this program has not written");
  EXPECT_EQ(text("out/question.txt"), std::string(kAsked) + "files: a.csv\n");
  OwnFolder folder(path("out"), kind());
  EXPECT_THROW(folder.remove("b.csv"), InputError);
  folder.remove("a.csv");
  EXPECT_FALSE(fs::exists(path("out/a.csv")));
  EXPECT_EQ(text("out/b.csv") + text("out/notes.txt"), "minemine");
}

// A run that is complete: its files have digests.
TEST_F(OwnFolderTest, AFileThatIsNotAsItWasWrittenIsRefused) {
  const std::vector<std::string> names = {"a.csv", "b.csv", "g.db", "store/c.csv"};
  {
    OwnFolder folder(path("out"), kind());
    folder.ask(kAsked, names);
    EXPECT_FALSE(folder.is_sealed("a.csv"));
    fs::create_directory(path("out/store"));
    for (const char* name : {"out/a.csv", "out/g.db", "out/store/c.csv"}) write(name, "ours");
    folder.seal();
    EXPECT_TRUE(folder.is_sealed("a.csv"));
  }
  EXPECT_EQ(text("out/question.txt"),
            std::string(kAsked) + "files: a.csv=db860fb4521d319e g.db store store/c.csv=db860fb4521d319e\n");
  EXPECT_EQ(OwnFolder(path("out"), kind()).question(), kAsked);
  const std::string other =
      ": expected the file as this program has written it, found other bytes; move it away";
  for (const char* name : {"a.csv", "store/c.csv"}) {
    write(std::string("out/") + name, "Ours");
    EXPECT_EQ(refusal(names), std::string("/out/") + name + other);
    EXPECT_EQ(text(std::string("out/") + name), "Ours");
    EXPECT_THROW(OwnFolder(path("out"), kind()).remove(name), InputError);
    write(std::string("out/") + name, "ours");
  }
  write("out/b.csv", "mine");  // asked for and not written: it is no longer this program's
  EXPECT_NE(refusal(names).find("this command would write b.csv, and a file is there"), std::string::npos);
  fs::remove(path("out/b.csv"));
  write("out/g.db", "other commands add to it");
  EXPECT_EQ(refusal(names), "");
  write("out/a.csv", "half of the next run");  // which was killed
  EXPECT_EQ(refusal(names), "");
}

TEST_F(OwnFolderTest, OnlyAFileIsTakenForAFile) {
  ASSERT_EQ(refusal({"a.csv", "store/c.csv"}), "");
  fs::create_directory(path("out/a.csv"));
  EXPECT_EQ(refusal(), "/out/a.csv: expected a file that this program has written, found a folder");
  fs::remove(path("out/a.csv"));
  ASSERT_EQ(mkfifo(path("out/a.csv").c_str(), 0600), 0);
  EXPECT_EQ(refusal(), "/out/a.csv: expected a file that this program has written, found a pipe");
  fs::remove(path("out/a.csv"));
  write("out/store", "mine");
  EXPECT_EQ(refusal({"store/c.csv"}),
            "/out/store: expected a folder that this program has written, found a file");
}

TEST_F(OwnFolderTest, NoLinkInItIsFollowed) {
  ASSERT_EQ(refusal({"a.csv", "store/c.csv"}), "");
  write("victim", "precious");
  fs::create_directory(path("elsewhere"));
  for (const auto& [link, to] : {std::pair{"out/a.csv", "victim"}, std::pair{"out/store", "elsewhere"}}) {
    fs::create_symlink(path(to), path(link));
    EXPECT_EQ(refusal({"a.csv", "store/c.csv"}),
              "/" + std::string(link) + ": expected no link in a folder of results");
    fs::remove(path(link));
  }
  fs::remove(path("out/work.lock"));
  fs::create_symlink(path("victim"), path("out/work.lock"));
  EXPECT_NE(refusal(), "");
  EXPECT_EQ(text("victim"), "precious");
  fs::remove_all(path("out"));
  fs::create_directory(path("out"));
  write("question.txt", kAsked);
  fs::create_symlink(path("question.txt"), path("out/question.txt"));
  EXPECT_EQ(refusal(), "/out: expected an empty folder or results of `work`, found question.txt");
}

// Also if all other files come from an earlier version, which wrote no question.
TEST_F(OwnFolderTest, AQuestionThatIsNotOursIsNeitherFollowedNorReplaced) {
  FolderKind earlier = kind();
  earlier.earlier = [](const std::string&) { return std::vector<std::string>{"a.csv"}; };
  fs::create_directory(path("out"));
  write("victim", "precious");
  const std::string place = path("out/question.txt");
  const std::vector<std::function<void()>> others = {
      [&] { fs::create_symlink(path("victim"), place); }, [&] { fs::create_directory(place); },
      [&] { ASSERT_EQ(mkfifo(place.c_str(), 0600), 0); }, [&] { write("out/question.txt", "my own notes"); }};
  for (const auto& make : others) {
    make();
    for (const FolderKind& of : {kind(), earlier})
      EXPECT_EQ(refusal({"a.csv"}, of),
                "/out: expected an empty folder or results of `work`, found question.txt");
    fs::remove(place);
  }
  EXPECT_EQ(text("victim"), "precious");
  ASSERT_EQ(mkfifo(path("out/work.lock").c_str(), 0600), 0);
  EXPECT_EQ(refusal(), "/out: expected an empty folder or results of `work`, found work.lock");
}

TEST_F(OwnFolderTest, FoldersOfEarlierVersionsAreKnown) {
  write("victim", "");
  fs::create_directory(path("out"));
  write("out/question.txt", kAsked);  // without files: all of its names
  write("out/b.csv", "ours");
  EXPECT_EQ(refusal({"b.csv"}), "");
  fs::remove_all(path("out"));
  fs::create_directory(path("out"));
  write("out/a.csv", "ours");
  write("out/b.csv", "mine");
  FolderKind knowing = kind();
  knowing.earlier = [](const std::string&) { return std::vector<std::string>{"a.csv"}; };
  EXPECT_NE(refusal({"a.csv", "b.csv"}, knowing), "");
  EXPECT_EQ(refusal({"a.csv"}, knowing), "");
  EXPECT_EQ(refusal({"a.csv"}), "");
}

TEST_F(OwnFolderTest, WhatKilledRunsLeftIsRemoved) {
  ASSERT_EQ(refusal(), "");
  for (const char* name : {"out/.a.csv.1.new", "out/.question.txt.1.new", "out/.b.csv.1.3.new"})
    write(name, "half");
  write("out/.notes.1.new", "mine");
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("out")), {}), 3);
  EXPECT_EQ(text("out/.notes.1.new"), "mine");
}

// Another process has the lock when this one opens it, ends, and deletes it; a third one makes it again and has that. Each way
// this one's own is a file without a name.
TEST_F(OwnFolderTest, ALockIsOfTheFileThatIsThere) {
  fs::create_directory(path("out"));
  system_calls.before_lock = [this] { fs::remove(path("out/l")); };
  {
    const FolderLock lock(path("out"), "l");
    EXPECT_TRUE(fs::exists(path("out/l")));
  }
  system_calls.before_lock = [this] { fs::remove_all(path("out")); };
  {
    const FolderLock lock(path("out"), "l");
    EXPECT_TRUE(fs::exists(path("out/l")));
  }
  pid_t third = 0;
  system_calls.before_lock = [&] {
    fs::remove(path("out/l"));
    third = fork();
    if (third == 0) {
      const FolderLock lock(path("out"), "l");
      raise(SIGSTOP);
      _exit(0);
    }
    waitpid(third, nullptr, WUNTRACED);
  };
  EXPECT_THROW(FolderLock(path("out"), "l"), InputError);
  kill(third, SIGCONT);
  waitpid(third, nullptr, 0);
  EXPECT_NO_THROW(FolderLock(path("out"), "l"));
}

// Two processes begin in a folder; the one that comes second has waited for the first, and finds its question.
TEST_F(OwnFolderTest, ALockIsWaitedFor) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t first = fork();
  if (first == 0) {
    OwnFolder folder(path("out"), kind());
    folder.lock();
    char byte = 0;
    if (::write(ready[1], &byte, 1) != 1) _exit(1);
    usleep(50'000);
    folder.ask(kAsked, {});
    _exit(0);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  OwnFolder folder(path("out"), kind());
  EXPECT_THROW(folder.lock(), InputError);
  EXPECT_NO_THROW(folder.lock(std::chrono::seconds(20)));
  EXPECT_EQ(folder.question(), kAsked);
  waitpid(first, nullptr, 0);
}

TEST_F(OwnFolderTest, AStoreOfAnswersHoldsAnswersAlone) {
  make_answer_store(path("store"));
  for (const char* name : {"store/0", "store/17", "store/.17.1.new"}) write(name, "answer");
  EXPECT_NO_THROW(check_answer_store(path("store")));
  for (const char* name : {"store/thesis.txt", "store/17a", "store/.17.new"}) {
    write(name, "mine");
    EXPECT_THROW(make_answer_store(path("store")), InputError) << name;
    remove_answer_store(path("store"));
    EXPECT_EQ(text(name), "mine");
    EXPECT_EQ(std::distance(fs::directory_iterator(path("store")), {}), 1);
    fs::remove(path(name));
  }
  remove_answer_store(path("store"));
  EXPECT_FALSE(fs::exists(path("store")));
  fs::create_directory(path("mine"));
  write("mine/5", "mine");
  fs::create_symlink(path("mine"), path("store"));
  EXPECT_THROW(check_answer_store(path("store")), InputError);
  remove_answer_store(path("store"));
  EXPECT_EQ(text("mine/5"), "mine");
}

}  // namespace
}  // namespace collisionchip

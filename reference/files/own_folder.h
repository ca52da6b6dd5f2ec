// A folder that a command fills: empty, this program's own by the question in it, or refused. Nothing in it is written, moved or
// deleted that this program has not written there, and no link in it is followed.
//
//   DIR/question.txt   line 1: the version of the program; line 2: the verb, and what it asks; more lines of the question;
//                      last, "files: NAME ...": what this program may have written here
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "collisionchip/reference/files/folder_lock.h"

namespace collisionchip {

struct FolderKind {
  std::string verb;
  std::vector<std::string>
      names;          // all that the verb may write; below a folder "host/host.json", behind "host"
  std::string begun;  // a lock or a folder, that may be there before the question is
  // What an earlier version, which wrote no question, has written into this folder; none if it is not surely of it.
  std::function<std::vector<std::string>(const std::string& directory)> earlier;
};

class OwnFolder {
 public:
  // Makes the folder if need be. InputError, here and below, if it holds anything but results of this verb.
  OwnFolder(std::string directory, FolderKind kind);

  // Takes `kind.begun` as the folder's lock, removes hidden files of killed processes, and looks again.
  void lock();
  // What is there may have changed before it was locked. Who locks otherwise removes the leftovers itself.
  void look();
  void remove_leftovers() const;

  // Without its files; empty: nothing is asked here yet.
  const std::string& question() const { return question_; }
  // InputError if something stands under one of these names that this program has not written, or a link. A name with
  // folders, "host/host.json", stands for these, too; all that lies in a folder of this program is of it.
  void check(const std::vector<std::string>& names) const;
  // The same; from now on the folder is of this question, and what is written under these names is this program's.
  void ask(const std::string& question, const std::vector<std::string>& names);
  bool has_written(const std::string& name) const { return written_.count(name) > 0; }
  // Deletes a file that this program has written.
  void remove(const std::string& name);

  std::string file(const std::string& name) const { return directory_ + "/" + name; }

  static constexpr const char* kQuestion = "question.txt";

 private:
  void refuse_strangers() const;
  [[noreturn]] void refuse(const std::string& name) const;

  std::string directory_;
  FolderKind kind_;
  std::string question_;
  std::set<std::string> written_;
  std::unique_ptr<FolderLock> lock_;
};

// The first lines say so: a question of this verb.
bool is_question_of(const std::string& text, const std::string& verb);

// Makes a folder where none is. InputError if that fails.
void make_folder(const std::string& path);

}  // namespace collisionchip

// A folder that a command fills. It is empty, or has a question of this program; any other folder is refused. The program
// writes, moves and deletes only files that it has written there, and follows no link.
//
//   DIR/question.txt   line 1: the version of the program; line 2: the verb, and what it asks; more lines of the question;
//                      last, "files: NAME NAME=DIGEST ...": what this program may have written here, and of complete files
//                      a digest of their bytes
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/files/folder_lock.h"

namespace collisionchip {

struct FolderKind {
  std::string verb;
  std::vector<std::string> names;    // of files that the verb may write, "host/host.json" for one in a folder
  std::vector<std::string> folders;  // that it may make
  std::string begun;                 // a lock or a folder, that may be there before the question is
  // The files that an earlier version, which wrote no question, has written into this folder; none if that is not certain.
  std::function<std::vector<std::string>(const std::string& directory)> earlier;
  // Names of files without a digest, because other commands write them too. They stay this program's even if they are
  // missing.
  std::vector<std::string> growing = {};

  std::vector<std::string> all() const;       // files and folders
  bool grows(const std::string& name) const;  // a growing file, or a folder of one
};

class OwnFolder {
 public:
  // Makes the folder if it does not exist. InputError, here and below, if it holds other things than results of this verb.
  OwnFolder(std::string directory, FolderKind kind);

  // Takes `kind.begun` as the folder's lock, removes hidden files of killed processes, and looks again.
  void lock(std::chrono::milliseconds patience = {});
  // Reads the folder again: it may have changed before it was locked. A caller with another lock removes the leftovers
  // itself.
  void look();
  void remove_leftovers() const;

  // Without its files; empty: nothing is asked here yet.
  const std::string& question() const { return question_; }
  // InputError if one of these names is taken by something that this program has not written: another file, a complete file
  // with other bytes, a link, a folder or a pipe in a file's place. For "host/host.json" the folder is checked too.
  void check(const std::vector<std::string>& names) const;
  // The same check. Then the folder belongs to this question, and files under these names to this program.
  void ask(const std::string& question, const std::vector<std::string>& names);
  // All files of the question are written: each gets its digest. A name without a file is no longer this program's.
  void seal();
  bool has_written(const std::string& name) const { return written_.count(name) > 0; }
  // It was complete when this program last wrote it.
  bool is_sealed(const std::string& name) const;
  // Deletes a file that this program has written.
  void remove(const std::string& name);

  std::string file(const std::string& name) const { return directory_ + "/" + name; }

  static constexpr const char* kQuestion = "question.txt";

 private:
  std::string stranger() const;
  [[noreturn]] void refuse(const std::string& name) const;
  void check_part(const std::string& name, bool as_folder) const;
  bool is_folder(const std::string& name) const;
  void write_question() const;

  std::string directory_;
  FolderKind kind_;
  std::string question_;
  std::map<std::string, std::string> written_;  // names; digests of complete files
  std::unique_ptr<FolderLock> lock_;
};

// Whether the first lines are a question of this verb.
bool is_question_of(const std::string& text, const std::string& verb);

// InputError if the path is a link.
void refuse_link(const std::string& path);

// Makes a folder where none is. InputError if that fails.
void make_folder(const std::string& path);

}  // namespace collisionchip

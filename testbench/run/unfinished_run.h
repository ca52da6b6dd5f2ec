// A run that writes a result folder and is not complete. Its files are collected in DIR/unfinished and moved into place together. So DIR
// has either the results of the run before or those of this run, and never a mixture. If the same question is asked again, the run
// continues where it was stopped.
//
//   DIR/unfinished/question.txt    the question with its digest; becomes DIR/question.txt (reference/files/own_folder.h)
//                  answers/        one file for every batch of poses (run/answer_batch.h)
//                  complete        from here on these files only have to be moved
//                  lock            one run at a time
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/files/folder_lock.h"
#include "collisionchip/reference/files/own_folder.h"
#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/run/asker.h"

namespace collisionchip {

class UnfinishedRun {
 public:
  // `question`: lines with all facts that decide about the answers and are in no other file of the folder. No b: the same
  // object. `inputs`: files that are read and must not change. InputError if one would change, if the folder holds other
  // things than results of such runs, if it cannot be made or written, or if another run writes there.
  UnfinishedRun(const std::string& directory, const std::string& question, const PoseQuestion& asked,
                const Mesh& a, const Mesh* b, const std::vector<std::string>& inputs);

  // The folder in which the files of a run are collected.
  static std::string place_in(const std::string& directory) { return directory + "/unfinished"; }
  std::string file(const std::string& name) const { return place_ + "/" + name; }
  std::string answers() const { return file("answers"); }
  // It is in each of these files.
  const std::string& question_digest() const { return digest_; }
  // All files are written: they get their final places.
  void complete();

 private:
  void begin(const PoseQuestion& asked, const Mesh& a, const Mesh* b);
  void check_all() const;
  void check_place() const;
  void keep_inputs(const std::vector<std::string>& inputs, const PoseQuestion& asked, const Mesh& a,
                   const Mesh* b) const;
  bool is_asked_again(const Mesh* b) const;
  void move_into_place();
  void clear_place() const;

  std::string directory_, place_, digest_, question_;
  OwnFolder folder_;
  std::unique_ptr<FolderLock> lock_;
};

}  // namespace collisionchip

// A run that writes a result folder, until it is complete: everything is put together in DIR/unfinished and
// takes its place in one go, so that DIR has the results of the run before or those of this one, and never half
// of each. The same question asked again goes on where it was broken off.
//
//   DIR/unfinished/question.txt    what is asked, beside the files of the folder that say it as well
//                  answers/        one file for every batch of poses (run/answer_batch.h)
//                  complete        from here on these files only have to be moved
//                  lock            one run at a time
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/run/asker.h"
#include "collisionchip/testbench/workers/folder_lock.h"

namespace collisionchip {

class UnfinishedRun {
 public:
  // `question`: all that decides about the answers and stands in no other file of the folder. No b: the same
  // object. `inputs`: files that are read, none of which may change. InputError if one would, if the folder
  // cannot be made or written, or if another run writes there.
  UnfinishedRun(const std::string& directory, const std::string& question, const PoseQuestion& asked,
                const Mesh& a, const Mesh* b, const std::vector<std::string>& inputs);

  // Where the files of a run into this folder are put together.
  static std::string place_in(const std::string& directory) { return directory + "/unfinished"; }
  std::string file(const std::string& name) const { return place_ + "/" + name; }
  std::string answers() const { return file("answers"); }
  // All files are written: they take their places.
  void complete();

 private:
  void keep_inputs(const std::vector<std::string>& inputs) const;
  bool is_asked_again() const;
  void begin_anew() const;
  void move_into_place() const;

  std::string directory_, place_;
  std::unique_ptr<FolderLock> lock_;
};

}  // namespace collisionchip

// A plan as a Slurm job array: each task explores a shard of the points, one job behind the array merges them. A task that is
// requeued continues its shard.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace collisionchip {

struct SlurmJob {
  std::string plan;  // both as paths that every node sees
  std::string directory;
  std::string template_file;  // empty: the one that comes with the program
  std::uint64_t tasks = 1;
  std::string options;  // of `collisionchip explore`, for the tasks
};

struct SlurmIds {
  std::string array, merge;
  std::vector<std::string> notes;  // what sbatch has said besides
};

// InputError when there is no sbatch, the template lacks a word, or a path has a character that no script can
// say to Slurm. Makes nothing.
void refuse_unsubmittable(const SlurmJob& job);
// Writes DIR/slurm/*.sbatch and submits them. InputError also when sbatch refuses, or does not say the number of the job;
// if the array is submitted by then, it says so, and what to type.
SlurmIds submit(const SlurmJob& job);

// The files that submitting writes, below the folder; the tasks write their shards.
std::vector<std::string> slurm_files();

}  // namespace collisionchip

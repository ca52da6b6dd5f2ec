// A plan as a Slurm job array. Each task explores its shard of the points into a database of its own,
// DIR/shards/N.sqlite; one job behind the array merges them. A task that is requeued continues its shard;
// results merge by what they are the results of, so nothing is lost or counted twice, whatever ran how often.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/testbench/explore/exploration.h"

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
};

// InputError when there is no sbatch, the template lacks a word, or a path has a character that no script can
// say to Slurm. Makes nothing.
void refuse_unsubmittable(const SlurmJob& job);
// Writes DIR/slurm/*.sbatch and submits them. InputError also when sbatch refuses.
SlurmIds submit(const SlurmJob& job);

// The files that submitting writes, below the folder; the tasks write their shards.
std::vector<std::string> slurm_files();
// What all tasks know before they begin: a copy of the store, which nobody writes while they read it.
std::string snapshot_file(const std::string& directory);
std::string shard_file(const std::string& directory, std::uint64_t index);
// "7/100"; InputError if it is not one.
Shard parse_shard(const std::string& text);
// Takes the results of all shards into the store. Returns how many shards there were.
std::uint64_t merge_shards(const std::string& directory, ResultStore& store);

}  // namespace collisionchip

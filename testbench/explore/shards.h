// A plan in parts. Each shard computes some of the points into a database of its own, DIR/shards/I-of-N.sqlite. Shards may run in any
// order, at the same time and several times, started by Slurm, another scheduler or a loop, on hosts that share the folder. Results are
// merged by configuration, workload and engine, so each result counts once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/testbench/explore/result_store.h"

namespace collisionchip {

// The points whose number has the remainder `index` when divided by `count`.
struct Shard {
  std::uint64_t index = 0, count = 1;
};

constexpr const char* kShardFolder = "shards";

// Reads "7/100". InputError for any other text.
Shard parse_shard(const std::string& text);
std::string shard_file(const std::string& directory, const Shard& shard);
// The file with the results that all shards know at their beginning: a copy of the store, which is not written while shards read it.
std::string snapshot_file(const std::string& directory);
// The names of that file below the folder, before and after it is complete.
std::vector<std::string> snapshot_names();

struct MergedShards {
  std::vector<Shard> shards;
  // "DIR/shards/0-of-2.sqlite: ..." if all results of a shard come from another program version.
  std::string stranger;
};

// InputError if the folder has no shards. Creates nothing.
void expect_shards(const std::string& directory);
// Merges the results of all shards into the store. InputError also if another process writes a shard.
MergedShards merge_shards(const std::string& directory, ResultStore& store);
// The shards that have to run for these points: "shards 1/4 and 3/4".
std::string shards_of(const std::vector<std::uint64_t>& points, const std::vector<Shard>& merged);

}  // namespace collisionchip

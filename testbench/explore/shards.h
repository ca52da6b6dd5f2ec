// A plan in parts: each shard computes some of the points into a database of its own, DIR/shards/I-of-N.sqlite. Whatever runs them
// (Slurm, another scheduler, a loop), in any order and at the same time, on hosts that share the folder: results merge by what
// they are the results of, so nothing is lost or counted twice, whatever ran how often.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/testbench/explore/result_store.h"

namespace collisionchip {

// Those of the points whose number leaves the remainder `index` when divided by `count`.
struct Shard {
  std::uint64_t index = 0, count = 1;
};

constexpr const char* kShardFolder = "shards";

// "7/100"; InputError if it is not one.
Shard parse_shard(const std::string& text);
std::string shard_file(const std::string& directory, const Shard& shard);
// What all shards know before they begin: a copy of the store, which nobody writes while they read it.
std::string snapshot_file(const std::string& directory);
// The names of that file, below the folder, until and when it is complete.
std::vector<std::string> snapshot_names();

struct MergedShards {
  std::vector<Shard> shards;
  std::string
      stranger;  // "DIR/shards/0-of-2.sqlite: ..." if one of them has results of another program alone
};

// InputError, which makes nothing, if there is none.
void expect_shards(const std::string& directory);
// Takes the results of all shards into the store. InputError, too, if somebody writes one of them.
MergedShards merge_shards(const std::string& directory, ResultStore& store);
// Which shards to run for these points: "shards 1/4 and 3/4".
std::string shards_of(const std::vector<std::uint64_t>& points, const std::vector<Shard>& merged);

}  // namespace collisionchip

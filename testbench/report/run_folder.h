// Reads the files of `collide --out` and trusts none of them: every file is checked against the others.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/traverse/query.h"

namespace collisionchip {

struct RunFolder {
  std::string path;
  nlohmann::ordered_json
      queries;  // an array from stats.json; in a batch each has the batch's members and "batch"
  nlohmann::ordered_json run;  // from stats.json
  std::optional<Mesh> a, b;    // no b: both objects are the same; no a and b: the folder has no objects
  bool has_pairs = false;
  std::map<std::uint64_t, std::vector<TrianglePair>> pairs;  // by pose
  std::string pairs_digest;                                  // of the whole pairs.csv
};

// Reads a folder. Only stats.json must exist. InputError names the file, the line or byte, and what was expected.
RunFolder read_run_folder(const std::string& path);

// Checks the members that a report needs. InputError names the first one that is missing or has another type.
void check_statistics(const nlohmann::ordered_json& statistics, const std::string& file);

// Reads a JSON file. InputError says at which byte it is cut short or damaged.
nlohmann::ordered_json read_json(const std::string& file);

}  // namespace collisionchip

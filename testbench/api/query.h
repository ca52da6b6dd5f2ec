// Many poses asked of any engine, with all data that the files of `collisionchip collide` have.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "collisionchip/testbench/api/collide.h"
#include "collisionchip/testbench/api/config.h"
#include "collisionchip/testbench/api/shape.h"

namespace collisionchip::api {

// Which engine answers, and what it is asked.
struct QueryRequest {
  std::string model = "tlm";  // the engine: "tlm" is the machine, the others are software (docs/reference.md)
  bool first = false;         // stop at the first pair of each pose
  bool raw = false;           // the answers of the paper's unit, in float32 and without the exact filter
  bool check = true;          // compare every answer with another engine's
};

// The answers, with all data that the files of `collisionchip collide` have.
struct QueryRecord {
  std::vector<std::vector<TrianglePair>> pairs;  // the sorted pairs of each pose
  std::string queries;  // a JSON array with an object for each pose, as in the file of `--stats`
  std::string run;      // a JSON object, as "run" in the file of `--stats`
  std::string parity;   // a line from each judge, "PARITY: tlm = reference: ..."
};

// The answers to all poses. All numbers are equal to those of `collisionchip collide`; only "host" and "command" of the run differ. Forked
// processes share the poses of every engine, at most BatchOptions::jobs. For a chip a process is forked even for one pose, so that it can
// be stopped. Error if answers disagree, or the machine cannot answer the request.
QueryRecord query(const Config& machine, const Shape& a, const Shape& b, const std::vector<Pose>& poses,
                  const QueryRequest& request = {}, const BatchOptions& options = {});

}  // namespace collisionchip::api

// Many poses asked of any engine, with all that the files of `collisionchip collide` say of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "collisionchip/testbench/api/collide.h"
#include "collisionchip/testbench/api/config.h"
#include "collisionchip/testbench/api/shape.h"

namespace collisionchip::api {

// Who answers, and what.
struct QueryRequest {
  std::string model =
      "tlm";  // who answers (docs/reference.md): "tlm" is the machine, "reference" and the others are software
  bool first = false;  // stop at the first pair of each pose
  bool raw = false;    // the answers of the paper's unit, in float32 and without the exact filter
  bool check = true;   // hold every answer against another engine's
};

// The answers, with all that the files of `collisionchip collide` have.
struct QueryRecord {
  std::vector<std::vector<TrianglePair>> pairs;  // of each pose, sorted
  std::string queries;  // a JSON array with an object for each pose, as in the file of `--stats`
  std::string run;      // a JSON object, as "run" there
  std::string parity;   // a line of each judge, "PARITY: tlm = reference: ..."
};

// The answers to all poses, which are those of `collisionchip collide`, number by number; "host" and "command" of the run are its own.
// Forked processes share the poses of every engine, as far as there are jobs; of a chip they are asked for one pose, too, so that it
// can be stopped. Error if answers disagree, or the machine cannot be asked that.
QueryRecord query(const Config& machine, const Shape& a, const Shape& b, const std::vector<Pose>& poses,
                  const QueryRequest& request = {}, const BatchOptions& options = {});

}  // namespace collisionchip::api

// Do two shapes collide, and where: by software on this host, or by the chip.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/traverse/query_result.h"
#include "collisionchip/testbench/api/config.h"
#include "collisionchip/testbench/api/error.h"
#include "collisionchip/testbench/api/shape.h"

namespace collisionchip::api {

// x_A = R x_B + t, twelve float32 that are used as they are; t in the shapes' unit of length.
using collisionchip::Pose;
// Numbers of triangles of A and of B, from 0, in the order of file or array.
using collisionchip::TrianglePair;

// tx ty tz qw qx qy qz. The quaternion is normalised, in double, and the twelve numbers are rounded once. Error, which begins with
// `place`, if it has no direction, or a number is not finite.
Pose pose_from_quaternion(const std::array<double, 7>& numbers, const std::string& place = "pose");
// R and t, 3x4, row after row; each number is rounded once. R need not be orthonormal, but must have an inverse. Error as of pose_from_quaternion().
Pose pose_from_matrix(const std::array<double, 12>& numbers, const std::string& place = "pose");

// What is asked of each pose.
struct CollideRequest {
  // Most pairs of a result. 0: all; 1: the first one that is found ends the query, as with `--first`; more: the sorted list is cut,
  // which costs what all of them do.
  std::size_t limit = 0;
  bool check = false;       // ask a second engine as well: Error (disagreement) if it answers otherwise
  bool statistics = false;  // fill CollideResult::statistics: some tens of microseconds

  static CollideRequest all() { return {}; }  // every pair
  // Whether there is one: the first pair that is found.
  static CollideRequest first() { return {1, false, false}; }
};

// What an answer cost. Counters are those of the result files (docs/statistics.md); an engine that does not count leaves 0.
struct Cost {
  double seconds = 0;                // of this host, inside the engine
  std::uint64_t triangle_tests = 0;  // pairs of triangles tested
  std::uint64_t uncertain = 0;       // of them, settled by exact arithmetic
  std::uint64_t lists = 0;           // of the traversal by lists: tau of Eq. 5
  std::uint64_t aligned_pairs = 0;   // pairs of volumes in all lists
  std::uint64_t cycles = 0;          // of the chip's clock; these six are 0 of software
  std::uint64_t chip_ns = 0;         // the cycles as nanoseconds
  std::uint64_t link_ns = 0;         // what bus and doorbell add
  std::uint64_t total_ns = 0;        // from handing over the pose until its last pair is settled
  std::uint64_t host_ns = 0;         // what the host's keys charge: set-up, settling and call
  std::uint64_t overlap_ns =
      0;  // of it while chip and bus work; chip_ns + link_ns + host_ns - overlap_ns is total_ns
};

// Where A and B meet at one pose.
struct CollideResult {
  std::vector<TrianglePair> pairs;  // that intersect, touching included: sorted by A's triangle, then by B's
  std::size_t found = 0;            // before the limit cut them
  Cost cost;                        // of this pose
  std::string statistics;  // a JSON object: the query's line in the file of `--stats`; empty unless requested

  bool is_collision() const { return !pairs.empty(); }  // whether any pair meets
};

// How many poses in one call are answered.
struct BatchOptions {
  unsigned jobs = 0;  // threads of software, processes of a chip; 0: all cores. Answers do not depend on it
  // Asked on the calling thread, after each of its poses or ten times a second. True: the batch ends by an Error (interrupted).
  std::function<bool()> stop = nullptr;
};

class EngineData;

// Who answers. A handle, as Shape: copies share it, and threads may ask at the same time.
//
// Software answers on the calling thread, as many threads at once as there are. SystemC knows one simulation in a process, so
// chips answer one query at a time, whatever engine it is asked of, and others wait; the machine stays as it is built while the same
// engine is asked about the same shapes, and is built again (a millisecond or so) when another one is. A batch of a chip is asked by
// forked processes. They wait for the next batch as long as the machine stays, and end with it, with the engine or with the process.
// Where that is no good (a process with threads of its own that fork must not meet), set jobs to 1. In a program with a SystemC
// simulation of its own, chips are asked before or after it, or by CollisionChip::tlm inside of it.
class Engine {
 public:
  // The fastest software on this host: `--model reference`. Microseconds a query; of the costs it has the seconds alone.
  static Engine reference();
  // The software that does what a machine does, list by list, and counts it: `--model mirror`. `machine` is a preset or a file of
  // keys (*.toml), `keys` are "sdram.banks=8" and the like (docs/configuration.md). Error for what is unknown or conflicts.
  static Engine mirror(const std::string& machine = "paper41", const std::vector<std::string>& keys = {});
  // The same of a machine that is read already.
  static Engine mirror(const Config& machine);
  // The machine itself, cycle by cycle: `--model tlm`. Takes milliseconds to seconds a query. Machine and keys are those of mirror().
  static Engine chip(const std::string& machine, const std::vector<std::string>& keys = {});
  // The same of a machine that is read already.
  static Engine chip(const Config& machine);

  // Where A and B, placed by the pose, meet. Error if an object does not fit into the chip's memory, or answers disagree.
  CollideResult collide(const Shape& a, const Shape& b, const Pose& pose = {},
                        const CollideRequest& request = {}) const;
  // Of each pose, in their order. An Error of one pose is that of the batch.
  std::vector<CollideResult> collide(const Shape& a, const Shape& b, const std::vector<Pose>& poses,
                                     const CollideRequest& request = {},
                                     const BatchOptions& options = {}) const;
  // Builds what this engine needs of a shape, which the first query does otherwise.
  void prepare(const Shape& shape) const;

  // All keys of the machine, as the text of a file of keys; of reference() those of paper41, whose trees it walks.
  std::string configuration() const;
  std::string configuration_hash() const;  // of the configuration: 16 hexadecimal digits

  // Private to the library.
  explicit Engine(std::shared_ptr<const EngineData> data) : data_(std::move(data)) {}
  const std::shared_ptr<const EngineData>& data() const { return data_; }

 private:
  std::shared_ptr<const EngineData> data_;
};

// Engine::reference(), made once.
CollideResult collide(const Shape& a, const Shape& b, const Pose& pose = {},
                      const CollideRequest& request = {});
// The same of each pose.
std::vector<CollideResult> collide(const Shape& a, const Shape& b, const std::vector<Pose>& poses,
                                   const CollideRequest& request = {}, const BatchOptions& options = {});

}  // namespace collisionchip::api

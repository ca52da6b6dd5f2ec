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

// Places B in A's frame: x_A = R x_B + t. The twelve float32 are used unchanged; t is in the shapes' unit of length.
using collisionchip::Pose;
// The numbers of a triangle of A and of a triangle of B. Triangles are counted from 0 in the order of file or array.
using collisionchip::TrianglePair;

// The pose of tx ty tz qw qx qy qz. The quaternion is normalised in double, and each of the twelve numbers is rounded once. Error if the
// quaternion is zero or a number is not finite; the message begins with `place`.
Pose pose_from_quaternion(const std::array<double, 7>& numbers, const std::string& place = "pose");
// The pose of R and t, 3x4, row after row. Each number is rounded once. R must have an inverse; it need not be orthonormal. Errors begin
// with `place`, as those of pose_from_quaternion().
Pose pose_from_matrix(const std::array<double, 12>& numbers, const std::string& place = "pose");

// What is asked of each pose.
struct CollideRequest {
  // The most pairs that a result has. 0: all pairs. 1: the query ends at the first pair that is found, as with `--first`. More: all pairs
  // are found and sorted, then the list is cut; that costs as much as all pairs.
  std::size_t limit = 0;
  bool check = false;       // ask a second engine too: Error (disagreement) if the answers differ
  bool statistics = false;  // fill CollideResult::statistics, which takes some tens of microseconds

  static CollideRequest all() { return {}; }  // every pair
  // The first pair that is found: whether the shapes collide.
  static CollideRequest first() { return {1, false, false}; }
};

// What an answer cost. The counters are those of the result files (docs/statistics.md). They are 0 if the engine does not count.
struct Cost {
  double seconds = 0;                // time of this host inside the engine
  std::uint64_t triangle_tests = 0;  // triangle pairs tested
  std::uint64_t uncertain = 0;       // tested pairs that exact arithmetic settled
  std::uint64_t lists = 0;           // lists of the traversal by lists: tau of Eq. 5
  std::uint64_t aligned_pairs = 0;   // pairs of volumes in all lists
  std::uint64_t cycles = 0;          // cycles of the chip's clock; software leaves 0 here and in all below
  std::uint64_t chip_ns = 0;         // the cycles as nanoseconds
  std::uint64_t link_ns = 0;         // what bus and doorbell add
  // Time from handing over the pose until its last pair is settled: chip_ns + link_ns + host_ns - overlap_ns.
  std::uint64_t total_ns = 0;
  std::uint64_t host_ns = 0;     // host work by the keys of section host: set-up, settling and call
  std::uint64_t overlap_ns = 0;  // the part of host_ns while chip and bus work
};

// Where A and B meet at one pose.
struct CollideResult {
  std::vector<TrianglePair> pairs;  // pairs that intersect or touch, sorted by A's triangle, then by B's
  std::size_t found = 0;            // pairs found, before the limit cut them
  Cost cost;                        // what this pose cost
  std::string statistics;  // a JSON object: the query's line in the file of `--stats`; empty unless requested

  bool is_collision() const { return !pairs.empty(); }  // whether any pair meets
};

// How many poses in one call are answered.
struct BatchOptions {
  unsigned jobs = 0;  // threads for software, processes for a chip; 0: all cores. Answers are always the same
  // Called on the calling thread, after each of its poses or ten times a second. If it returns true, the batch ends with an Error
  // (interrupted).
  std::function<bool()> stop = nullptr;
};

class EngineData;

// An engine answers collision queries: software on this host, or a chip. It is a handle like Shape: copies share its data, and threads may
// ask it at the same time.
//
// Software answers on the calling thread; several threads are answered at once. SystemC allows one simulation in a process, so one chip
// query runs at a time, for all engines together, and other threads wait. The machine stays built while the same chip engine is asked. A
// question to another chip engine builds it again, which takes about a millisecond.
//
// Forked processes answer a batch of a chip. They wait for the next batch as long as the machine stays, and end with the machine, the
// engine or this process. If the program has threads that do not survive a fork, set jobs to 1. A program with a SystemC simulation of its
// own asks chips before or after that simulation, or inside the simulation with CollisionChip::tlm.
class Engine {
 public:
  // The fastest software on this host: `--model reference`. A query takes microseconds. The only cost it gives is Cost::seconds.
  static Engine reference();
  // Software that follows a machine list by list and counts its work: `--model mirror`. `machine` is a preset or a file of keys (*.toml);
  // `keys` are texts such as "sdram.banks=8" (docs/configuration.md). Error if a name or value is unknown, or keys contradict.
  static Engine mirror(const std::string& machine = "paper41", const std::vector<std::string>& keys = {});
  // The same for a machine that is read already.
  static Engine mirror(const Config& machine);
  // The machine itself, simulated cycle by cycle: `--model tlm`. A query takes milliseconds to seconds. The arguments are those of
  // mirror().
  static Engine chip(const std::string& machine, const std::vector<std::string>& keys = {});
  // The same for a machine that is read already.
  static Engine chip(const Config& machine);

  // The triangle pairs where A and B meet; the pose places B. Error if an object does not fit into the chip's memory, or answers disagree.
  CollideResult collide(const Shape& a, const Shape& b, const Pose& pose = {},
                        const CollideRequest& request = {}) const;
  // A result for each pose, in the order of the poses. An Error at one pose ends the batch.
  std::vector<CollideResult> collide(const Shape& a, const Shape& b, const std::vector<Pose>& poses,
                                     const CollideRequest& request = {},
                                     const BatchOptions& options = {}) const;
  // Builds what this engine needs for a shape. Without this call, the first query builds it.
  void prepare(const Shape& shape) const;

  // All keys of the machine, as the text of a file of keys. reference() gives those of paper41, because it walks the trees of paper41.
  std::string configuration() const;
  std::string configuration_hash() const;  // hash of the configuration: 16 hexadecimal digits

  // Private to the library.
  explicit Engine(std::shared_ptr<const EngineData> data) : data_(std::move(data)) {}
  const std::shared_ptr<const EngineData>& data() const { return data_; }

 private:
  std::shared_ptr<const EngineData> data_;
};

// The answer of Engine::reference(). The engine is made once.
CollideResult collide(const Shape& a, const Shape& b, const Pose& pose = {},
                      const CollideRequest& request = {});
// The same for each pose.
std::vector<CollideResult> collide(const Shape& a, const Shape& b, const std::vector<Pose>& poses,
                                   const CollideRequest& request = {}, const BatchOptions& options = {});

}  // namespace collisionchip::api

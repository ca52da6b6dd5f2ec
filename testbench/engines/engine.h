// The interface of all engines that answer collision queries: the chip, as model or as RTL, and software on this host. All engines are
// asked in the same way (testbench/run/query_loop.h). Capabilities tells what an engine cannot do.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/testbench/host/chip_answer.h"
#include "collisionchip/tlm/config/chip_config.h"

namespace collisionchip {

class ChipEngine;

// Two objects with their trees for the chip's dop.k. `image` is the image of their memory if several chips share it.
struct Objects {
  const CollisionObject &a, &b;  // must outlive the queries
  const BoardImage* image = nullptr;
};

// Sorted pairs, and the counters that the engine counts.
struct Answer : QueryResult {
  std::optional<ChipAnswer> chip;  // a chip's cycles, accounts and statistics
};

class Engine {
 public:
  Engine() = default;
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Sets the objects of the next queries. InputError if they are too large.
  virtual void prepare(const Objects& objects) = 0;
  // B has changed its shape: the same triangles with other coordinates. Returns what a host sends to the chip for this.
  virtual Upload deform(const Objects& objects) {
    prepare(objects);
    return {};
  }
  // Exceptions from inside the engine are passed on unchanged (testbench/host/driver.h).
  virtual Answer query(const Pose& pose, bool first_witness) = 0;
  // The functions that only a chip has; nullptr for software.
  virtual ChipEngine* chip() { return nullptr; }
};

// What an engine can do.
struct Capabilities {
  bool exact = true;     // its pairs must agree with the judge; if false, differences are only counted
  bool cycles = false;   // it is a chip: has time, can be recorded, takes every key of the configuration
  bool counts = true;    // it counts visits, transforms and tests
  bool in_order = true;  // it works as Algorithm 2: the same lists, the same first witness
};

struct EngineSetup {
  ChipConfig config;            // software looks at dop.k, the tumbled side and how triangles are tested
  bool checkers = true;         // only for a chip: protocol and command checkers
  bool memory_monitor = false;  // only for a chip: a memory monitor, for a recording
};

struct EngineKind {
  std::string name;   // the name for --model
  std::string title;  // in a verdict: "simultaneous traversal"
  std::string what;   // the description for --help
  Capabilities can;
  std::string judge;  // name of the engine that its answers are compared with
  std::unique_ptr<Engine> (*make)(const EngineSetup& setup);
  void (*configure)(ChipConfig& config);  // adapts a configuration to this engine
  std::string lacks;                      // what this program lacks to make the engine; empty: nothing
  std::vector<std::string> keys{};        // keys that software looks at; "tree." is a whole section

  // Whether the engine looks at this key. A chip looks at every key.
  bool looks_at(const std::string& key) const;
};

// All engines, including those that this program cannot make.
const std::vector<EngineKind>& engine_kinds();
// nullptr if no engine has this name.
const EngineKind* find_engine(const std::string& name);
// The engine that the answers of this kind are compared with.
const EngineKind& judge_of(const EngineKind& kind);
// The names of the engines for which `fits` is true.
std::vector<std::string> engine_names(bool (*fits)(const EngineKind& kind));

}  // namespace collisionchip

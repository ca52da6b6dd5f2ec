// Whoever answers a collision query: the chip, as model or as RTL, and software on this host. A question is asked
// in the same way of all of them (run/query_loop.h), and what one cannot do it says.
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

// Two objects with their trees of the chip's dop.k, and, for many chips that share it, the image of their memory.
struct Objects {
  const CollisionObject &a, &b;  // must outlive the queries
  const BoardImage* image = nullptr;
};

// Pairs sorted; counters as far as the engine counts.
struct Answer : QueryResult {
  std::optional<ChipAnswer> chip;  // of a chip: cycles, accounts and statistics, too
};

class Engine {
 public:
  Engine() = default;
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // The objects of the queries to come. InputError if they are too large.
  virtual void prepare(const Objects& objects) = 0;
  // B has changed its shape: other coordinates of the same triangles. Returns what a host sends for it.
  virtual Upload deform(const Objects& objects) {
    prepare(objects);
    return {};
  }
  // What goes wrong inside of it is thrown as it comes (testbench/host/driver.h).
  virtual Answer query(const Pose& pose, bool first_witness) = 0;
  // What only a chip has; nullptr: it is none.
  virtual ChipEngine* chip() { return nullptr; }
};

// What one may ask of an engine.
struct Capabilities {
  bool exact = true;     // its pairs are judged; of one that is not, differences are counted
  bool cycles = false;   // a chip: has time, can be recorded, takes every key of the configuration
  bool counts = true;    // visits, transforms, tests
  bool in_order = true;  // works as Algorithm 2: the same lists, the same first witness
};

struct EngineSetup {
  ChipConfig config;            // software looks at dop.k, the tumbled side and how triangles are tested
  bool checkers = true;         // of a chip: protocol and command checkers
  bool memory_monitor = false;  // likewise: for a recording
};

struct EngineKind {
  std::string name;   // as --model takes it
  std::string title;  // in a verdict: "simultaneous traversal"
  std::string what;   // in a sentence, for --help
  Capabilities can;
  std::string judge;  // the name of the engine that its answers are held against
  std::unique_ptr<Engine> (*make)(const EngineSetup& setup);
  void (*configure)(ChipConfig& config);  // what it makes of a configuration
  std::string lacks;                      // of this program, for this engine to be made; empty: nothing
  std::vector<std::string> keys{};        // that software looks at; "tree." is all of a section

  // A chip looks at every key.
  bool looks_at(const std::string& key) const;
};

// All engines, those that this program lacks something for, too.
const std::vector<EngineKind>& engine_kinds();
// nullptr: none of that name.
const EngineKind* find_engine(const std::string& name);
// The engine that the answers of this kind are held against.
const EngineKind& judge_of(const EngineKind& kind);
// The names of those for which `fits` is true.
std::vector<std::string> engine_names(bool (*fits)(const EngineKind& kind));

}  // namespace collisionchip

// A row for the host of each machine: its objects, memory, registers, reference, and what is read from its board. A row has the name of the
// machine's row in tlm/machines and a file of its own: lists.cpp, boxes.cpp, tiles.cpp, groups.cpp. Other code calls the row that
// host_of(config) returns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/machines/placed_object.h"
#include "collisionchip/testbench/machines/work_counts.h"
#include "collisionchip/tlm/chip/board.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

// What a machine walks through: lists of pairs of nodes, as Eq. 5 has them, or of groups, or tiles of triangles.
enum class WalksThrough { pairs, groups, tiles };

// Words of the matrix memories.
struct MatrixRegisters {
  std::vector<std::uint32_t> mmm, frames;
};

struct HostKind {
  std::string machine;  // the name of its row in tlm/machines

  // --- objects ---
  // Trees of DOPs are built as the keys of section tree say; otherwise as paper41 builds them.
  bool has_built_dops = false;
  // Adds the machine's own volumes to an object with a tree of DOPs; nullptr: there are none.
  void (*add_volumes)(const Mesh& mesh, const ChipConfig& config, CollisionObject& object) = nullptr;
  // Keys that an object depends on, in addition to dop.k and those of section tree.
  std::vector<std::string> object_keys;

  // --- memory ---
  // The bytes of an object with so many triangles, before it is built. Without a known size most objects take more.
  std::uint64_t (*least_bytes)(const ChipConfig& config, std::uint64_t triangles) = nullptr;
  bool has_known_size = true;
  // Throws std::invalid_argument if the object was not built for this machine.
  std::uint64_t (*object_bytes)(const ChipConfig& config, const CollisionObject& object) = nullptr;
  // Writes an object to bytes[base], and returns its root.
  std::uint32_t (*write_object)(const ChipConfig& config, const CollisionObject& object, unsigned char* bytes,
                                std::uint64_t base) = nullptr;
  // The bytes that roots and results can name, and how a complaint about more ends; nullptr: all of the SDRAM.
  std::uint64_t (*reach)(const ChipConfig& config) = nullptr;
  std::string why_no_further;

  // --- registers ---
  // The set-up of a pose: what the host writes into the matrix registers before a query.
  MatrixRegisters (*registers)(const ChipConfig& config, const PlacedObject& a, const PlacedObject& b,
                               const Pose& pose, TumbledSide side) = nullptr;

  // --- results ---
  // A hit or an uncertain entry as one finding for each pair of triangles that it names, with their numbers; none if it does
  // not name a leaf of each object and triangles of these. nullptr: an entry names one pair, by its numbers.
  std::vector<Finding> (*pairs_named)(const ChipConfig& config, const PlacedObject& tumbled,
                                      const PlacedObject& aligned, const Finding& entry) = nullptr;

  // --- the reference ---
  QueryResult (*reference)(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                           const Pose& pose, const QueryOptions& options) = nullptr;
  // Keys, or whole sections ("group."), that this software looks at.
  std::vector<std::string> reference_keys;

  // --- the probe ---
  // Reads what was done for the query that has ended.
  WorkCounts (*read)(const Board& board, const Statistics& statistics) = nullptr;
  // Reads what was done for one entry of the command queue; nullptr: there is no queue.
  WorkCounts (*read_entry)(const Board& board, std::size_t entry) = nullptr;
  // The machine walks the lists of Eq. 5 and counts its cycles; otherwise the reference does.
  bool counts_eq5 = false;

  // --- accounts ---
  WalksThrough walks = WalksThrough::pairs;
  // Lines of --account before the figures of the work; nullptr: none.
  std::string (*work_text)(const Statistics& statistics, const ChipConfig& config) = nullptr;
  // Lines of --account full between those of the memory and the costs.
  std::string (*account_text)(const Statistics& statistics, const ChipConfig& config) = nullptr;

  // --- what only some machines can be asked ---
  // The machine walks trees of pairs of nodes: `trees` compares them, and --eq5 says where cycles went.
  bool walks_trees = false;
  // An object that has changed its shape needs its boxes made again (--refit).
  bool has_boxes = true;
  // What the estimator and golden vectors say when they refuse the machine; empty: they take it.
  std::string not_estimated;
  std::string not_read_back;
};

}  // namespace collisionchip

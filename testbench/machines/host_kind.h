// What a host does for a machine, as a row: objects, memory, registers, the software that it must agree with, and what is read of it. The
// row of each machine has the name of its row in tlm/machines and stands in a file of its own here: lists.cpp, boxes.cpp, tiles.cpp,
// groups.cpp. Other code asks host_of(config) and calls the row.
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
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

// What a machine walks through: lists of pairs of nodes, as Eq. 5 has them, or of groups, or tiles of triangles.
enum class WalksThrough { pairs, groups, tiles };

struct HostKind {
  std::string machine;  // the name of its row in tlm/machines

  // --- objects ---
  // Whether the keys of section tree say how trees of DOPs are built; otherwise they are those of paper41.
  bool has_built_dops = false;
  // Makes the machine's own volumes, beside the tree of DOPs; nullptr: there are none.
  void (*add_volumes)(const Mesh& mesh, const ChipConfig& config, CollisionObject& object) = nullptr;
  // Keys that an object depends on, beside dop.k and those of section tree.
  std::vector<std::string> object_keys;

  // --- memory ---
  // What an object of so many triangles takes before it is built, exactly if `has_known_size`.
  std::uint64_t (*least_bytes)(const ChipConfig& config, std::uint64_t triangles) = nullptr;
  bool has_known_size = true;
  // std::invalid_argument if the object is none of this machine.
  std::uint64_t (*object_bytes)(const ChipConfig& config, const CollisionObject& object) = nullptr;
  // Writes an object to bytes[base], and returns its root.
  std::uint32_t (*write_object)(const ChipConfig& config, const CollisionObject& object, unsigned char* bytes,
                                std::uint64_t base) = nullptr;
  // Bytes that its roots can reach, and the end of the complaint about more; 0: all of the SDRAM.
  std::uint64_t reach = 0;
  std::string why_no_further;

  // --- registers ---
  // What the host writes into the matrix registers before a query.
  std::vector<std::uint32_t> (*mmm_words)(const ChipConfig& config, const PlacedObject& a,
                                          const PlacedObject& b, const QuerySetup& setup) = nullptr;
  std::vector<std::uint32_t> (*frame_words)(const ChipConfig& config, const CollisionObject& a,
                                            const CollisionObject& b, const QuerySetup& setup) = nullptr;

  // --- the reference ---
  QueryResult (*reference)(const ChipConfig& config, const CollisionObject& a, const CollisionObject& b,
                           const Pose& pose, const QueryOptions& options) = nullptr;

  // --- the probe ---
  // Of the query that has ended.
  WorkCounts (*read)(const Board& board, const Statistics& statistics) = nullptr;
  // Of a query in flight, by its entry of the command queue; nullptr: the machine has none.
  WorkCounts (*read_entry)(const Board& board, std::size_t entry) = nullptr;
  // The lists are those of Eq. 5; otherwise the reference walks them.
  bool counts_eq5 = false;

  // --- accounts ---
  WalksThrough walks = WalksThrough::pairs;
  // Of --account, before the figures of its work; nullptr: nothing.
  std::string (*work_text)(const Statistics& statistics, const ChipConfig& config) = nullptr;
  // Of --account full: what is between the memory's and the costs.
  std::string (*account_text)(const Statistics& statistics, const ChipConfig& config) = nullptr;

  // --- what only some machines can be asked ---
  // Trees of pairs of nodes: they are compared by `trees`, and --eq5 adds up where their cycles went.
  bool walks_trees = false;
  // The boxes of a tree are made anew when its object has changed its shape (--refit host).
  bool refits = false;
  // What an error says was expected of --frames, of the estimator and of golden vectors; empty or nullptr: they take it.
  std::string (*not_deformed)(const ChipConfig& config) = nullptr;
  std::string not_estimated;
  std::string not_read_back;
};

}  // namespace collisionchip

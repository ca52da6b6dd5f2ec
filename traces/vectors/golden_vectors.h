// Golden vectors: queries in a language that people read and machines play (docs/vectors.md). What
// goes into the chip, memory and registers, and what must come out, results and cycles. The same file drives
// the reference, the model and the RTL.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

struct GoldenObject {
  std::uint32_t base = 0;       // byte address
  std::uint32_t root = 0;       // as the root registers take it
  std::uint32_t triangles = 0;  // numbered from 0
};

struct MemoryLoad {
  std::uint32_t address = 0;  // bytes, a multiple of 4
  std::vector<std::uint32_t> words;
};

struct RegisterWrite {
  std::uint32_t offset = 0, value = 0;
};

// A result of the chip, as an entry of the Pointer FIFO.
struct GoldenEntry {
  registers::EntryType type = registers::EntryType::hit;
  std::uint32_t tumbled = 0, aligned = 0;  // triangle numbers; unfinished: the pairs' words

  friend bool operator==(const GoldenEntry& a, const GoldenEntry& b) {
    return a.type == b.type && a.tumbled == b.tumbled && a.aligned == b.aligned;
  }
};

struct GoldenAnswer {
  Cycle cycles = 0;
  std::uint64_t lists = 0, aligned_pairs = 0, triangle_tests = 0;
  std::vector<GoldenEntry> entries;  // in the FIFO's order
};

struct GoldenQuery {
  Pose pose;  // what the registers were computed from
  bool first_witness = false;
  std::vector<RegisterWrite> writes;  // the last one starts the query
  GoldenAnswer answer;
};

struct GoldenVectors {
  ChipConfig config;
  GoldenObject a, b;
  std::vector<MemoryLoad> memory;
  std::vector<GoldenQuery> queries;
};

void write_golden_vectors(std::ostream& out, const GoldenVectors& vectors);

// InputError that names file and line. Vectors of a machine that this program knows otherwise (the hash does
// not fit the keys) are refused too.
GoldenVectors read_golden_vectors(const std::string& path);

// "hit 3 4", as in the file.
std::string text_of(const GoldenEntry& entry);

}  // namespace collisionchip

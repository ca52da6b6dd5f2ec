// The contents of a trace, as plain data: messages between units and actions of units, with their cycles. They do not depend
// on the recorded model. docs/vectors.md describes the same as SQL tables.
//
// Cycles count from the start of the query (cycle 0: the Stack Engine sees the start command). They are
// negative before it: the host writes the matrices first. Intervals are half open.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace collisionchip {

using TraceCycle = std::int64_t;
constexpr TraceCycle kTraceBegin = std::numeric_limits<TraceCycle>::min();
constexpr TraceCycle kTraceEnd = std::numeric_limits<TraceCycle>::max();

// The run that was recorded.
struct TraceRun {
  std::string version;             // of the program that recorded it
  std::string model;               // "tlm"
  std::string object_a, object_b;  // as named by the user
  std::uint64_t triangles_a = 0, triangles_b = 0;
  bool first_witness = false;
  std::uint32_t clock_period_ps = 0;
  std::string configuration;  // JSON, every key: `effective_json`
  std::string configuration_hash;
  std::string window;  // what was recorded: "all", or the options that limit it
};

// One start command of the chip. A pose takes several queries if lists overflowed (docs/driver.md).
struct TraceQuery {
  std::uint32_t id = 0;  // in the order of the run, from 0
  std::uint64_t pose = 0;
  std::uint32_t sub_query = 0;  // of the pose, from 0
  std::uint64_t start = 0;      // cycle of the simulation that the query calls 0
  TraceCycle cycles = 0;        // as in the statistics; -1: the query did not end
};

// A link between two units.
struct TraceChannel {
  std::uint32_t id = 0;
  std::string name;  // writer.port
  std::string writer, reader;
  std::uint32_t capacity = 0;
  std::uint32_t latency = 0;
  std::string item;                // type of what it carries
  std::string value, detail;       // what these mean; empty: not used
  std::vector<std::string> kinds;  // empty: not used
};

// One item on a channel.
struct TraceTransfer {
  std::uint64_t number = 0;         // on this channel in this query, from 0
  TraceCycle put = 0;               // the writer decided on it
  TraceCycle visible = 0;           // the reader can take it from here on
  std::optional<TraceCycle> taken;  // the reader took it; nothing: still there at the end
  std::optional<std::uint32_t> kind;
  std::optional<std::int64_t> value, detail;
  std::optional<std::uint64_t> digest;  // 52 bits over all words of the item, if value and detail are not all
};

// What a unit does. states[0] is busy, states[1] idle, the others are causes of stalls.
struct TraceUnit {
  std::uint32_t id = 0;
  std::string name;
  std::vector<std::string> states;
};

// The phases of a unit join and cover the query from 0 to its end.
struct TracePhase {
  TraceCycle begin = 0, end = 0;
  std::uint32_t state = 0;
};

enum class TraceCommandKind : std::uint8_t {
  activate,
  read,
  read_precharge,  // the bank precharges itself after the burst
  precharge,
  precharge_all,
  refresh,
  write,
  write_precharge,
};
const char* name_of(TraceCommandKind kind);
// The bank precharges itself after the burst.
constexpr bool closes_its_row(TraceCommandKind kind) {
  return kind == TraceCommandKind::read_precharge || kind == TraceCommandKind::write_precharge;
}

// One command on the SDRAM's command bus. Bank, row and column as in tlm/memory/sdram_command.h.
struct TraceCommand {
  TraceCycle cycle = 0;
  TraceCommandKind kind = TraceCommandKind::activate;
  std::uint32_t bank = 0, row = 0, column = 0;
  std::uint32_t beats = 0;  // reads and writes only
};

enum class TraceReadPurpose : std::uint8_t { tumbled_pair, aligned_pair, triangle };
const char* name_of(TraceReadPurpose purpose);

// One read on the wires between Memory Controller and memory.
struct TraceRead {
  std::uint64_t number = 0;
  TraceCycle request = 0;     // BEGIN_REQ is called
  TraceCycle accepted = 0;    // END_REQ is effective
  TraceCycle first_beat = 0;  // BEGIN_RESP is effective
  TraceCycle end = 0;         // after the last beat
  std::uint32_t address = 0;
  std::uint32_t bytes = 0;
  TraceReadPurpose purpose = TraceReadPurpose::tumbled_pair;
};

// One list of the Stack Engine: a tumbled pair against `aligned_pairs` aligned ones.
struct TraceList {
  std::uint64_t number = 0;
  TraceCycle begin = 0;                   // its command leaves the Stack Engine
  std::optional<TraceCycle> first_flags;  // the Stack Engine takes its first flags
  TraceCycle end = 0;                     // it takes its last flags; begin if none came
  std::optional<std::uint32_t> tumbled;   // address of the pair; nothing: it was never asked for
  std::uint32_t aligned_pairs = 0;
  std::uint32_t answered = 0;   // of them; fewer after a witness or an error
  std::uint32_t discarded = 0;  // tumbled pairs fetched in vain before this list
  bool kept = false;            // the tumbled pair is that of the list before, not read again
};

}  // namespace collisionchip

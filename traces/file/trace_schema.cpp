#include "collisionchip/traces/file/trace_schema.h"

#include <limits>

#include <fmt/format.h>

namespace collisionchip {

const char* name_of(TraceCommandKind kind) {
  constexpr const char* kNames[] = {"activate",      "read",    "read_precharge", "precharge",
                                    "precharge_all", "refresh", "write",          "write_precharge"};
  return kNames[static_cast<int>(kind)];
}

const char* name_of(TraceReadPurpose purpose) {
  constexpr const char* kNames[] = {"tumbled_pair", "aligned_pair", "triangle", "ancestor_pair"};
  return kNames[static_cast<int>(purpose)];
}

namespace trace_detail {

const char* name_of(StreamKind kind) {
  constexpr const char* kNames[] = {"transfer", "phase", "sdram_command", "memory_read", "list"};
  return kNames[static_cast<int>(kind)];
}

const std::vector<Column>& columns_of(StreamKind kind) {
  using Kind = CellKind;
  constexpr std::int64_t kWord = 0xffffffff, kAny = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t kLongestRead = 1 << 16;
  static const std::vector<Column> columns[] = {
      {{"put", Kind::cycle, false},
       {"visible - put", Kind::length, false},
       {"taken - visible", Kind::length, true},
       {"kind", Kind::name, true},
       {"value", Kind::number, true, -kAny, kAny},
       {"detail", Kind::number, true, -kAny, kAny},
       {"digest", Kind::number, true, 0, (std::int64_t{1} << 52) - 1}},
      {{"begin", Kind::cycle, false}, {"end - begin", Kind::length, false}, {"state", Kind::name, false}},
      {{"cycle", Kind::cycle, false},
       {"command", Kind::number, false, 0, 7},
       {"bank", Kind::number, false, 0, kWord},
       {"row", Kind::number, false, 0, kWord},
       {"column", Kind::number, false, 0, kWord},
       {"beats", Kind::number, false, 0, kWord}},
      {{"request", Kind::cycle, false},
       {"accepted - request", Kind::length, false},
       {"first_beat - request", Kind::length, false},
       {"end - first_beat", Kind::length, false},
       {"address", Kind::number, false, 0, kWord},
       {"bytes", Kind::number, false, 0, kLongestRead},
       {"purpose", Kind::number, false, 0, 3}},
      {{"begin", Kind::cycle, false},
       {"first_flags - begin", Kind::length, true},
       {"end - begin", Kind::length, false},
       {"tumbled", Kind::number, true, 0, kWord},
       {"aligned_pairs", Kind::number, false, 0, kWord},
       {"answered", Kind::number, false, 0, kWord},
       {"discarded", Kind::number, false, 0, kWord},
       {"kept", Kind::number, true, 1, 1}}};
  return columns[static_cast<int>(kind)];
}

namespace {

// To be filled in: a column of the table, and of two views.
constexpr const char* kSchema = R"(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE query(id INTEGER PRIMARY KEY, pose INTEGER, sub_query INTEGER, start INTEGER, cycles INTEGER);
CREATE TABLE channel(id INTEGER PRIMARY KEY, name TEXT, writer TEXT, reader TEXT, capacity INTEGER,
  latency INTEGER, item TEXT, value TEXT, detail TEXT);
CREATE TABLE item_kind(item TEXT, id INTEGER, name TEXT, PRIMARY KEY(item, id)) WITHOUT ROWID;
CREATE TABLE unit(id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE state(unit INTEGER, id INTEGER, name TEXT, PRIMARY KEY(unit, id)) WITHOUT ROWID;
CREATE TABLE stream(id INTEGER PRIMARY KEY, kind TEXT, channel INTEGER, unit INTEGER{0});
CREATE TABLE chunk(id INTEGER PRIMARY KEY, stream INTEGER, query INTEGER, first_cycle INTEGER,
  last_cycle INTEGER, first_number INTEGER, events INTEGER, data TEXT);

CREATE VIEW transfer AS SELECT c.query AS query, ch.name AS channel, c.first_number + e.key AS number,
  c.first_cycle + json_extract(e.value, '$[0]') AS put,
  c.first_cycle + json_extract(e.value, '$[0]') + json_extract(e.value, '$[1]') AS visible,
  c.first_cycle + json_extract(e.value, '$[0]') + json_extract(e.value, '$[1]') +
    json_extract(e.value, '$[2]') AS taken,
  (SELECT name FROM item_kind WHERE item = ch.item AND id = json_extract(e.value, '$[3]')) AS kind,
  json_extract(e.value, '$[4]') AS value, json_extract(e.value, '$[5]') AS detail,
  json_extract(e.value, '$[6]') AS digest
  FROM channel ch JOIN stream s ON s.kind = 'transfer' AND s.channel = ch.id
  JOIN chunk c ON c.stream = s.id JOIN json_each(c.data) e;

CREATE VIEW phase AS SELECT c.query AS query, u.name AS unit,
  c.first_cycle + json_extract(e.value, '$[0]') AS "begin",
  c.first_cycle + json_extract(e.value, '$[0]') + json_extract(e.value, '$[1]') AS "end",
  (SELECT name FROM state WHERE unit = u.id AND id = json_extract(e.value, '$[2]')) AS state
  FROM unit u JOIN stream s ON s.kind = 'phase' AND s.unit = u.id
  JOIN chunk c ON c.stream = s.id JOIN json_each(c.data) e;

CREATE VIEW sdram_command AS SELECT c.query AS query,
  c.first_cycle + json_extract(e.value, '$[0]') AS cycle,
  CASE json_extract(e.value, '$[1]') WHEN 0 THEN 'activate' WHEN 1 THEN 'read' WHEN 2 THEN 'read_precharge'
    WHEN 3 THEN 'precharge' WHEN 4 THEN 'precharge_all' WHEN 6 THEN 'write'
    WHEN 7 THEN 'write_precharge' ELSE 'refresh' END AS command,
  json_extract(e.value, '$[2]') AS bank, json_extract(e.value, '$[3]') AS "row",
  json_extract(e.value, '$[4]') AS "column", json_extract(e.value, '$[5]') AS beats{1}
  FROM stream s JOIN chunk c ON c.stream = s.id JOIN json_each(c.data) e WHERE s.kind = 'sdram_command';

CREATE VIEW memory_read AS SELECT c.query AS query, c.first_number + e.key AS number,
  c.first_cycle + json_extract(e.value, '$[0]') AS request,
  c.first_cycle + json_extract(e.value, '$[0]') + json_extract(e.value, '$[1]') AS accepted,
  c.first_cycle + json_extract(e.value, '$[0]') + json_extract(e.value, '$[2]') AS first_beat,
  c.first_cycle + json_extract(e.value, '$[0]') + json_extract(e.value, '$[2]') +
    json_extract(e.value, '$[3]') AS "end",
  json_extract(e.value, '$[4]') AS address, json_extract(e.value, '$[5]') AS bytes,
  CASE json_extract(e.value, '$[6]') WHEN 0 THEN 'tumbled_pair' WHEN 1 THEN 'aligned_pair'
    ELSE 'triangle' END AS purpose{1}
  FROM stream s JOIN chunk c ON c.stream = s.id JOIN json_each(c.data) e WHERE s.kind = 'memory_read';

CREATE VIEW list AS SELECT c.query AS query, c.first_number + e.key AS number,
  c.first_cycle + json_extract(e.value, '$[0]') AS "begin",
  c.first_cycle + json_extract(e.value, '$[0]') + json_extract(e.value, '$[1]') AS first_flags,
  c.first_cycle + json_extract(e.value, '$[0]') + json_extract(e.value, '$[2]') AS "end",
  json_extract(e.value, '$[3]') AS tumbled, json_extract(e.value, '$[4]') AS aligned_pairs,
  json_extract(e.value, '$[5]') AS answered, json_extract(e.value, '$[6]') AS discarded,
  coalesce(json_extract(e.value, '$[7]'), 0) AS kept
  FROM stream s JOIN chunk c ON c.stream = s.id JOIN json_each(c.data) e WHERE s.kind = 'list';
)";

}  // namespace

std::string schema(bool several_memories) {
  return several_memories ? fmt::format(kSchema, ", memory INTEGER", ", s.memory AS memory")
                          : fmt::format(kSchema, "", "");
}

const char* const kIndex = "CREATE INDEX chunk_by_stream ON chunk(stream, query, id)";

}  // namespace trace_detail
}  // namespace collisionchip

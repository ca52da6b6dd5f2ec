#include "collisionchip/testbench/results/statistics_schema.h"

#include <vector>

#include <nlohmann/json.hpp>

#include "collisionchip/reference/triangle/uncertainty.h"
#include "collisionchip/testbench/account/query_facts.h"
#include "collisionchip/testbench/engines/engine.h"
#include "collisionchip/tlm/machine/json_text.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

struct Member {
  std::string name;
  Json schema;
  bool always = true;
};

Json count(const std::string& description) {
  return {{"type", "integer"}, {"minimum", 0}, {"description", description}};
}
Json number(const std::string& description) {
  return {{"type", "number"}, {"minimum", 0}, {"description", description}};
}
Json flag(const std::string& description) {
  return {{"type", "boolean"}, {"description", description}};
}
Json text(const std::string& description) {
  return {{"type", "string"}, {"description", description}};
}

// These members, those that are always there, and no other.
Json object(const std::vector<Member>& members, const std::string& description) {
  Json properties = Json::object(), required = Json::array();
  for (const Member& member : members) {
    properties[member.name] = member.schema;
    if (member.always) required.push_back(member.name);
  }
  return {{"type", "object"},
          {"description", description},
          {"properties", properties},
          {"required", required},
          {"additionalProperties", false}};
}

Json units() {
  std::vector<Member> accounts;
  for (const AccountRow& account : account_table()) {
    std::vector<Member> causes;
    for (const StallCause& cause : account.causes) causes.push_back({cause.name, count(cause.meaning)});
    accounts.push_back({account.unit,
                        object({{"busy", count(account.busy)},
                                {"stalled", object(causes, "by cause")},
                                {"idle", count("nothing to do")}},
                               "chip cycles; their sum is the cycles of the query"),
                        account.only.empty()});
  }
  return object(accounts, "cycle account of every unit of the machine");
}

Json counters() {
  std::vector<Member> all;
  for (const Statistic& row : statistics_table()) {
    if (row.kind != StatisticKind::histogram)
      all.push_back({row.name, count(row.unit + ": " + row.meaning), row.only.empty()});
  }
  return object(all, "numbers by name, of the units that the machine has");
}

Json histograms() {
  std::vector<Member> all;
  for (const Statistic& row : statistics_table()) {
    if (row.kind != StatisticKind::histogram) continue;
    all.push_back(
        {row.name,
         {{"$ref", "#/$defs/histogram"}, {"description", row.unit + " by " + row.value + ": " + row.meaning}},
         row.only.empty()});
  }
  return object(all, "distributions by name, of the units that the machine has");
}

Json uncertain_causes() {
  std::vector<Member> causes;
  causes.reserve(std::size(kUncertaintyNames));
  for (const char* const cause : kUncertaintyNames) causes.push_back({cause, count("triangle pairs")});
  return object(causes, "why they were uncertain");
}

std::vector<Member> of_every_engine() {
  const Json element = {{"type", "number"}};
  return {{"pose", count("number of the pose")},
          {"matrix",
           {{"type", "array"},
            {"items", element},
            {"minItems", 12},
            {"maxItems", 12},
            {"description", "the pose: 3x4, row by row"}}},
          {"pairs", count("intersecting triangle pairs")},
          {"upload_words", count("of 32 bits over PCI for B's new shape; of a chip, with --frames"), false},
          {"upload_cycles", count("chip cycles that these take"), false},
          {"refitted_boxes", count("of B's tree, by the host; with --frames"), false}};
}

std::vector<Member> of_engines_that_count() {
  std::vector<Member> members = of_every_engine();
  const std::vector<Member> counted = {{"eq5_cycles", count("chip cycles by Eq. 5")},
                                       {"lists", count("tau of Eq. 5")},
                                       {"aligned_pairs", count("the sum of alpha over all lists")},
                                       {"triangle_tests", count("triangle pairs tested")},
                                       {"uncertain", count("of these, settled exactly")},
                                       {"uncertain_causes", uncertain_causes()}};
  members.insert(members.end(), counted.begin(), counted.end());
  return members;
}

void add_facts(std::vector<Member>& members, const std::vector<QueryFact>& facts) {
  for (const QueryFact& fact : facts) {
    Json schema = fact.kind == QueryFact::Kind::count   ? count(fact.meaning)
                  : fact.kind == QueryFact::Kind::share ? number(fact.meaning)
                                                        : text(fact.meaning);
    members.push_back({fact.name, std::move(schema)});
  }
}

std::vector<Member> of_a_chip() {
  std::vector<Member> members = of_engines_that_count();
  add_facts(members, time_facts());
  members.push_back({"cycles", count("chip cycles from the start command to the last result")});
  members.push_back({"unfinished", count("sub-queries that an overflow made necessary")});
  return members;
}

// The members about a chip's run: one query, or the queries that are asked together.
void add_run(std::vector<Member>& members) {
  members.push_back({"setup_cycles", count("chip cycles of PCI transfers before the start")});
  members.push_back({"readback_cycles", count("chip cycles of PCI transfers after the end")});
  add_facts(members, bound_facts());
  members.push_back({"units", units()});
  members.push_back({"counters", counters()});
  members.push_back({"histograms", histograms()});
}

Json chip_query() {
  std::vector<Member> members = of_a_chip();
  add_run(members);
  return object(members, "a query of the chip");
}

Json chip_batch() {
  std::vector<Member> members = {{"first_pose", count("number of the first pose")},
                                 {"poses", count("that were asked together")},
                                 {"cycles", count("chip cycles from the start command to the last end")}};
  add_facts(members, time_facts());
  add_run(members);
  return object(members, "queries that a chip was asked together, with --batch");
}

Json reference_query() {
  std::vector<Member> members = of_engines_that_count();
  members.push_back({"tumbled_visits", count("tumbled nodes read")});
  members.push_back({"aligned_visits", count("aligned nodes read")});
  members.push_back({"transforms", count("tumbled DOPs transformed")});
  members.push_back({"overlap_tests", count("pairs of DOPs compared")});
  members.push_back({"time_us", number("microseconds on this host")});
  return object(members, "a query of our software: the reference or another traversal");
}

Json other_query() {
  std::vector<Member> members = of_every_engine();
  members.push_back({"time_us", number("microseconds on this host")});
  return object(members, "a query of software that counts nothing: FCL");
}

// Its keys are a page of their own, docs/configuration.md.
Json configuration() {
  const Json section = {{"type", "object"}, {"description", "keys with their values"}};
  return {{"type", "object"},
          {"description", "every key of docs/configuration.md, by section"},
          {"properties", Json::object()},
          {"additionalProperties", section}};
}

Json eq5_account() {
  const Json cycles = {{"type", "integer"}, {"description", "chip cycles added; below 0: saved"}};
  const Json step = object({{"what", text("the topic")}, {"cycles", cycles}}, "of the account");
  return object({{"pose", count("always 0")},
                 {"eq5_cycles", count("chip cycles by Eq. 5")},
                 {"steps", {{"type", "array"}, {"items", step}, {"description", "in their fixed order"}}},
                 {"cycles", count("chip cycles of the query")}},
                "from Eq. 5 to the chip's cycles, all pairs");
}

Json machine() {
  return object({{"memory", text("kind")},
                 {"channels", count("of memory")},
                 {"gb_per_s", number("that the memory's pins can carry, all channels together")},
                 {"bytes_per_cycle", number("the same by the chip's clock")},
                 {"mm2", number("silicon of 0.18 um, an estimate")},
                 {"clock_mhz", number("that the configuration assumes")},
                 {"clock_met_mhz", number("that the slowest synthesised unit meets")},
                 {"slowest_unit", text("which that is")}},
                "the chip before it is asked anything");
}

Json run() {
  const std::vector<std::string> engines = engine_names([](const EngineKind&) { return true; });
  const Json model = {{"enum", engines}, {"description", "what answered"}};
  const Json host = object({{"wall_seconds", number("of the whole run")},
                            {"simulated_cycles_per_second", number("speed of the model")},
                            {"peak_memory_mib", number("largest resident size")}},
                           "of this host: differs from run to run");
  const Json channels = {{"type", "object"},
                         {"description", "capacity of every channel; empty for software"},
                         {"properties", Json::object()},
                         {"additionalProperties", count("items")}};
  Json all = object({{"version", text("of the program")},
                     {"model", model},
                     {"command", text("of the run")},
                     {"object_a", text("as on the command line")},
                     {"object_b", text("as on the command line")},
                     {"triangles_a", count("triangles")},
                     {"triangles_b", count("triangles")},
                     {"first_witness", flag("one pair per pose was enough")},
                     {"checked", flag("every answer was compared with the reference")},
                     {"seed", count("always 0: nothing in a run is random")},
                     {"queries", count("in the file")},
                     {"pairs", count("of all queries")},
                     {"cycles", count("chip cycles of all queries")},
                     {"upload_cycles", count("chip cycles: both objects over PCI, once")},
                     {"configuration_hash", text("16 hexadecimal digits over the effective configuration")},
                     {"configuration", configuration()},
                     {"channels", channels},
                     {"host", host}},
                    "the whole run");
  for (const QueryFact& fact : time_facts())  // of a chip, as roofs and machine
    all["properties"][fact.name] = count(fact.meaning + "; of all queries, what overlaps counts once");
  all["properties"]["roofs"] = {
      {"type", "object"},
      {"description", "of all queries: the share of every resource, the highest first"},
      {"additionalProperties", number("of the resource, 0 to 1")}};
  all["properties"]["machine"] = machine();
  all["properties"]["recentre"] = {{"type", "array"},
                                   {"items", {{"type", "number"}}},
                                   {"minItems", 3},
                                   {"maxItems", 3},
                                   {"description", "only with --recentre: taken from both objects"}};
  all["properties"]["eq5_account"] = eq5_account();  // only with --eq5
  return all;
}

}  // namespace

std::string statistics_schema() {
  const Json entry = {{"type", "array"}, {"items", count("value, count")}, {"minItems", 2}, {"maxItems", 2}};
  const Json either = {{"anyOf",
                        {{{"$ref", "#/$defs/chip_query"}},
                         {{"$ref", "#/$defs/query_of_batch"}},
                         {{"$ref", "#/$defs/reference_query"}},
                         {{"$ref", "#/$defs/other_query"}}}}};
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "Statistics of collisionchip collide --stats"}};
  const Json batches = {{"type", "array"}, {"items", {{"$ref", "#/$defs/chip_batch"}}}};
  const Json file = object(
      {{"queries", {{"type", "array"}, {"items", either}}}, {"batches", batches, false}, {"run", run()}},
      "Generated: collisionchip stats --schema > docs/stats.schema.json");
  schema.update(file);
  schema["$defs"] = {{"histogram",
                      {{"type", "array"},
                       {"items", entry},
                       {"description", "[value, count] by rising value, counts above 0"}}},
                     {"chip_query", chip_query()},
                     {"query_of_batch", object(of_a_chip(), "a query of the chip in a batch")},
                     {"chip_batch", chip_batch()},
                     {"reference_query", reference_query()},
                     {"other_query", other_query()}};
  return json_text(schema, 1) + "\n";
}

}  // namespace collisionchip

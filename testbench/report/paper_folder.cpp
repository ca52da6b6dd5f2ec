#include "collisionchip/testbench/report/paper_folder.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/report/run_folder.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

void check_tables(const Json& tables, const std::string& file) {
  for (const auto& [name, table] : tables.items()) {
    const bool whole = table.is_object() && table.contains("columns") && table["columns"].is_array() &&
                       table.contains("rows") && table["rows"].is_array();
    if (!whole)
      throw InputError(Place::in(file).part(fmt::format("table {}", name)),
                       "\"columns\" and \"rows\", arrays");
    const std::size_t columns = table["columns"].size();
    const auto fits = [&](const Json& row) { return row.is_array() && row.size() == columns; };
    if (!std::all_of(table["rows"].begin(), table["rows"].end(), fits))
      throw InputError(Place::in(file).part(fmt::format("table {}", name)),
                       fmt::format("rows of {} cells", columns));
  }
}

void check_claims(const Json& claims, const std::string& file) {
  for (const Json& claim : claims) {
    for (const char* member : {"place", "claim", "paper", "ours", "agrees", "why"}) {
      if (!claim.is_object() || !claim.contains(member) || !claim[member].is_string())
        throw InputError(Place::in(file), fmt::format("the member \"{}\", text, in every claim", member));
    }
  }
}

Json read_set(const std::string& file, const char* about) {
  Json json = read_json(file);
  const bool whole = json.is_object() && json.contains(about) && json[about].is_object() &&
                     json.contains("claims") && json["claims"].is_array() && json.contains("tables") &&
                     json["tables"].is_object();
  if (!whole)
    throw InputError(
        Place::in(file),
        fmt::format("the members \"{}\" and \"tables\", objects, and \"claims\", an array", about));
  check_tables(json["tables"], file);
  check_claims(json["claims"], file);
  return json;
}

}  // namespace

Json read_paper_folder(const std::string& path) {
  Json json = {{"paper", read_set(path + "/paper.json", "run")}};
  if (std::filesystem::exists(path + "/host/host.json"))
    json["host"] = read_set(path + "/host/host.json", "host");
  return json;
}

}  // namespace collisionchip

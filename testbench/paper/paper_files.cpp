#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/testbench/paper/host_info.h"
#include "collisionchip/testbench/paper/paper_tables.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

// A text that needs it in quotes.
std::string csv_cell(const Json& value) {
  if (!value.is_string()) return json_text(value);
  std::string text = value.get<std::string>();
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) text.insert(at, "\"");
  return '"' + text + '"';
}

std::string csv(const Table& table) {
  std::string text;
  for (const std::string& column : table.columns) text += (text.empty() ? "" : ",") + column;
  text += '\n';
  for (const Json& row : table.rows) {
    std::string line;
    for (const Json& value : row) line += (line.empty() ? "" : ",") + csv_cell(value);
    text += line + '\n';
  }
  return text;
}

Json json_of(const Table& table) {
  return {{"columns", table.columns}, {"rows", table.rows}};
}

Json json_of(const std::vector<Claim>& claims, bool of_this_host) {
  Json all = Json::array();
  for (const Claim& c : claims) {
    if (c.of_this_host != of_this_host) continue;
    all.push_back({{"id", c.id},
                   {"place", c.place},
                   {"claim", c.claim},
                   {"paper", c.paper_value},
                   {"ours", c.our_value},
                   {"agrees", name_of(c.agrees)},
                   {"why", c.why}});
    if (!c.turned.empty()) all.back()["turned"] = c.turned.substr(2);
  }
  return all;
}

}  // namespace

void write_table_set(const std::vector<Table>& tables, const std::vector<Claim>& claims, bool of_this_host,
                     Json json, const std::string& folder, const std::string& file) {
  json["claims"] = json_of(claims, of_this_host);
  for (const Table& table : tables) {
    write_output_file(folder + "/" + table.name + ".csv", csv(table));
    json["tables"][table.name] = json_of(table);
  }
  write_output_file(folder + "/" + file, json_text(json) + '\n');
}

void write_tables(const PaperResults& results, const std::vector<Claim>& claims, const Json& run,
                  const Json& host, const std::string& folder) {
  std::filesystem::create_directories(folder + "/host");
  write_table_set(model_tables(results), claims, false, {{"run", run}}, folder, "paper.json");
  const bool with_fcl = !host.at("fcl").get<std::string>().empty();
  write_table_set(host_tables(results, with_fcl), claims, true, {{"host", host}}, folder + "/host",
                  "host.json");
  write_output_file(folder + "/claims.md", to_text(claims) + "\n" + load_text(host.at("load")) + "\n");
}

}  // namespace collisionchip

// The files of a result folder: tables, claims, and all of
// them again as JSON (docs/tables/paper_columns.csv describes them).
//
//   figure01.csv, figure09.csv ... figure13.csv, eq5.csv, paper.json   the same bytes for the same plan on every host
//   host/figure09.csv, figure10.csv, figure13.csv, host.json   times of this host
//   claims.md                                             both
#pragma once

#include <string>
#include <vector>

#include "collisionchip/testbench/paper/claims.h"
#include "collisionchip/testbench/paper/paper_results.h"

namespace collisionchip {

struct Table {
  std::string name;  // of the file, without ".csv"
  std::vector<std::string> columns;
  std::vector<nlohmann::ordered_json> rows;  // arrays of strings and numbers
};

std::vector<Table> model_tables(const PaperResults& results);
std::vector<Table> host_tables(const PaperResults& results, bool with_fcl);

// Writes each table as NAME.csv, and all tables with their claims as one JSON file in the same folder. `json`: the other
// members of that file. `of_this_host`: which claims. InputError if a file cannot be written.
void write_table_set(const std::vector<Table>& tables, const std::vector<Claim>& claims, bool of_this_host,
                     nlohmann::ordered_json json, const std::string& folder, const std::string& file);

// `run` and `host` as describe() and describe_host() say. InputError if a file cannot be written.
void write_tables(const PaperResults& results, const std::vector<Claim>& claims,
                  const nlohmann::ordered_json& run, const nlohmann::ordered_json& host,
                  const std::string& folder);

}  // namespace collisionchip

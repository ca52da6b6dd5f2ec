#include "collisionchip/testbench/results/statistics_csv.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

#include <nlohmann/json.hpp>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

struct Row {
  std::vector<std::string> columns, cells;
  void add(std::string column, std::string cell) {
    columns.push_back(std::move(column));
    cells.push_back(std::move(cell));
  }
};

std::string histogram_cell(const Json& entries) {
  std::string cell;
  for (const Json& entry : entries)
    cell += (cell.empty() ? "" : " ") + json_text(entry.at(0)) + ":" + json_text(entry.at(1));
  return cell;
}

void add_units(const Json& units, Row& row) {
  for (const auto& [unit, account] : units.items()) {
    row.add(unit + ".busy", json_text(account.at("busy")));
    for (const auto& [cause, cycles] : account.at("stalled").items())
      row.add(unit + ".stalled." + cause, json_text(cycles));
    row.add(unit + ".idle", json_text(account.at("idle")));
  }
}

// Json::exception if it is no query.
Row row_of(const Json& query) {
  Row row;
  for (const auto& [member, value] : query.items()) {
    if (member == "units") {
      add_units(value, row);
    } else if (member == "counters") {
      for (const auto& [name, count] : value.items()) row.add(name, json_text(count));
    } else if (member == "histograms") {
      for (const auto& [name, entries] : value.items()) row.add(name, histogram_cell(entries));
    } else if (value.is_object()) {
      for (const auto& [name, count] : value.items()) row.add(member + "." + name, json_text(count));
    } else if (value.is_array()) {
      for (std::size_t i = 0; i < value.size(); ++i)
        row.add(member + "." + std::to_string(i), json_text(value[i]));
    } else {
      row.add(member, json_text(value));
    }
  }
  if (row.columns.at(0) != "pose") throw std::out_of_range("pose");
  return row;
}

void write_line(std::ostream& out, const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) out << (i == 0 ? "" : ",") << cells[i];
  out << '\n';
}

// The lines of the file, counted.
class Lines {
 public:
  explicit Lines(const std::string& path) : path_(path), in_(path, std::ios::binary) {
    if (!in_)
      throw InputError(Place::in(path), "a statistics file that can be read",
                       std::string(": ") + std::strerror(errno));
  }
  bool next(std::string& line) {
    ++number_;
    return static_cast<bool>(std::getline(in_, line));
  }
  std::string rest() { return {std::istreambuf_iterator<char>(in_), {}}; }
  [[noreturn]] void complain(const std::string& expected) const {
    throw InputError(Place::in(path_, number_), expected);
  }

 private:
  std::string path_;
  std::ifstream in_;
  std::uint64_t number_ = 0;
};

Row parse_query(const Lines& lines, const std::string& text) {
  try {
    return row_of(Json::parse(text));
  } catch (const std::exception&) {
    lines.complain("a query, one per line, as collide --stats writes it");
  }
}

}  // namespace

std::uint64_t write_statistics_csv(const std::string& json_path, const std::string& csv_path) {
  Lines lines(json_path);
  std::string line;
  if (!lines.next(line) || line != "{\"queries\": [")
    lines.complain("'{\"queries\": [', the first line of a statistics file");
  OutputFile file(csv_path);
  std::ostream& out = file.stream();
  std::vector<std::string> columns;
  std::uint64_t rows = 0;
  for (;;) {
    if (!lines.next(line)) lines.complain("'],' and the run: the file is cut short");
    if (line == "],") break;
    if (!line.empty() && line.back() == ',') line.pop_back();
    const Row row = parse_query(lines, line);
    if (rows++ == 0) {
      columns = row.columns;
      write_line(out, columns);
    }
    if (row.columns != columns) lines.complain("the members of the first query");
    write_line(out, row.cells);
  }
  if (!Json::accept("{" + lines.rest())) lines.complain("the run after the queries: the file is cut short");
  file.close();
  return rows;
}

}  // namespace collisionchip

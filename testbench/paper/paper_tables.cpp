#include "collisionchip/testbench/paper/paper_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "collisionchip/testbench/paper/figure1.h"
#include "collisionchip/testbench/paper/software.h"
#include "collisionchip/testbench/paper/speed_up.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

// Six digits: more would be noise in times, and counts are whole.
Json number(double value) {
  if (value == std::floor(value) && std::fabs(value) < 1e15) return static_cast<std::int64_t>(value);
  return std::stod(fmt::format("{:.6g}", value));
}

void append(Json& row, const Turn& turn, const std::string& name) {
  row.push_back(number(turn.mean(name)));
  row.push_back(number(turn.max(name)));
}

template <typename Function>
void for_each_turn(const PaperResults& results, Function&& function) {
  for (const PaperObject& object : results.objects()) {
    for (std::size_t d = 0; d < results.distances().size(); ++d) function(object, d);
  }
}

Json distance_of(const PaperResults& results, std::size_t d) {
  return number(results.distances()[d]);
}

// Figures 9 and 10: what the traversals have to do at each distance.
Table work_table(const PaperResults& results, const std::string& name, WitnessMode mode) {
  Table table{
      name,
      {"object", "stands_for", "triangles", "distance", "colliding", "pairs_mean", "pairs_max", "traversal"},
      {}};
  for (const std::string& counter : work_names()) {
    table.columns.push_back(counter + "_mean");
    table.columns.push_back(counter + "_max");
  }
  for_each_turn(results, [&](const PaperObject& object, std::size_t d) {
    const Turn& turn = results.work(object, mode, d);
    for (const auto& [traversal, kind] : traversals()) {
      Json row = {object.name, object.stands_for, object.triangles, distance_of(results, d),
                  number(turn.mean("list.colliding"))};
      append(row, turn, "list.pairs");
      row.push_back(traversal);
      for (const std::string& counter : work_names()) append(row, turn, traversal + "." + counter);
      table.rows.push_back(std::move(row));
    }
  });
  return table;
}

// Figures 11 and 12: counters by the number of polygons.
Table scaling_table(const PaperResults& results, const std::string& name,
                    const std::vector<std::string>& counters) {
  Table table{name, {"object", "stands_for", "triangles", "distance", "mode", "traversal"}, {}};
  for (const std::string& counter : counters) {
    table.columns.push_back(counter + "_mean");
    table.columns.push_back(counter + "_max");
  }
  for (const PaperObject& object : results.objects()) {
    for (const WitnessMode mode : witness_modes()) {
      for (const std::uint32_t triangles : resolutions_of(results.plan(), object)) {
        for (const auto& [traversal, kind] : traversals()) {
          Json row = {object.name,   object.stands_for, triangles, distance_of(results, results.peak(object)),
                      name_of(mode), traversal};
          for (const std::string& counter : counters)
            append(row, results.scaling(object, triangles, mode), traversal + "." + counter);
          table.rows.push_back(std::move(row));
        }
      }
    }
  }
  return table;
}

// Figure 13, the chip's side.
Table chip_table(const PaperResults& results) {
  Table table{
      "figure13",
      {"object", "stands_for", "triangles", "preset", "mode", "distance", "cycles_mean", "cycles_max",
       "chip_ms_mean", "chip_ms_max", "pci_ms_mean", "pci_ms_max", "triangle_tests_mean", "cache_hit_ratio"},
      {}};
  for (const std::string& preset : results.plan().presets) {
    for (const WitnessMode mode : witness_modes()) {
      for_each_turn(results, [&](const PaperObject& object, std::size_t d) {
        const Turn& turn = results.chip(object, preset, mode, d);
        Json row = {object.name, object.stands_for, object.triangles,
                    preset,      name_of(mode),     distance_of(results, d)};
        append(row, turn, "cycles");
        for (const char* cycles : {"cycles", "pci_cycles"}) {
          row.push_back(number(1e-3 * chip_microseconds(turn.mean(cycles))));
          row.push_back(number(1e-3 * chip_microseconds(turn.max(cycles))));
        }
        row.push_back(number(turn.mean("triangle_tests")));
        row.push_back(number(turn.sum("cache_hits") / std::max(1., turn.sum("cache_tests"))));
        table.rows.push_back(std::move(row));
      });
    }
  }
  return table;
}

// Figure 1: the pairs that each traversal visits, in its order.
Table figure1_table() {
  Table table{"figure01", {"traversal", "step", "aligned", "tumbled", "transformed", "overlap"}, {}};
  for (const char* traversal : {"simultaneous", "single_list"}) {
    int step = 0;
    for (const Figure1Visit& visit : figure1_visits(traversal))
      table.rows.push_back({traversal, ++step, visit.aligned, visit.tumbled, visit.transformed ? 1 : 0,
                            visit.overlap ? 1 : 0});
  }
  return table;
}

Json eq5_row(const PaperResults& results, const PaperObject& object, const std::string& preset,
             WitnessMode mode, std::size_t d) {
  const Turn& turn = results.chip(object, preset, mode, d);
  return {object.name,
          object.triangles,
          preset,
          name_of(mode),
          distance_of(results, d),
          number(turn.mean("lists")),
          number(turn.sum("aligned_pairs") / turn.sum("lists")),
          number(turn.mean("eq5_cycles")),
          number(turn.mean("cycles")),
          number(turn.sum("cycles") / turn.sum("eq5_cycles"))};
}

// Eq. 5 and the cycles of each chip.
Table eq5_table(const PaperResults& results) {
  Table table{"eq5",
              {"object", "triangles", "preset", "mode", "distance", "tau", "alpha", "eq5_cycles", "cycles",
               "cycles_by_eq5"},
              {}};
  for (const std::string& preset : results.plan().presets) {
    for (const WitnessMode mode : witness_modes()) {
      for_each_turn(results, [&](const PaperObject& object, std::size_t d) {
        table.rows.push_back(eq5_row(results, object, preset, mode, d));
      });
    }
  }
  for (const PaperObject& object : results.objects()) {
    table.rows.push_back(eq5_row(results, object, kEq5Preset, WitnessMode::all, results.peak(object)));
  }
  return table;
}

std::vector<std::string> software_names(bool with_fcl) {
  std::vector<std::string> names;
  for (const Software& software : traversals()) names.push_back(software.name);
  if (with_fcl) names.push_back("fcl");
  return names;
}

// Figures 9 and 10: times.
Table time_table(const PaperResults& results, const std::string& name, WitnessMode mode, bool with_fcl) {
  Table table{name, {"object", "triangles", "distance", "software", "pairs_mean", "ms_mean", "ms_max"}, {}};
  for_each_turn(results, [&](const PaperObject& object, std::size_t d) {
    const Turn& turn = results.host(object, mode, d);
    for (const std::string& software : software_names(with_fcl)) {
      table.rows.push_back({object.name, object.triangles, distance_of(results, d), software,
                            number(turn.mean(software + ".pairs")), number(1e-3 * turn.mean(software)),
                            number(1e-3 * turn.max(software))});
    }
  });
  return table;
}

// Figure 13.
Table speed_up_table(const PaperResults& results, bool with_fcl) {
  Table table{"figure13",
              {"object", "triangles", "preset", "mode", "distance", "in_contact", "software", "speedup_mean",
               "speedup_worst", "query_speedup_mean", "query_speedup_worst"},
              {}};
  for (const std::string& preset : results.plan().presets) {
    for (const WitnessMode mode : witness_modes()) {
      for_each_turn(results, [&](const PaperObject& object, std::size_t d) {
        const Turn &chip = results.chip(object, preset, mode, d), &host = results.host(object, mode, d);
        for (const std::string& software : software_names(with_fcl)) {
          const SpeedUp s = speed_up(chip, host, software);
          table.rows.push_back({object.name, object.triangles, preset, name_of(mode), distance_of(results, d),
                                results.in_contact(object, d) ? 1 : 0, software, number(s.traversal_mean),
                                number(s.traversal_worst), number(s.query_mean), number(s.query_worst)});
        }
      });
    }
  }
  return table;
}

}  // namespace

std::vector<Table> model_tables(const PaperResults& results) {
  return {figure1_table(),
          work_table(results, "figure09", WitnessMode::first),
          work_table(results, "figure10", WitnessMode::all),
          scaling_table(results, "figure11", {"visits", "node_writes"}),
          scaling_table(results, "figure12", {"transforms"}),
          chip_table(results),
          eq5_table(results)};
}

std::vector<Table> host_tables(const PaperResults& results, bool with_fcl) {
  return {time_table(results, "figure09", WitnessMode::first, with_fcl),
          time_table(results, "figure10", WitnessMode::all, with_fcl), speed_up_table(results, with_fcl)};
}

}  // namespace collisionchip

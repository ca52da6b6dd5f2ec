#include "testbench/explore/statistic_row.h"

#include <algorithm>

#include "reference/procedural_mesh.h"
#include "testbench/simulation.h"
#include "tlm/statistics.h"

namespace collisionchip {

namespace {

// Calls visit(name, value, is_maximum) for each; `name` makes the string, which only few visitors want.
template <typename Visit>
void for_each_statistic(const ChipAnswer& answer, const Visit& visit) {
  const auto total = [&](const char* name, std::uint64_t value) {
    visit([&] { return std::string(name); }, value, false);
  };
  total("queries", 1);
  total("pairs", answer.pairs.size());
  total("cycles", answer.cycles);
  visit([] { return std::string("slowest_cycles"); }, answer.cycles, true);
  total("eq5_cycles", answer.eq5_cycles);
  total("lists", answer.lists);
  total("aligned_pairs", answer.aligned_pairs);
  total("triangle_tests", answer.triangle_tests);
  total("uncertain", answer.uncertain);
  total("unfinished", answer.unfinished);
  total("setup_cycles", answer.setup_cycles);
  total("readback_cycles", answer.readback_cycles);
  for (const UnitCycles& unit : answer.units) {
    visit([&] { return unit.unit + ".busy"; }, unit.busy, false);
    for (const auto& stall : unit.stalls) {
      visit([&] { return unit.unit + ".stalled." + stall.first; }, stall.second, false);
    }
    visit([&] { return unit.unit + ".idle"; }, unit.idle, false);
  }
  const std::vector<Statistic>& table = statistics_table();
  for (std::size_t place = 0; place < table.size(); ++place) {
    const Statistics::Value& value = answer.statistics.at(place);
    if (table[place].kind == StatisticKind::histogram) {
      const auto named = [&](const char* what) {
        return [&table, place, what] { return table[place].name + what; };
      };
      visit(named(".total"), value.histogram.total(), false);
      visit(named(".weighted"), value.histogram.weighted(), false);
      visit(named(".largest"), value.histogram.largest(), true);
    } else {
      visit([&] { return table[place].name; }, value.number, table[place].kind == StatisticKind::maximum);
    }
  }
}

}  // namespace

const std::vector<std::string>& statistic_names() {
  // The chip itself knows them: one triangle against itself tells all.
  static const std::vector<std::string> names = [] {
    const CollisionObject object = CollisionObject::build(make_procedural_mesh("sphere", 1));
    Simulation simulation{ChipConfig{}};
    simulation.driver().upload(object, object);
    std::vector<std::string> all;
    for_each_statistic(simulation.driver().query(Pose{}),
                       [&](const auto& name, std::uint64_t, bool) { all.push_back(name()); });
    return all;
  }();
  return names;
}

void StatisticRow::add(const ChipAnswer& answer) {
  const bool first = values_.empty();
  std::size_t i = 0;
  for_each_statistic(answer, [&](const auto&, std::uint64_t value, bool is_maximum) {
    if (first) {
      values_.push_back(value);
    } else {
      values_[i] = is_maximum ? std::max(values_[i], value) : values_[i] + value;
    }
    ++i;
  });
}

std::vector<std::uint64_t> StatisticRow::values() const {
  return values_.empty() ? std::vector<std::uint64_t>(statistic_names().size(), 0) : values_;
}

}  // namespace collisionchip

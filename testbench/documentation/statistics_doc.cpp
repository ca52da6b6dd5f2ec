#include "collisionchip/testbench/documentation/statistics_doc.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "collisionchip/reference/text/csv_field.h"
#include "collisionchip/testbench/account/query_facts.h"
#include "collisionchip/tlm/statistics/closing_sums.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

const char* const kIntroduction = R"(# Statistics of the chip

<!-- Made by docs/make.py keys -->

Each unit counts its work in a query and accounts for every cycle. `collisionchip collide --stats FILE.json` writes all statistics ([results.md](results.md)), `--account full` prints them.

| question | part |
| --- | --- |
| how long a query takes, and what bounds it | [Times, and what bounds a query](#times-and-what-bounds-a-query) |
| what a unit has done | the section with the unit's name |
| operations, SRAM words, energy, silicon of a unit | [Costs of a unit](#costs-of-a-unit) |
| what a unit waits for | [Cycle accounts](#cycle-accounts) |
| how full a channel is | [Occupancy of the channels](#occupancy-of-the-channels) |
| which statistics must agree | [Closing sums](#closing-sums) |

A machine has the statistics of its units. For a whole run, numbers and *histograms* are the sums over its queries, a *maximum* is the largest. A § names the paper's section about the quantity. [tables/statistics.csv](tables/statistics.csv) has every name with kind and unit; `collisionchip stats --doc --csv -` prints it.
)";

const char* const kFacts = R"(
## Times, and what bounds a query

In every query `total_ns` = `chip_ns` + `link_ns` + `host_ns` - `overlap_ns`. Every run checks this sum and the charged work.

- The keys of section [host](configuration.md#host) charge the host's work; the chip's cycles stay the same. The chip waits for call and set-up. The host settles an undecided pair when its entry has come and the host is free; the chip goes on.
- Queries that are handed over together (`--batch`, [scenes](scenes.md)) have all their set-ups before the start. Each query's time begins at the common call, so its `host_ns` includes set-ups of the others. The run's `host_ns` counts each set-up once.
- With [`--frames`](deformable.md) B's new shape is handed over with the pose.

| name | unit | meaning |
| --- | --- | --- |
)";

const char* const kCosts = R"(
## Costs of a unit

Each unit estimates what it costs, with the keys [energy](configuration.md#energy) and [area](configuration.md#area). The unit's name comes first, as in `dop_unit.adds`; `chip` has the sums of all units. SRAM bytes and silicon (0.18 µm) depend on the configuration alone.

| name | meaning | units that have it |
| --- | --- | --- |
)";

const char* const kAccounts = R"(
## Cycle accounts

In every cycle a unit is busy, stalled with a cause, or idle. A unit that transforms and compares at the same time has two accounts. Further memory channels, engines and SRAMs (`sdram_1`, `group_engine_1`, `stack_sram_right`) have the same causes as the first.

| unit | busy | stalled |
| --- | --- | --- |
)";

const char* const kChannels = R"(
## Occupancy of the channels

`CHANNEL_occupancy` is a histogram for each channel of [chip.md](chip.md#channels): chip cycles at each number of items, for example `triangle_unit.requests_occupancy`.

An item counts from the cycle in which it is put to the cycle in which it is taken, because it holds its slot for that time. Data on their way from the SDRAM are put ahead, so they count before they are visible. Writes in `stack_engine.left_sram` and `stack_engine.right_sram` are taken only at the next read, so they seem to wait longer than hardware needs.
)";

const char* const kSums = R"(
## Closing sums

Every run checks sums after each query: counts that different units make of the same thing must agree. A sum that does not close ends the run with exit status 1 and prints both sides. `collisionchip stats --sums` prints the {} sums ([tables/closing_sums.csv](tables/closing_sums.csv)). Those of all units and channels:

- busy + stalled + idle of a unit = cycles.
- The counts of an occupancy add up to the cycles.
- The costs of all units add up to the costs of `chip`.

Three more, between units:

)";

std::string row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += (cell.empty() ? "" : " " + cell) + " |";
  return text + "\n";
}

std::string code(const std::string& text) {
  return "`" + text + "`";
}

std::string fact_rows() {
  std::string text;
  for (const std::vector<QueryFact>* facts : {&time_facts(), &bound_facts()}) {
    for (const QueryFact& fact : *facts) text += row({code(fact.name), fact.unit, fact.meaning});
  }
  return text;
}

// --- statistics ---

// What every unit estimates, in the order of the page; those of the same units together.
const std::array<std::vector<std::string>, 5> kCostNames = {
    {{"multiplies", "adds", "compares"}, {"sram_words"}, {"sram_bytes"}, {"energy_pj"}, {"area_um2"}}};

std::string leaf(const Statistic& statistic) {
  return statistic.name.substr(statistic.owner().size() + 1);
}

bool is_cost(const Statistic& statistic) {
  return std::any_of(kCostNames.begin(), kCostNames.end(), [&](const std::vector<std::string>& names) {
    return std::count(names.begin(), names.end(), leaf(statistic)) != 0;
  });
}

std::string kind_text(const Statistic& statistic) {
  switch (statistic.kind) {
    case StatisticKind::sum:
      return "sum";
    case StatisticKind::maximum:
      return "maximum";
    case StatisticKind::histogram:
      return "histogram";
  }
  return "";
}

// "lists by length (histogram over entries, §4.2)".
std::string meaning_cell(const Statistic& statistic) {
  std::vector<std::string> more;
  if (statistic.kind != StatisticKind::sum)
    more.push_back("*" + kind_text(statistic) + "*" +
                   (statistic.value.empty() ? "" : " over " + statistic.value));
  const std::string section = statistic.paper.substr(0, statistic.paper.find(';'));
  if (section != "ours") more.push_back(section);
  return statistic.meaning + (more.empty() ? "" : fmt::format(" ({})", fmt::join(more, ", ")));
}

// Units that are twice in the machine have one table.
constexpr const char *kFirstTwin = "stack_sram_left", *kSecondTwin = "stack_sram_right";

std::string section_begin(const std::string& owner) {
  const bool twins = owner == kFirstTwin;
  return "\n## " + owner + (twins ? std::string(" and ") + kSecondTwin : "") + "\n\n" +
         (twins ? "`" + std::string(kSecondTwin) + "` counts the same as `" + kFirstTwin + "`.\n\n" : "") +
         row({"name", "what it counts"}) + row({"---", "---"});
}

std::string unit_tables() {
  std::string text, owner;
  for (const Statistic& statistic : statistics_table()) {
    if (statistic.is_occupancy() || is_cost(statistic) || statistic.owner() == kSecondTwin) continue;
    if (statistic.owner() != owner) {
      owner = statistic.owner();
      text += section_begin(owner);
    }
    text += row({code(statistic.name), meaning_cell(statistic)});
  }
  return text;
}

std::string units_with(const std::string& name) {
  std::string units;
  for (const Statistic& statistic : statistics_table()) {
    if (leaf(statistic) == name && statistic.owner() != "chip")
      units += (units.empty() ? "" : ", ") + code(statistic.owner());
  }
  return units;
}

std::string cost_rows() {
  std::string text;
  for (const std::vector<std::string>& names : kCostNames) {
    std::string cell, meaning;
    for (const std::string& name : names) {
      const Statistic& of_chip = statistics_table()[statistic_place("chip." + name)];
      cell += (cell.empty() ? "" : ", ") + code(name);
      meaning += (meaning.empty() ? "" : "; ") + meaning_cell(of_chip);
    }
    text += row({cell, meaning, units_with(names.front())});
  }
  return text;
}

// --- accounts, sums ---

std::string account_rows() {
  std::string text;
  for (const AccountRow& account : account_table()) {
    const bool is_copy = std::any_of(account.causes.begin(), account.causes.end(),
                                     [](const StallCause& cause) { return cause.meaning == "same"; });
    const bool is_numbered = std::any_of(account.unit.begin(), account.unit.end(),
                                         [](char letter) { return letter >= '0' && letter <= '9'; });
    if (is_copy || is_numbered) continue;
    std::string causes;
    for (const StallCause& cause : account.causes)
      causes += (causes.empty() ? "" : "; ") + (code(cause.name) + ": ") + cause.meaning;
    text += row({code(account.unit), account.busy, causes.empty() ? "never" : causes});
  }
  return text;
}

// Between units, as examples.
bool is_example(const ClosingSum& sum) {
  static const std::vector<std::string> begins = {"memory_controller.tumbled_bytes", "leaf_unit.leaf_pairs",
                                                  "triangle_unit.tests"};
  return std::count(begins.begin(), begins.end(), sum.left.front().name) != 0 &&
         sum.left.front().measure == ClosingSum::Measure::number;
}

std::string sums_part() {
  std::string text = fmt::format(fmt::runtime(kSums), closing_sums().size());
  for (const ClosingSum& sum : closing_sums()) {
    const std::string where = where_text(sum.where);
    if (is_example(sum)) text += "- " + sum.rule() + (where.empty() ? "" : " (" + where + ")") + "\n";
  }
  return text;
}

std::string plain(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '`'), text.end());
  return text;
}

}  // namespace

std::string statistics_page() {
  return kIntroduction + (kFacts + fact_rows()) + unit_tables() + (kCosts + cost_rows()) +
         (kAccounts + account_rows()) + kChannels + sums_part();
}

std::string statistics_list_csv() {
  std::string text = "name,kind,over,unit,paper,meaning\n";
  for (const Statistic& statistic : statistics_table()) {
    text += fmt::format("{},{},{},{},{},{}\n", statistic.name, kind_text(statistic),
                        csv_field(statistic.value), csv_field(statistic.unit), csv_field(statistic.paper),
                        csv_field(plain(statistic.meaning)));
  }
  return text;
}

std::string closing_sums_text() {
  std::string text;
  for (const ClosingSum& sum : closing_sums()) {
    const std::string where = where_text(sum.where);
    text += plain(sum.rule() + (where.empty() ? "" : "; " + where)) + "\n";
  }
  return text;
}

std::string closing_sums_csv() {
  std::string text = "rule,holds\n";
  for (const ClosingSum& sum : closing_sums()) {
    const std::string where = where_text(sum.where);
    text += csv_field(plain(sum.rule())) + "," + csv_field(where.empty() ? "always" : plain(where)) + "\n";
  }
  return text;
}

}  // namespace collisionchip

#include "collisionchip/testbench/documentation/statistics_doc.h"

#include <vector>

#include "collisionchip/testbench/account/query_facts.h"
#include "collisionchip/tlm/statistics/closing_sums.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

const char* const kIntroduction = R"(# Statistics of the chip

<!-- Made by docs/make.py keys -->

What the units count in a query. `collisionchip collide --stats FILE.json` writes all of it
([results.md](results.md)); `--account full` prints it.

A statistic is there if the machine has the unit that counts it, and missing otherwise. A number is added up over the sub-queries of a query, and over queries; one marked *maximum* takes the largest.
A *histogram* says how often each value came; histograms are added value by value. Cycles are chip cycles of
3.75 ns. The column *paper* gives the section that the quantity comes from; "ours" means that the paper does not
speak of it. Silicon, of 0.18 um, and what SRAMs hold are those of the configuration, whatever is asked.
)";

const char* const kFacts = R"(
## Times, and what bounds a query

Of every query of a chip `chip_ns` + `link_ns` + `host_ns` - `overlap_ns` is `total_ns`. Every run checks it, and the work that is charged.

- The keys of section [host](configuration.md#host) charge the host's own work. It changes no cycle of the chip. The chip waits for call and set-up. An undecided pair is settled
  when its entry has come and the host is free, while the chip goes on.
- Queries that are asked together, with `--batch` or by a [scene](scenes.md), are handed over together. All their set-ups come before the start, and the time of each query begins at the
  call. So the `host_ns` of one query has what the host did until its last pair was settled, for the others as well. The run counts everything once.
- With [`--frames`](deformable.md) B's new shape is handed over with the pose.

| name | unit | meaning |
| --- | --- | --- |
)";

const char* const kAccounts = R"(
## Cycle accounts

Every unit accounts for every cycle of the query: busy, stalled by cause, or idle. The DOP Unit has two accounts,
because transform and overlap test work at the same time.

| unit | busy | stalled |
| --- | --- | --- |
)";

const char* const kChannels = R"(
## Occupancy of the channels

A histogram for every channel of [chip.md](chip.md): cycles at each number of items. An item counts from the
cycle in which it is put until the one in which it is taken, because so long it holds its slot. That includes the
time until it is visible: an item whose contents are known ahead, such as data that are still on their way from
the SDRAM, is put ahead. The writes in `stack_engine.left_sram` and `stack_engine.right_sram` are read only when the next
read comes: there the items seem to wait longer than the hardware needs.

)";

const char* const kSums = R"(
## Closing sums

Checked after every query, in every run; one that does not close ends the run with exit status 1 and both sides.
Where it can be, they are counted by different units. For every unit, busy + stalled + idle = cycles; for every
channel, the counts of its occupancy add up to the cycles. Besides:

| rule | holds |
| --- | --- |
)";

std::string row(const std::vector<std::string>& cells) {
  std::string text = "|";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

std::string fact_rows() {
  std::string text;
  for (const std::vector<QueryFact>* facts : {&time_facts(), &bound_facts()}) {
    for (const QueryFact& fact : *facts) text += row({"`" + fact.name + "`", fact.unit, fact.meaning});
  }
  return text;
}

std::string account_rows() {
  std::string text;
  for (const AccountRow& account : account_table()) {
    std::string causes;
    for (const StallCause& cause : account.causes)
      causes += (causes.empty() ? "" : "; ") + ("`" + cause.name + "`: ") + cause.meaning;
    text += row({"`" + account.unit + "`", account.busy, causes.empty() ? "never" : causes});
  }
  return text;
}

std::string combination(const Statistic& statistic) {
  switch (statistic.kind) {
    case StatisticKind::sum:
      return "sum";
    case StatisticKind::maximum:
      return "maximum";
    case StatisticKind::histogram:
      return "histogram over " + statistic.value;
  }
  return "";
}

std::string unit_tables() {
  std::string text, owner;
  for (const Statistic& statistic : statistics_table()) {
    if (statistic.is_occupancy()) continue;
    if (statistic.owner() != owner) {
      owner = statistic.owner();
      text += "\n## " + owner + "\n\n";
      text += row({"name", "kind", "unit", "paper", "meaning"});
      text += row({"---", "---", "---", "---", "---"});
    }
    text += row({"`" + statistic.name + "`", combination(statistic), statistic.unit, statistic.paper,
                 statistic.meaning});
  }
  return text;
}

std::string channel_rows() {
  std::string text = row({"name", "kind", "unit", "meaning"}) + row({"---", "---", "---", "---"});
  for (const Statistic& statistic : statistics_table()) {
    if (!statistic.is_occupancy()) continue;
    text += row({"`" + statistic.name + "`", combination(statistic), statistic.unit, statistic.meaning});
  }
  return text;
}

std::string closing_rows() {
  std::string text;
  for (const ClosingSum& sum : closing_sums()) {
    const std::string where = where_text(sum.where);
    text += row({sum.rule(), where.empty() ? "always" : where});
  }
  return text;
}

}  // namespace

std::string statistics_page() {
  return kIntroduction + (kFacts + fact_rows()) + unit_tables() + (kAccounts + account_rows()) +
         (kChannels + channel_rows()) + (kSums + closing_rows());
}

}  // namespace collisionchip

// What the unit counts, what its accounts mean, and which of its sums must be equal.
#include "collisionchip/tlm/units/group_engine/group_engine.h"

namespace collisionchip {

const std::vector<AccountMeaning>& GroupEngine::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "it takes or begins a list, asks for a group, or takes a result",
       {{"groups", "no context can go on: groups are on their way, or in the Group Unit", "memory"},
        {"leaves", "no list is left, pairs of leaves are under way", "triangle test"},
        {"contexts", "lists wait for a context whose leaves are done", "triangle test"},
        {"drain", "all lists are done, results are on their way", "host"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> GroupEngine::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<GroupEngine, Unit>;
  return {Row::sum("lists", &S::lists, "lists", "§4.2", "lists begun"),
          Row::sum("repeated_leaves", &S::repeated_leaves, "lists", "ours",
                   "lists of a tumbled leaf that had a list before"),
          Row::sum("groups", &S::groups, "groups", "§4.2", "entries of all lists"),
          Row::sum("results", &S::results, "groups", "ours",
                   "groups that were answered; fewer than entries only after a first witness"),
          Row::sum("leaf_pairs", &S::leaf_pairs, "pairs of leaves", "ours",
                   "pairs of leaves that went to the Leaf Unit"),
          Row::maximum("longest_list", &S::longest_list, "groups", "§5.2", "entries of the longest list"),
          Row::maximum("most_entries", &S::most_entries, "places", "§4.2",
                       "most places for list entries in use at once"),
          Row::maximum("most_lists", &S::most_lists, "lists", "§4.2", "most lists waiting at once"),
          Row::histogram("lengths", &S::lengths, "lists", "entries", "§5.2", "lists by length"),
          Row::histogram("active", &S::active, "lists", "contexts", "ours",
                         "contexts with a list whenever a list is taken, this list included"),
          Row::sum("stops", &S::stops, "stops", "ours",
                   "lists stopped after a first witness, which the chip found or the host settled"),
          Row::sum("unfinished", &S::unfinished, "entries", "ours",
                   "entries that found no free block and went out as unfinished work")};
}

ClosingSums GroupEngine::closing_sums() {
  using namespace closing;
  return {{{total("lengths")}, kEqual, {number("lists")}},
          {{weighted("lengths")}, kEqual, {number("groups")}},
          {{largest("lengths")}, kEqual, {number("longest_list")}},
          {{total("active")}, kEqual, {number("lists")}}};
}

}  // namespace collisionchip

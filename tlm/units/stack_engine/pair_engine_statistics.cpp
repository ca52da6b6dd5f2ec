// What the engines count, what their accounts mean, and what of them must add up.
#include "collisionchip/tlm/units/stack_engine/pair_engine.h"

namespace collisionchip {

const std::vector<AccountMeaning>& PairEngine::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "it sends or evaluates something",
       {{"tumbled_read", "the tumbled pair of the list is on its way", "memory"},
        {"transform", "no flags of the list yet", "transform"},
        {"aligned_pairs", "flags of the list are to come", "comparison"},
        {"stack_sram", "no entries at hand", "list memory"},
        {"triangle_unit", "the Triangle Unit takes no more", "triangle test"},
        {"drain", "all lists are done, results are on their way", "host"}}}};
  return all;
}

namespace {

// What the engine counts of the lists in one SRAM.
template <int kSide>
void add_side(std::vector<DeclaredStatistic<Unit>>& rows, const std::string& side) {
  using Row = StatisticsOf<PairEngine, Unit>;
  const auto lengths = [](const PairEngine& unit) -> const Histogram& {
    return unit.statistics().length_of_side[kSide];
  };
  const auto words = [](const PairEngine& unit) { return unit.statistics().high_water[kSide]; };
  const std::string sram = "stack_sram_" + side;
  rows.push_back(Row::histogram(sram + ".list_length", lengths, "lists", "entries", "§4.2",
                                "lists read from the " + side + " SRAM by length"));
  const auto heads_written = [](const PairEngine& unit) { return unit.statistics().heads_written[kSide]; };
  const auto heads_read = [](const PairEngine& unit) { return unit.statistics().heads_read[kSide]; };
  rows.push_back(Row::sum(sram + ".heads_written", heads_written, "words", "§4.2",
                          "words written as heads of lists, by `stack_engine.list_heads`"));
  rows.push_back(Row::sum(sram + ".heads_read", heads_read, "words", "§4.2", "words read as heads of lists"));
  const auto transforms_read = [](const PairEngine& unit) {
    return unit.statistics().transform_words_read[kSide];
  };
  rows.push_back(Row::sum(sram + ".transform_words_read", transforms_read, "words", "§3.1",
                          "words read of transformed pairs, by `stack_engine.transformed`"));
  rows.push_back(Row::maximum(sram + ".high_water", words, "words", "§4.2", "most words in use"));
}

}  // namespace

std::vector<DeclaredStatistic<Unit>> PairEngine::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<PairEngine, Unit>;
  std::vector<DeclaredStatistic<Unit>> rows = {
      Row::sum("lists", &S::lists, "lists", "§4.2", "lists begun; τ of Eq. 5"),
      Row::sum("lists_kept", &S::lists_kept, "lists", "§3.1",
               "lists that keep the tumbled pair of the list before: no second read, no second transform"),
      Row::sum("aligned_pairs", &S::aligned_pairs, "aligned pairs", "§4.2",
               "entries of all lists; the sum of α"),
      Row::sum(
          "flags", &S::flags, "aligned pairs", "§4.2",
          "aligned pairs whose overlap flags were evaluated; fewer than entries only after a first witness"),
      Row::sum("triangle_tests", &S::triangle_tests, "triangle pairs", "§4.2",
               "triangle pairs sent to the Triangle Unit"),
      Row::histogram("alpha", &S::alpha, "lists", "aligned pairs met", "§5.2",
                     "lists by α, as far as the lists were worked off"),
      Row::maximum("longest_list", &S::longest_list, "aligned pairs", "§5.2", "entries of the longest list"),
      Row::histogram("levels", &S::levels, "lists", "lists waiting", "§4.2",
                     "depth of the stack of level registers when a list is taken, this list included"),
      Row::maximum("deepest_level", &S::deepest_level, "lists", "§4.2", "most lists waiting at once"),
      Row::sum("prefetches", &S::prefetches, "tumbled pairs", "§4.1", "tumbled pairs fetched ahead"),
      Row::sum("prefetches_used", &S::prefetches_used, "tumbled pairs", "§4.1",
               "prefetched pairs that were the next tumbled pair"),
      Row::sum("transforms_stored", &S::transforms_stored, "tumbled pairs", "§3.1",
               "tumbled pairs whose transform was written to the stack, where `stack_engine.transformed` is "
               "`stack`"),
      Row::sum("transforms_loaded", &S::transforms_loaded, "tumbled pairs", "§3.1",
               "tumbled pairs whose transform was read from the stack"),
      Row::sum("transform_words_reserved", &S::transform_words_reserved, "words", "§3.1",
               "words of each SRAM reserved for transforms"),
      Row::sum("transform_words_written", &S::transform_words_written, "words", "§3.1",
               "words of each SRAM written with transforms"),
      Row::sum("stops", &S::stops, "stops", "ours",
               "lists stopped after a first witness, which the chip found or the host settled"),
      Row::sum("unfinished", &S::unfinished, "entries", "ours",
               "entries that found no room and went out as unfinished work")};
  add_side<0>(rows, "left");
  add_side<1>(rows, "right");
  return rows;
}

ClosingSums PairEngine::closing_sums() {
  using namespace closing;
  return {{{total("levels")}, kEqual, {number("lists")}},
          {{largest("levels")}, kEqual, {number("deepest_level")}},
          {{total("alpha")}, kEqual, {number("lists")}},
          {{weighted("alpha")}, kEqual, {number("flags")}},
          {{number("transform_words_written")}, kAtMost, {number("transform_words_reserved")}},
          {{largest("alpha")}, kEqual, {number("longest_list")}, Where::all_pairs},
          {{number("flags")}, kEqual, {number("aligned_pairs")}, Where::all_pairs}};
}

}  // namespace collisionchip

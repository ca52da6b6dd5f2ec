#include "collisionchip/tlm/kinds/closing_sum.h"

namespace collisionchip {

namespace {

using Measure = ClosingSum::Measure;
using Term = ClosingSum::Term;
using Times = ClosingSum::Term::Times;
using Where = ClosingSum::Where;

std::string text_of(const Term& term) {
  const std::string name = "`" + term.name + "`";
  const std::string factor = term.times == Times::bus_bytes      ? "`sdram.bus_bytes` · "
                             : term.times == Times::memory_bytes ? "bytes of a memory cycle · "
                             : term.times == Times::two          ? "2 · "
                             : term.times == Times::four         ? "4 · "
                             : term.times == Times::entry_words  ? "words of an entry · "
                                                                 : "";
  switch (term.measure) {
    case Measure::number:
      break;
    case Measure::total:
      return "counts of " + name;
    case Measure::weighted:
      return factor + "values × counts of " + name;
    case Measure::largest:
      return "largest value of " + name;
    case Measure::busy:
      return factor + "busy of " + name;
    case Measure::interlock:
      return "interlock of " + name;
  }
  return factor + name;
}

std::string text_of(const std::vector<Term>& sum) {
  std::string text;
  for (const Term& term : sum) text += (text.empty() ? "" : " + ") + text_of(term);
  return text;
}

}  // namespace

namespace closing {

Term number(const char* name, Times times) {
  return {Measure::number, name, times};
}
Term total(const char* name) {
  return {Measure::total, name};
}
Term weighted(const char* name, Times times) {
  return {Measure::weighted, name, times};
}
Term largest(const char* name) {
  return {Measure::largest, name};
}
Term busy(const char* account, Times times) {
  return {Measure::busy, account, times};
}
Term interlock(const char* account) {
  return {Measure::interlock, account};
}

}  // namespace closing

ClosingSums sums_of_instance(const std::string& instance, ClosingSums sums) {
  for (ClosingSum& sum : sums) {
    for (std::vector<Term>* const side : {&sum.left, &sum.right}) {
      for (Term& term : *side) term.name = term.name.empty() ? instance : instance + "." + term.name;
    }
  }
  return sums;
}

std::string ClosingSum::rule() const {
  return text_of(left) + (relation == closing::kEqual ? " = " : " ≤ ") + text_of(right);
}

std::string where_text(Where where) {
  switch (where) {
    case Where::always:
      break;
    case Where::all_pairs:
      return "unless a first witness ended the query";
    case Where::sdram_banks:
      return "with `sdram.model = \"banks\"`";
    case Where::all_pairs_timed:
      return "unless a first witness ended the query, or `triangle_unit.ideal = true`";
    case Where::all_pairs_unchecked:
      return "unless a first witness ended the query, or with `pointer_fifo.entry_check = true`, a command "
             "queue or `host.results = memory`: one more entry of each query, which the driver checks";
  }
  return "";
}

}  // namespace collisionchip

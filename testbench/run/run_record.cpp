#include "collisionchip/testbench/run/run_record.h"

#include "collisionchip/testbench/account/text_account.h"
#include "collisionchip/tlm/chip/chip_netlist.h"

namespace collisionchip {

void add_totals(RunSummary& summary, const PoseQuestion& question, const AnswerTotals& totals) {
  summary.queries = totals.queries;
  summary.pairs = totals.pairs;
  summary.differences = totals.verdict.differences;
  summary.cycles = totals.sum.sum().cycles;
  summary.upload_cycles = totals.upload_cycles;
  summary.query_seconds = totals.query_seconds;
  if (!question.engine->can.cycles) return;
  const ChipAnswer& all = totals.sum.sum();
  summary.machine = machine_facts(question.config);
  summary.times = query_times(all, question.config);
  summary.roofs = roofs_of(all, *summary.machine);
  for (const ChannelRow& channel : chip_netlist(question.config).channels)
    summary.channels.emplace_back(channel.name, channel.capacity);
}

std::string parity_text(const PoseQuestion& question, const AnswerTotals& totals) {
  if (!question.check) return "PARITY: not checked (--no-check)";
  const AnswerVerdict& verdict = totals.verdict;
  const ParityVerdict& parity = totals.parity;
  // An RTL unit that parts from its model is the one that is wrong, not the model.
  const bool rtl_is_wrong = !parity.first_difference.empty() && verdict.is_wrong();
  const std::string line =
      verdict.line(rtl_is_wrong ? parity.name : question.engine->title, judge_of(*question.engine).title);
  return parity.name.empty() ? line : line + "\n" + parity.line();
}

}  // namespace collisionchip

#include "collisionchip/testbench/cli/collide_report.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/account/eq5_account.h"
#include "collisionchip/testbench/account/full_account.h"
#include "collisionchip/testbench/account/machine_facts.h"
#include "collisionchip/testbench/account/text_account.h"
#include "collisionchip/testbench/cli/size_note.h"
#include "collisionchip/testbench/run/run_record.h"
#include "collisionchip/testbench/terminal/standard_streams.h"
#include "collisionchip/tlm/chip/chip_netlist.h"
#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

namespace {

class CollideReport {
 public:
  CollideReport(const CollideJob& job, const RunSummary& summary, const AnswerTotals& totals, bool full)
      : job_(job), summary_(summary), totals_(totals), full_(full) {}

  void print() const {
    fmt::print("{} ({} triangles) against {} ({} triangles), {}, {}\n", summary_.object_a,
               summary_.triangles_a, summary_.object_b, summary_.triangles_b,
               is_chip() ? fmt::format("chip {} with {}", job_.chip, summary_.machine->memory_text())
                         : "software " + job_.engine->title,
               job_.first_witness ? "first witness" : "all pairs");
    fmt::print("{}\n", is_chip() ? chip_text() : software_text());
    fmt::print("{}{}", frames_text(), motion_text());
    if (summary_.eq5) {
      fmt::print("Eq. 5 and what it leaves out, in chip cycles (pose 0, all pairs)\n{}\n",
                 to_text(*summary_.eq5));
    }
    if (is_chip()) {
      fmt::print("simulated {:.1f} million chip cycles per second on this host ({:.3f} s, peak {:.0f} MiB)\n",
                 static_cast<double>(summary_.cycles) / std::max(summary_.query_seconds, 1e-9) * 1e-6,
                 summary_.wall_seconds, peak_memory_mib());
    }
    if (job_.is_trace_unasked && totals_.sum.slowest_cycles() > kTracedInFolder)
      fmt::print("trace.sqlite has the first {} cycles of a query: --trace-cycles FROM:TO records others\n",
                 kTracedInFolder);
    print_parity();
    if (!job_.frames) note_sizes(extent_of(*job_.a), extent_of(*job_.b), job_.poses, totals_.pairs > 0);
  }

 private:
  bool is_chip() const { return job_.engine->can.cycles; }

  std::string chip_text() const {
    const bool one = job_.poses.size() == 1;
    std::string text =
        one ? to_text(totals_.sum.sum(), totals_.pairs, job_.config) : to_text(totals_.sum, job_.config);
    if (job_.batch > 0)
      text += fmt::format("  batches    of {} poses in the order of the file, {} cycles a pose\n", job_.batch,
                          totals_.sum.sum().cycles / std::max<std::uint64_t>(1, totals_.queries));
    if (full_) text += full_account(totals_.sum.sum(), job_.config, chip_netlist(job_.config));
    return text;
  }

  std::string software_text() const {
    return fmt::format("  queries    {}\n  pairs      {}\n{}  host       {} in all, pose set-up included\n",
                       totals_.queries, totals_.pairs, counts_text(), time_text(1e9 * totals_.query_seconds));
  }

  static std::string file_name(const Mesh& frame) {
    return printable_path(std::filesystem::path(frame.name).filename().string());
  }

  std::string refitted_by() const {
    if (!has_refit_unit(job_.config) || !is_chip()) return "the host";
    return fmt::format("the chip in {} cycles", totals_.sum.sum().statistics.number("refit_unit.cycles") /
                                                    std::max<std::uint64_t>(1, totals_.queries));
  }

  std::string frames_text() const {
    if (!job_.frames) return "";
    const FrameCost& all = totals_.frames;
    const auto each = [&](std::uint64_t count) {
      return count / std::max<std::uint64_t>(1, totals_.queries);
    };
    std::string text = fmt::format("  frames     {}, {} to {}", job_.frames->size(),
                                   file_name(job_.frames->front()), file_name(job_.frames->back()));
    if (is_chip())
      text += fmt::format(", each {} words and {} cycles over the link", each(all.upload_words),
                          each(all.upload_cycles));
    if (all.refitted_boxes > 0)
      text += fmt::format(", {} boxes refitted by {}", each(all.refitted_boxes), refitted_by());
    return text + "\n";
  }

  std::string motion_text() const {
    std::string text;
    if (job_.search) {
      const auto cycles = is_chip() ? std::optional<Cycle>(summary_.cycles) : std::nullopt;
      text = to_text(*job_.search, totals_.queries, cycles, totals_.query_seconds);
    }
    if (job_.is_haptic) text += totals_.deadline.text(is_chip() ? "transfers included" : "of this host");
    return text;
  }

  std::string counts_text() const {
    const TraversalCounters& total = totals_.counters;
    std::string text;
    if (job_.engine->can.in_order)
      text = fmt::format("  lists      {}, with {} aligned pairs\n", total.lists, total.aligned_pairs);
    if (job_.engine->can.counts)
      text += fmt::format("  triangles  {} pairs tested, {} uncertain and settled exactly\n{}",
                          total.triangle_tests, total.uncertain, uncertain_text(total.uncertain_causes));
    return text;
  }

  void print_parity() const {
    fmt::print("{}\n", parity_text(job_, totals_));
    const AnswerVerdict& verdict = totals_.verdict;
    const std::string wrong_answer = verdict.is_wrong() ? verdict.first_difference : "";
    for (const std::string& difference : {totals_.parity.first_difference, wrong_answer}) {
      if (!difference.empty()) print_error("collisionchip: models disagree: " + difference + "\n");
    }
  }

  const CollideJob& job_;
  const RunSummary& summary_;
  const AnswerTotals& totals_;
  const bool full_;
};

}  // namespace

void print_collide(const CollideJob& job, const RunSummary& summary, const AnswerTotals& totals, bool full) {
  CollideReport(job, summary, totals, full).print();
}

}  // namespace collisionchip

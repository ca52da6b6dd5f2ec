// collisionchip trace: shows what is in a trace, converts it to other formats, and compares two traces.
#include <memory>

#include <fmt/format.h>

#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/trace_options.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/traces/export/dramsys_export.h"
#include "collisionchip/traces/export/fst_export.h"
#include "collisionchip/traces/export/perfetto_export.h"
#include "collisionchip/traces/read/trace_diff.h"
#include "collisionchip/traces/read/trace_reader.h"

namespace collisionchip {

namespace {

struct InfoOptions {
  std::string file;
  bool partial = false;
};

struct ExportOptions {
  std::string file, perfetto, fst, dramsys, cycles, queries;
  bool partial = false;
};

struct DiffOptions {
  std::string a, b, cycles;
  bool contract = false;
};

TraceReader::Accept accept_of(bool partial) {
  return partial ? TraceReader::Accept::partial : TraceReader::Accept::complete;
}

void add_partial(CLI::App& verb, bool& partial) {
  verb.add_flag("--partial", partial, "also read the trace of a recording that was killed");
}

int run_info(const InfoOptions& options) {
  const TraceReader trace(options.file, accept_of(options.partial));
  const TraceRun& run = trace.run();
  const TraceReader::Counts counts = trace.counts();
  fmt::print("{}: {}\n", options.file,
             trace.complete() ? "complete" : "not complete, the recording was killed");
  fmt::print("  recorded   {} by collisionchip {}, model {}\n", run.window, run.version, run.model);
  fmt::print("  objects    {} ({} triangles) against {} ({} triangles), {}\n", run.object_a, run.triangles_a,
             run.object_b, run.triangles_b, run.first_witness ? "first witness" : "all pairs");
  fmt::print("  chip       configuration {}, {} ps per cycle\n", run.configuration_hash, run.clock_period_ps);
  TraceCycle cycles = 0;
  for (const TraceQuery& query : trace.queries()) cycles += std::max<TraceCycle>(query.cycles, 0);
  fmt::print("  queries    {}, {} cycles\n", trace.queries().size(), cycles);
  fmt::print("  events     {} transfers on {} channels, {} phases of {} units\n", counts.transfers,
             trace.channels().size(), counts.phases, trace.units().size());
  fmt::print("             {} SDRAM commands, {} memory reads, {} lists\n", counts.commands, counts.reads,
             counts.lists);
  return kExitDone;
}

int run_export(const ExportOptions& options) {
  if (options.perfetto.empty() && options.fst.empty() && options.dramsys.empty())
    throw WrongWord("trace export: expected --perfetto, --fst or --dramsys, got none");
  check_file_roles(
      {{"FILE", options.file}},
      {{"--perfetto", options.perfetto}, {"--fst", options.fst}, {"--dramsys", options.dramsys}});
  TraceOptions limits;
  limits.file = options.file;
  limits.cycles = options.cycles;
  limits.queries = options.queries;
  const RecorderWindow part = window_of(limits);
  const TraceReader trace(options.file, accept_of(options.partial));
  const ExportWindow window{{part.from_cycle, part.to_cycle}, part.from_pose, part.to_pose};
  if (!options.perfetto.empty()) {
    const Progress progress("writing " + options.perfetto);
    export_perfetto(trace, options.perfetto, window);
  }
  if (!options.fst.empty()) {
    const Progress progress("writing " + options.fst);
    export_fst(trace, options.fst, window);
  }
  if (!options.dramsys.empty()) {
    const Progress progress("writing " + options.dramsys);
    export_dramsys(trace, options.dramsys, window);
  }
  return kExitDone;
}

void print_first(const TraceDifference& first) {
  fmt::print("first difference: query {}", first.query);
  if (first.cycle != kTraceBegin) fmt::print(", cycle {}", first.cycle);
  fmt::print(", {}\n  A  {}\n  B  {}\n", first.where, first.a, first.b);
}

void print_streams(const TraceDiff& diff) {
  fmt::print("\n{:44} {:>10} {:>10} {:>10}   first at\n", "stream", "events A", "events B", "different");
  for (const TraceStreamDiff& stream : diff.streams) {
    if (!stream.first) continue;
    fmt::print("{:44} {:10} {:10} {:10}", stream.where, stream.events_a, stream.events_b, stream.different);
    if (stream.first->cycle != kTraceBegin)
      fmt::print("   query {}, cycle {}", stream.first->query, stream.first->cycle);
    fmt::print("\n");
  }
}

int run_diff(const DiffOptions& options) {
  TraceOptions limits;
  limits.file = options.a;
  limits.cycles = options.cycles;
  const RecorderWindow part = window_of(limits);
  const TraceReader a(options.a), b(options.b);
  TraceDiffOptions how;
  how.window = {part.from_cycle, part.to_cycle};
  how.contract_only = options.contract || are_other_models(a.run(), b.run());
  TraceDiff diff;
  {
    const Progress progress("comparing " + options.a + " and " + options.b);
    diff = diff_traces(a, b, how);
  }
  fmt::print(
      "A {}, B {}{}\n", options.a, options.b,
      how.contract_only ? ": of transfers when they are visible and what they carry (--contract)" : "");
  for (const std::string& note : diff.notes) fmt::print("  {}\n", note);
  std::uint64_t events = 0, different = 0;
  for (const TraceStreamDiff& stream : diff.streams) {
    events += std::max(stream.events_a, stream.events_b);
    different += stream.different;
  }
  if (diff.same()) {
    fmt::print("SAME: {} events\n", events);
    return kExitDone;
  }
  print_first(*diff.first);
  print_streams(diff);
  fmt::print("\nDIFFERENT: {} of {} events\n", different, events);
  return kExitDisagree;
}

CLI::App* add_info(CLI::App& verb, InfoOptions& options) {
  CLI::App* info = verb.add_subcommand("info", "Print what was recorded.");
  info->add_option("FILE", options.file, "trace")->required();
  add_partial(*info, options.partial);
  return info;
}

CLI::App* add_export(CLI::App& verb, ExportOptions& options) {
  CLI::App* other = verb.add_subcommand("export", "Write a trace in another format.");
  other->add_option("FILE", options.file, "trace")->required();
  other->add_option("--perfetto", options.perfetto, "Chrome JSON, for ui.perfetto.dev")
      ->type_name("FILE.json");
  other->add_option("--fst", options.fst, "signals, for GTKWave")->type_name("FILE.fst");
  other->add_option("--dramsys", options.dramsys, "reads, for the trace player of DRAMSys")
      ->type_name("FILE.stl");
  other->add_option("--cycles", options.cycles, "only these cycles of each query, TO excluded")
      ->type_name("FROM:TO");
  other->add_option("--queries", options.queries, "only this pose, or these, M excluded")->type_name("N[:M]");
  add_partial(*other, options.partial);
  return other;
}

CLI::App* add_diff(CLI::App& verb, DiffOptions& options) {
  CLI::App* diff = verb.add_subcommand(
      "diff", "Compare two traces; the first difference, then a summary. Exit status 1 if they differ.");
  diff->add_option("A", options.a, "trace")->required();
  diff->add_option("B", options.b, "trace")->required();
  diff->add_option("--cycles", options.cycles, "only these cycles of each query, TO excluded")
      ->type_name("FROM:TO");
  diff->add_flag("--contract", options.contract,
                 "compare only when a transfer was visible and what it carried; always so for a unit that is "
                 "TLM in one trace and RTL in the other");
  return diff;
}

}  // namespace

Verb add_trace(CLI::App& app) {
  struct Options {
    InfoOptions info;
    ExportOptions other;
    DiffOptions diff;
  };
  auto options = std::make_shared<Options>();
  CLI::App* verb =
      app.add_subcommand("trace", "Read traces that `collide --trace` recorded (docs/vectors.md).");
  verb->require_subcommand(1);
  const CLI::App* info = add_info(*verb, options->info);
  const CLI::App* other = add_export(*verb, options->other);
  add_diff(*verb, options->diff);
  return [options, info, other] {
    if (info->parsed()) return run_info(options->info);
    if (other->parsed()) return run_export(options->other);
    return run_diff(options->diff);
  };
}

}  // namespace collisionchip

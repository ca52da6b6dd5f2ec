#include "collisionchip/testbench/cli/trace_options.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/testbench/terminal/progress.h"
#include "collisionchip/traces/export/fst_export.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

template <typename Number>
bool parse(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

// "FROM:TO"; either may be missing, and then keeps its value.
template <typename Number>
bool parse_range(const std::string& text, Number& from, Number& to) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return false;
  const std::string_view first = std::string_view(text).substr(0, colon),
                         second = std::string_view(text).substr(colon + 1);
  return (first.empty() || parse(first, from)) && (second.empty() || parse(second, to)) && from < to;
}

}  // namespace

void add_trace_options(CLI::App& verb, TraceOptions& options) {
  verb.add_option("--trace", options.file, "record everything that happens (docs/vectors.md)")
      ->type_name("FILE.sqlite");
  verb.add_option("--waves", options.waves, "record signals, for GTKWave (docs/vectors.md)")
      ->type_name("FILE.fst");
  verb.add_option("--trace-cycles", options.cycles, "record only these cycles of each query, TO excluded")
      ->type_name("FROM:TO");
  verb.add_option("--trace-queries", options.queries, "record only this pose, or these, M excluded")
      ->type_name("N[:M]");
  verb.add_option("--trace-units", options.units, "record only these units with their channels")
      ->type_name("UNITS")
      ->delimiter(',')
      ->allow_extra_args(false);
}

void check_trace(const TraceOptions& options) {
  if (fs::exists(options.file) && !fs::is_regular_file(options.file))
    throw InputError(Place::in(options.file), "a file that can be written", ": it is no regular file");
}

void finish_recording(const TraceOptions& options) {
  if (!options.waves.empty()) {
    const Progress progress("writing " + options.waves);
    export_fst(TraceReader(options.recording()), options.waves);
  }
  std::error_code error;
  if (options.file.empty()) {
    fs::remove(options.recording(), error);
  } else {
    fs::rename(options.recording(), OutputFile::place_of(options.file), error);
  }
  if (error) throw InputError(options.recording(), "a file that can take its place", ": " + error.message());
}

RecorderWindow window_of(const TraceOptions& options) {
  RecorderWindow window;
  if (!options.records() && !(options.cycles.empty() && options.queries.empty() && options.units.empty())) {
    throw InputError("--trace-cycles, --trace-queries, --trace-units", "--trace or --waves as well");
  }
  if (!options.cycles.empty() && !parse_range(options.cycles, window.from_cycle, window.to_cycle))
    throw WrongWord("--trace-cycles: expected FROM:TO with FROM < TO, got " +
                    collisionchip::quoted(options.cycles));
  if (!options.queries.empty()) {
    std::uint64_t& from = window.from_pose;
    const bool one = parse(options.queries, from);
    if (one) window.to_pose = from + 1;
    if (!one && !parse_range(options.queries, from, window.to_pose))
      throw WrongWord("--trace-queries: expected N or N:M with N < M, got " +
                      collisionchip::quoted(options.queries));
  }
  const std::vector<std::string>& units = recordable_units();
  for (const std::string& unit : options.units) {
    if (std::find(units.begin(), units.end(), unit) == units.end())
      throw WrongWord("--trace-units: " + choice_complaint(units, unit));
  }
  window.units = options.units;
  return window;
}

}  // namespace collisionchip

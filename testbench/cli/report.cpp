// collisionchip report DIR...: results as one HTML file.
#include <memory>

#include <fmt/format.h>

#include "testbench/cli/verbs.h"
#include "testbench/report/report.h"

namespace collisionchip {

namespace {

struct ReportOptions {
  std::vector<std::string> folders;
  std::string out;
};

}  // namespace

Verb add_report(CLI::App& app) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* verb = app.add_subcommand(
      "report", "Make one HTML file from result folders: it needs no network and opens in any browser.");
  verb->add_option("DIR", options->folders, "folder from `collide --out`; several are compared")->required();
  verb->add_option("--out", options->out, "where to (default: report.html in the first folder)")
      ->type_name("FILE.html");
  return [options] {
    const std::string page = options->out.empty() ? options->folders.front() + "/report.html" : options->out;
    const std::uint64_t bytes = write_report(options->folders, page);
    fmt::print("{}: {:.1f} MB, open it in a browser\n", page, static_cast<double>(bytes) * 1e-6);
    return kExitDone;
  };
}

}  // namespace collisionchip

// collisionchip report DIR...: results as one HTML file.
#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/report/report.h"
#include "collisionchip/testbench/results/result_folder.h"

namespace collisionchip {

namespace {

// All but a page from before, which is replaced.
std::vector<NamedFile> files_of(const std::vector<std::string>& folders) {
  std::vector<NamedFile> files;
  for (const std::string& folder : folders) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      if (entry.is_regular_file(error) && entry.path().extension() != ".html")
        files.push_back({"DIR", entry.path().string()});
    }
  }
  return files;
}

// The page's default name. The user has not named it, so an existing file must be a page of `report`.
std::string page_in(const std::string& folder) {
  std::string page = folder + "/" + ResultFolder::kReport;
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(page, error)) && !ResultFolder::is_report(page))
    throw InputError(Place::in(page), "no file, or a page of `report`", "; --out names another place");
  return page;
}

bool has_trace(const std::vector<std::string>& folders) {
  return std::any_of(folders.begin(), folders.end(), [](const std::string& folder) {
    return std::filesystem::exists(std::filesystem::path(folder) / ResultFolder::kTrace);
  });
}

}  // namespace

Verb add_report(CLI::App& app) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* verb =
      app.add_subcommand("report", "Make one HTML page from result folders; it needs no network.");
  verb->add_option(
          "DIR", options->folders,
          "folder of `collide --out`, `scene --out`, `explore --out` or `paper --out`; several are compared")
      ->required();
  verb->add_option("--out", options->page, "page to write (default: report.html in the first folder)")
      ->type_name("FILE.html");
  auto cycles = std::make_shared<std::pair<TraceCycle, TraceCycle>>(0, kTraceEnd);
  verb->add_option("--cycles", *cycles,
                   "cycles of the timeline to show one by one (default: from 0, as many as fit)")
      ->check(whole_number())
      ->type_name("FROM TO");
  return [options, cycles, verb] {
    if (!has_trace(options->folders)) refuse_typed(*verb, {"--cycles"}, "a folder with a trace");
    if (cycles->first < 0 || cycles->second <= cycles->first)
      throw WrongWord(
          fmt::format("--cycles: expected FROM below TO, got {} {}", cycles->first, cycles->second));
    options->detail = {cycles->first, cycles->second};
    if (options->page.empty()) options->page = page_in(options->folders.front());
    check_file_roles(files_of(options->folders), {{"--out", options->page}});
    const std::uint64_t bytes = write_report(*options);
    fmt::print("{}: {:.1f} MB, open it in a browser\n", options->page, static_cast<double>(bytes) * 1e-6);
    return kExitDone;
  };
}

}  // namespace collisionchip

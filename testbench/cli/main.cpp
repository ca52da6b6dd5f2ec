// `collisionchip`: the one executable. libsystemc owns main() and calls sc_main.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/testbench/cli/examples.h"
#include "collisionchip/testbench/cli/help_formatter.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/revision.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/testbench/terminal/standard_streams.h"
#include "collisionchip/testbench/version.h"

namespace {

using namespace collisionchip;

// The library prints its banner before it calls sc_main, so it must be told while the program loads.
[[maybe_unused]] const int kBannerOff = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);

// What is only half written goes with the process; the signal ends it as it would have.
void drop_and_end(int signal) {
  OutputFile::drop_all();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

int complain(int status, const std::string& what) {
  print_error("collisionchip: " + what + "\n");
  return status;
}

// Adds "help", which is documented as a verb. without_help() turns the word into the option --help.
void add_help(CLI::App& app) {
  app.add_subcommand("help", "Print what --help prints, of the program or of a verb.")
      ->add_option("VERB", "a verb, and for trace and vectors the verb after it")
      ->expected(0, 2);
}

int parse_and_run(int argc, char** argv) {
  CLI::App app(
      "CollisionChip: a cycle-timed model of the collision detection chip of Knittel and Zachmann (2003).\n"
      "\n"
      "Exit status:\n"
      "  0    done\n"
      "  1    two answers disagree\n"
      "  2    a wrong word on the command line\n"
      "  3    a wrong file, key or combination\n"
      "  70   an error in this program\n"
      "  130  interrupted\n"
      "\n"
      "Files:\n"
      "  FILE.toml  a chip, a plan or a scene; docs/configuration.md, docs/explore.md, docs/scenes.md\n"
      "  FILE.obj   an object; also FILE.stl, FILE.ply and FILE.off\n"
      "  DIR        the results of a run; docs/results.md\n"
      "\n"
      "Environment:\n"
      "  PATH                   where sbatch, valgrind and python3 are, which some verbs call\n"
      "  TMPDIR                 folder of temporary files, /tmp if it is not set\n"
      "  COLLISIONCHIP_PROGRAM  the program that the Python package calls",
      "collisionchip");
  const std::string revision = kRevision;
  app.set_version_flag("--version", kVersion + (revision.empty() ? "" : " (" + revision + ")"));
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormatter>());
  std::vector<Verb> verbs;
  verbs.reserve(std::size(kVerbs));
  for (const auto add_verb : kVerbs) verbs.push_back(add_verb(app));
  add_help(app);
  add_examples(app);
  try {
    std::vector<std::string> words = check_words(app, without_help(app, {argv + 1, argv + argc}));
    std::reverse(words.begin(), words.end());  // as the parser takes them
    app.parse(std::move(words));
  } catch (const CLI::Success& help) {
    return app.exit(help);
  }
  const auto subcommands = app.get_subcommands([](const CLI::App*) { return true; });
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    if (subcommands[i]->parsed()) return verbs[i]();
  }
  return kExitUsage;
}

}  // namespace

int sc_main(int argc, char** argv) {
  hold_standard_streams();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, drop_and_end);
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  int status = kExitDone;
  std::string complaint;
  try {
    status = parse_and_run(argc, argv);
  } catch (const CLI::Error& error) {
    status = kExitUsage;
    complaint = error.what();
  } catch (const std::exception& error) {
    status = exit_status_of(error);
    complaint = complaint_of(error);
  }
  if (status == kExitUsage) complaint += " (see --help)";
  // A print that fails throws, too.
  const std::string lost = output_failure();
  if (!lost.empty() && (status == kExitDone || status == kExitFault))
    return complain(kExitBadInput, "standard output: expected to write all: " + lost);
  return complaint.empty() ? status : complain(status, complaint);
}

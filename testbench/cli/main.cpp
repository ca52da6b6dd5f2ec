// `collisionchip`: the one executable. libsystemc owns main() and calls sc_main.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/output_file.h"
#include "collisionchip/testbench/cli/verbs.h"
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
  fmt::print(stderr, "collisionchip: {}\n", what);
  return status;
}

int parse_and_run(int argc, char** argv) {
  CLI::App app(
      "CollisionChip: a cycle-timed model of the collision detection chip of Knittel and Zachmann (2003).\n"
      "Exit status: 0 done, 1 models disagree, 2 usage, 3 bad input or configuration.",
      "collisionchip");
  app.set_version_flag("--version", kVersion);
  app.require_subcommand(1);
  const std::vector<Verb> verbs = {add_collide(app), add_mesh(app),    add_report(app),   add_verify(app),
                                   add_config(app),  add_explore(app), add_evaluate(app), add_stats(app),
                                   add_paper(app),   add_faults(app),  add_trace(app),    add_vectors(app),
                                   add_estimate(app)};
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return complain(kExitUsage, fmt::format("{} (see --help)", error.what()));
  }
  const auto subcommands = app.get_subcommands([](const CLI::App*) { return true; });
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    if (subcommands[i]->parsed()) return verbs[i]();
  }
  return kExitUsage;
}

}  // namespace

int sc_main(int argc, char** argv) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, drop_and_end);
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  try {
    return parse_and_run(argc, argv);
  } catch (const CLI::Error& error) {
    return complain(kExitUsage, error.what());
  } catch (const InputError& error) {
    return complain(kExitBadInput, error.what());
  } catch (const std::bad_alloc&) {
    return complain(kExitBadInput, "expected enough memory for these objects, got none");
  } catch (const std::exception& error) {
    return complain(kExitDisagree, error.what());
  }
}

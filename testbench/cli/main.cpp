// `collisionchip`: the one executable. libsystemc owns main() and calls sc_main.
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <vector>

#include <fmt/format.h>
#include <systemc>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/output_file.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/revision.h"
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

std::vector<std::string> names_of(const std::vector<const CLI::App*>& verbs) {
  std::vector<std::string> names;
  names.reserve(verbs.size());
  for (const CLI::App* verb : verbs) names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> options_of(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The parser would say of a misspelt word only what is missing in its place.
std::string misspelling(const CLI::App& app, int argc, char** argv) {
  const CLI::App* verb = &app;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i], option = word.substr(0, word.find('='));
    const auto verbs = verb->get_subcommands([](const CLI::App*) { return true; });
    if (word == "--") break;
    if (option.size() > 2 && option.compare(0, 2, "--") == 0) {
      if (verb->get_option_no_throw(option) == nullptr)
        return fmt::format("{}: unknown option; nearest is {}", printable_path(option),
                           nearest_name(option, options_of(*verb)));
    } else if (!verbs.empty() && word.compare(0, 1, "-") != 0) {
      const auto found = std::find_if(verbs.begin(), verbs.end(),
                                      [&](const CLI::App* one) { return one->get_name() == word; });
      if (found == verbs.end())
        return fmt::format("{}: unknown verb; nearest is {}", printable_path(word),
                           nearest_name(word, names_of(verbs)));
      verb = *found;
    }
  }
  return "";
}

int parse_and_run(int argc, char** argv) {
  CLI::App app(
      "CollisionChip: a cycle-timed model of the collision detection chip of Knittel and Zachmann (2003).\n"
      "Exit status: 0 done, 1 models disagree, 2 usage, 3 bad input or configuration.",
      "collisionchip");
  const std::string revision = kRevision;
  app.set_version_flag("--version", kVersion + (revision.empty() ? "" : " (" + revision + ")"));
  app.require_subcommand(1);
  const std::vector<Verb> verbs = add_verbs(app);
  if (const std::string wrong = misspelling(app, argc, argv); !wrong.empty())
    return complain(kExitUsage, wrong + " (see --help)");
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
    const int status = parse_and_run(argc, argv);
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    return complain(kExitBadInput,
                    std::string("standard output: expected to write all of it: ") + std::strerror(errno));
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

// The first part of the program, which ./demo shows its result with while the rest is still to be built.
#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/cli/verbs.h"

namespace collisionchip {

namespace {

Verb add_later(CLI::App& app, const std::string& name) {
  app.add_subcommand(name, "not in this first part of the program: ./demo builds the rest")->allow_extras();
  return [name]() -> int {
    throw InputError(fmt::format("{}: not in this first part of the program; ./demo builds the rest", name));
  };
}

}  // namespace

std::vector<Verb> add_verbs(CLI::App& app) {
  std::vector<Verb> verbs = {add_collide(app), add_mesh(app), add_report(app)};
  for (const char* const name :
       {"verify", "config", "explore", "evaluate", "stats", "paper", "faults", "trace", "vectors", "estimate",
        "trees", "allpairs", "quickcd", "groups", "scene"}) {
    verbs.push_back(add_later(app, name));
  }
  return verbs;
}

}  // namespace collisionchip

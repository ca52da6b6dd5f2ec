#include "collisionchip/testbench/cli/verbs.h"

namespace collisionchip {

std::vector<Verb> add_verbs(CLI::App& app) {
  return {add_collide(app), add_mesh(app),     add_report(app),   add_verify(app), add_config(app),
          add_explore(app), add_evaluate(app), add_stats(app),    add_paper(app),  add_faults(app),
          add_trace(app),   add_vectors(app),  add_estimate(app), add_trees(app),  add_allpairs(app),
          add_quickcd(app), add_groups(app),   add_scene(app)};
}

}  // namespace collisionchip

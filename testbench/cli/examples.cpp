#include "collisionchip/testbench/cli/examples.h"

#include <map>
#include <stdexcept>
#include <string>

namespace collisionchip {

namespace {

// The objects of most examples.
const std::string kGears = "collisionchip mesh gear gear.obj -n 2000\n";
const std::string kPose = R"(--pose "0.5 0 0 1 0 0 0")";
const std::string kTrace = kGears + "collisionchip collide gear.obj gear.obj --trace run.sqlite\n";
const std::string kVectors = kGears + "collisionchip vectors record gear.obj gear.obj " + kPose + R"( \
  --out gears.vectors
)";
const std::string kPlan = R"(printf '%s\n' '[[axis]]' 'key = "sdram.banks"' 'values = [2, 4]' \
  '[[workload]]' 'name = "gears"' 'a = { kind = "gear", triangles = 1000 }' \
  'b = { kind = "gear", triangles = 1000 }' \
  'poses = ["0.5 0 0 1 0 0 0"]' > plan.toml
)";

// Verb -> its lines. "" is the program.
const std::map<std::string, std::string>& examples() {
  static const std::map<std::string, std::string> all = {
      {"", kGears + "collisionchip collide gear.obj gear.obj " + kPose},
      {"collide", kGears + "collisionchip collide gear.obj gear.obj " + kPose + " --out run"},
      {"mesh", "collisionchip mesh torus-knot knot.stl --triangles 5000"},
      {"report", kGears + "collisionchip collide gear.obj gear.obj --out run\ncollisionchip report run"},
      {"verify", kGears + "collisionchip verify gear.obj --seed 2"},
      {"config", "collisionchip config --explain sdram.page_policy"},
      {"explore", kPlan + "collisionchip explore plan.toml --out banks"},
      {"evaluate", kPlan + "echo '{\"sdram.banks\": 8}' | collisionchip evaluate --workload plan.toml"},
      {"stats", kGears + "collisionchip collide gear.obj gear.obj --stats stats.json\n"
                         "collisionchip stats stats.json --csv stats.csv"},
      {"paper", kGears + "collisionchip paper --quick --only-objects --objects gear.obj \\\n"
                         "  --no-figures --out paper"},
      {"faults", kGears + "collisionchip faults gear.obj gear.obj --fault fifo_drop:0 \\\n  " + kPose},
      {"trace", kTrace + "collisionchip trace info run.sqlite"},
      {"trace info", kTrace + "collisionchip trace info run.sqlite"},
      {"trace export", kTrace + "collisionchip trace export run.sqlite --perfetto run.json"},
      {"trace diff", kTrace + "collisionchip collide gear.obj gear.obj --trace again.sqlite\n"
                              "collisionchip trace diff run.sqlite again.sqlite"},
      {"vectors", kVectors + "collisionchip vectors play gears.vectors"},
      {"vectors record", kVectors},
      {"vectors play", kVectors + "collisionchip vectors play gears.vectors"},
      {"estimate", kGears + "collisionchip estimate gear.obj gear.obj " + kPose},
      {"trees", kGears + "collisionchip trees gear.obj --format dop128,obb64,aabb32 --rounds 1"},
      {"allpairs", kGears + "collisionchip allpairs gear.obj gear.obj --device cpu " + kPose},
      {"quickcd", kGears + "collisionchip quickcd gear.obj gear.obj --device cpu " + kPose},
      {"scene", kGears + R"(printf '%s\n' 'frames = 3' '[[object]]' 'name = "a"' 'mesh = "gear.obj"' \
  '[[object]]' 'name = "b"' 'mesh = "gear.obj"' 'pose = "0.93 0 0 1 0 0 0"' \
  'angular_velocity = [0, 0, 0.05]' > scene.toml
collisionchip scene scene.toml --out run)"},
      {"help", "collisionchip help trace export"}};
  return all;
}

void add_to(CLI::App& app, const std::string& path) {
  const auto found = examples().find(path);
  if (found == examples().end()) throw std::logic_error("no example of the verb " + path);
  app.footer(found->second);
  for (CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    add_to(*verb, path + (path.empty() ? "" : " ") + verb->get_name());
}

}  // namespace

void add_examples(CLI::App& app) {
  add_to(app, "");
}

}  // namespace collisionchip

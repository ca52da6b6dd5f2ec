// Plans that are wrong are refused before anything runs, with file, line and key.
#include "collisionchip/testbench/explore/plan.h"

#include <gtest/gtest.h>

#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/poses/tumbling_poses.h"
#include "collisionchip/testbench/tests/explore/explore_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

// What is said about a plan, with the workload behind it; empty if it is good.
std::string complaint(const std::string& text, const std::string& workload = kWorkload) {
  const Folder folder;
  try {
    const Plan plan = load_plan(folder.write("plan.toml", text + workload));
    PointSpace(plan).refuse_conflicts();
  } catch (const InputError& error) {
    return folder.without(error.what());
  }
  return "";
}

TEST(Plan, ReadsEverything) {
  const Folder folder;
  folder.write("chip.toml", "base = \"paper52\"\nsdram.banks = 8\n");
  folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  folder.write("poses.txt", "0 0 0 1 0 0 0\n1 0 0 1 0 0 0\n");
  const Plan plan = load_plan(folder.write("plan.toml", R"(base = "chip.toml"
strategy = "latin-hypercube"
points = 100
seed = 7
on_conflict = "skip"
objectives = ["cycles", "sdram.activates"]
[set]
stack_engine.look_ahead = 8
dop_unit = { dotadds = 4 }
[[axis]]
key = "sdram.page_policy"
values = ["closed", "open"]
[[axis]]
key = "sdram.t_rp"
from = 2
to = 9
step = 3
[[axis]]
key = "triangle_unit.cache_lines"
from = 16
to = 100
factor = 2
[[axis]]
key = "stack_engine.prefetch"
values = [true]
[[workload]]
a = "a.obj"
b = { kind = "gear", triangles = 50, seed = 3 }
poses = "poses.txt"
[[workload]]
name = "one"
a = "a.obj"
b = "a.obj"
poses = ["0 0 0 1 0 0 0"]
first = true
)"));
  EXPECT_EQ(plan.base, "chip.toml");
  EXPECT_EQ(plan.chip.sdram.banks, 8u);
  EXPECT_EQ(plan.chip.dop_unit.start_floats, 12u);  // of paper52
  EXPECT_EQ(plan.chip.stack_engine.look_ahead, 8u);
  EXPECT_EQ(plan.chip.dop_unit.dotadds, 4u);
  EXPECT_EQ(plan.strategy, Strategy::latin_hypercube);
  EXPECT_EQ(plan.points, 100u);
  EXPECT_EQ(plan.seed, 7u);
  EXPECT_TRUE(plan.skip_conflicts);
  EXPECT_EQ(plan.objectives, (std::vector<std::string>{"cycles", "sdram.activates"}));
  ASSERT_EQ(plan.axes.size(), 4u);
  EXPECT_EQ(plan.axes[0].values, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(plan.axes[1].values, (std::vector<std::uint32_t>{2, 5, 8}));
  EXPECT_EQ(plan.axes[2].values, (std::vector<std::uint32_t>{16, 32, 64}));
  EXPECT_EQ(plan.axes[3].values, (std::vector<std::uint32_t>{1}));
  ASSERT_EQ(plan.workloads.size(), 2u);
  EXPECT_EQ(plan.workloads[0].name, "workload0");
  EXPECT_EQ(plan.workloads[0].a.file, folder / "a.obj");
  EXPECT_EQ(plan.workloads[0].b.seed, 3u);
  EXPECT_EQ(plan.workloads[0].poses.size(), 2u);
  EXPECT_TRUE(plan.workloads[1].first_witness);
}

TEST(Plan, LogRangesRoundAndShowEachValueOnce) {
  const Folder folder;
  const Plan plan = load_plan(folder.write("plan.toml", std::string(R"(
[[axis]]
key = "stack_engine.look_ahead"
from = 1
to = 12
factor = 1.5
)") + kWorkload));
  EXPECT_EQ(plan.axes[0].values, (std::vector<std::uint32_t>{1, 2, 3, 5, 8, 11}));
}

TEST(Plan, TumblingIsThePapersProcedureAtEachDistance) {
  const Folder folder;
  const Plan plan = load_plan(folder.write("plan.toml", R"(
[[workload]]
a = { kind = "gear", triangles = 50 }
tumbling = { distances = [1.5, 1], steps = 4 }
)"));
  const std::vector<Pose> far = tumbling_turn(1.5, 4), near = tumbling_turn(1, 4);
  std::vector<Pose> expected = far;
  expected.insert(expected.end(), near.begin(), near.end());
  EXPECT_EQ(plan.workloads[0].poses, expected);
  const Workload work = load_workloads(plan.workloads).front();
  EXPECT_EQ(work.a, work.b);
  EXPECT_EQ(work.a->vertices, scaled_to_unit_cube(make_procedural_mesh("gear", 50)).vertices);
}

struct BadPlan {
  const char* text;
  const char* complaint;
};

TEST(Plan, AMotionIsATimeOfContactOrSmallSteps) {
  const Folder folder;
  const Plan plan = load_plan(folder.write("plan.toml", R"([[workload]]
name = "contact"
a = { kind = "gear", triangles = 50 }
b = { kind = "box", triangles = 12 }
motion = { from = "3 0 0 1 0 0 0", to = "0 0 0 1 0.5 0 0", toc = 20 }
[[workload]]
name = "steps"
a = { kind = "gear", triangles = 50 }
b = { kind = "box", triangles = 12 }
motion = { from = "3 0 0 1 0 0 0", to = "1 0 0 1 0 0 0", haptic = 4 }
)"));
  const WorkloadPlan &contact = plan.workloads[0], &steps = plan.workloads[1];
  ASSERT_TRUE(contact.contact);
  EXPECT_EQ(contact.contact->halvings, 20u);
  EXPECT_EQ(contact.contact->from.t.x, 3);
  EXPECT_TRUE(contact.first_witness && contact.poses.empty() && !contact.haptic);
  EXPECT_TRUE(steps.haptic && !steps.first_witness && !steps.contact);
  ASSERT_EQ(steps.poses.size(), 4u);
  EXPECT_EQ(steps.poses[0].t.x, 2.5f);
  EXPECT_EQ(steps.poses[3].t.x, 1);
}

TEST(Plan, SaysFileLineAndKeyOfWhatIsWrong) {
  const BadPlan bad[] = {
      {"base = \"paper99\"",
       "plan.toml:1: base: expected paper41, paper52, paper52-eq5, bruteforce, beyond, beyond-small, "
       "beyond-triangle-unit, beyond-contact, beyond-max or today, got 'paper99'; nearest is paper41"},
      {"stategy = \"grid\"",
       "plan.toml:1: stategy: unknown; expected one of base, set, axis, workload, strategy, points, seed, "
       "on_conflict, "
       "objectives, limits"},
      {"strategy = \"gird\"",
       "plan.toml:1: strategy: expected 'grid', 'one-at-a-time', 'random' or 'latin-hypercube', got 'gird'"},
      {"strategy = \"random\"", "plan.toml:1: points: expected how many points to draw, got nothing"},
      {"strategy = \"random\"\npoints = 0",
       "plan.toml:2: points: expected an integer in 1..1000000000, got 0"},
      {"strategy = \"random\"\npoints = 1000000000000",
       "plan.toml:2: points: expected an integer in 1..1000000000, got 1000000000000"},
      {"points = 5", "plan.toml:1: points: expected only with strategy random or latin-hypercube, got grid"},
      {"seed = 5", "plan.toml:1: seed: expected only with strategy random or latin-hypercube, got grid"},
      {"objectives = [\"cylces\"]",
       "plan.toml:1: objectives: expected a name that `collisionchip explore --statistics` prints, got "
       "'cylces'; "
       "nearest is cycles"},
      {"objectives = []", "plan.toml:1: objectives: expected at least one statistic, got an empty list"},
      {"objectives = \"cycles\"", "plan.toml:1: objectives: expected a list of statistics, got 'cycles'"},
      {"objectives = [\"cycles\", [\"pairs\"]]",
       "plan.toml:1: objectives: expected names that `collisionchip explore --statistics` prints, got an "
       "array"},
      {"on_conflict = \"ask\"", "plan.toml:1: on_conflict: expected 'refuse' or 'skip', got 'ask'"},
      {"[set]\nsdram.bnaks = 4", "plan.toml:2: sdram.bnaks: unknown key; nearest is sdram.banks"},
      {"[set]\nsdram.banks = 3", "plan.toml:2: sdram.banks: expected a power of two in 1..64, got 3"},
      {"[[axis]]\nvalues = [1]",
       "plan.toml:1: axis.key: expected the name of a configuration key, got nothing"},
      {"[[axis]]\nkey = \"sdram.bnaks\"\nvalues = [1]",
       "plan.toml:2: axis.key: sdram.bnaks: unknown key; nearest is sdram.banks"},
      {"[[axis]]\nkey = \"sdram.banks\"\nvalues = []",
       "plan.toml:3: axis.values: empty axis: expected at least one value of sdram.banks"},
      {"[[axis]]\nkey = \"sdram.banks\"", "plan.toml:2: axis sdram.banks: expected values, or from and to"},
      {"[[axis]]\nkey = \"sdram.banks\"\nfrom = 1",
       "plan.toml:2: axis sdram.banks: expected values, or from and to"},
      {"[[axis]]\nkey = \"sdram.banks\"\nvalues = [4,\n 3]",
       "plan.toml:4: axis sdram.banks: expected a power of two in 1..64, got 3"},
      {"[[axis]]\nkey = \"sdram.page_policy\"\nvalues = [\"open\", \"ajar\"]",
       "plan.toml:3: axis sdram.page_policy: expected 'closed' or 'open', got 'ajar'"},
      {"[[axis]]\nkey = \"sdram.banks\"\nvalues = [4, 8, 4]",
       "plan.toml:2: axis sdram.banks: expected each value once, got 4 twice"},
      {"[[axis]]\nkey = \"sdram.t_rp\"\nfrom = 8\nto = 2",
       "plan.toml:4: axis.to: empty axis: expected at least from = 8, got 2"},
      {"[[axis]]\nkey = \"sdram.t_rp\"\nfrom = 2\nto = 8\nstep = 0",
       "plan.toml:5: axis.step: expected an integer of at least 1, got 0"},
      {"[[axis]]\nkey = \"sdram.t_rp\"\nfrom = 2\nto = 8\nfactor = 1",
       "plan.toml:5: axis.factor: expected a number of at least 1.0001, got 1"},
      {"[[axis]]\nkey = \"sdram.t_rp\"\nfrom = 2\nto = 8\nstep = 2\nfactor = 2",
       "plan.toml:6: axis.factor: expected either step or factor, got both"},
      {"[[axis]]\nkey = \"sdram.t_rp\"\nfrom = 2\nto = 8\nvalues = [1]",
       "plan.toml:3: axis.from: expected either values or a range, got both"},
      {"[[axis]]\nkey = \"sdram.t_rp\"\nfrom = 2\nto = 80",
       "plan.toml:4: axis sdram.t_rp: expected an integer in 1..64, got 65"},
      {"[[axis]]\nkey = \"sdram.t_rp\"\nfrom = 2\nto = 4611686018427387904",
       "plan.toml:4: axis.to: expected at most 1000000 values on an axis, got 4611686018427387903"},
      {"[[axis]]\nkey = \"sdram.t_rp\"\nfrmo = 2\nto = 8",
       "plan.toml:3: axis.frmo: unknown; expected one of key, values, from, to, step, factor"},
      {"[[axis]]\nkey = \"sdram.t_rp\"\nvalues = [4]\n[[axis]]\nkey = \"sdram.t_rp\"\nvalues = [5]",
       "plan.toml:5: axis sdram.t_rp: expected a key that nothing else sets, and line 2 has it in [[axis]]"},
      {"[set]\nsdram.t_rp = 3\n[[axis]]\nkey = \"sdram.t_rp\"\nvalues = [5]",
       "plan.toml:4: axis sdram.t_rp: expected a key that nothing else sets, and line 2 has it in [set]"},
      {"[set]\nsdram.t_rc = 8",
       "plan.toml:2: point 0: sdram.t_rc = 8 is less than sdram.t_ras = 12 (on_conflict = \"skip\" "
       "leaves such points out)"},
      {"[set]\nsdram.t_rc = 15\n[[axis]]\nkey = \"sdram.t_ras\"\nvalues = [12, 16]",
       "plan.toml:4: point 1: sdram.t_rc = 15 is less than sdram.t_ras = 16 (on_conflict = \"skip\" leaves "
       "such points "
       "out)"},
  };
  for (const BadPlan& plan : bad) EXPECT_EQ(complaint(plan.text), plan.complaint) << plan.text;
}

TEST(Plan, RefusesTooManyPoints) {
  std::string axes;
  for (const char* key : {"sdram.t_ras", "sdram.t_rc", "sdram.t_rfc", "triangle_unit.cache_lines"}) {
    axes += "[[axis]]\nkey = \"" + std::string(key) + "\"\nfrom = 20\nto = 255\n";
  }
  EXPECT_EQ(complaint(axes),
            "plan.toml:14: axis triangle_unit.cache_lines: expected a grid of at most 1000000000 points, got "
            "more (strategy "
            "random or latin-hypercube draws as many as wanted)");
}

TEST(Plan, SaysWhatIsWrongWithAWorkload) {
  const BadPlan bad[] = {
      {"", "plan.toml: workload: expected at least one [[workload]], got nothing"},
      {"workload = []", "plan.toml:1: workload: expected at least one [[workload]]"},
      {"workload = [1]", "plan.toml:1: workload: expected a table, got 1"},
      {"[[workload]]\nb = \"b.obj\"",
       "plan.toml:1: workload.a: expected a mesh file, or { kind = ..., triangles = ... }, got nothing"},
      {"[[workload]]\na = \"gone.obj\"",
       "plan.toml:2: workload.a: expected a readable file, got gone.obj: No such file or directory"},
      {"[[workload]]\na = \"a.xyz\"",
       "plan.toml:2: workload.a: a.xyz: expected a mesh file that ends in .obj, .stl, .ply or .off, got "
       "'.xyz'"},
      {"[[workload]]\na = { kind = \"geer\", triangles = 5 }",
       "plan.toml:2: workload.a.kind: expected a procedural object (`collisionchip mesh --help`), got "
       "'geer'"},
      {"[[workload]]\na = { kind = \"gear\" }",
       "plan.toml:2: workload.a.triangles: expected a number of triangles, got nothing"},
      {"[[workload]]\na = { kind = \"gear\", triangles = 0 }",
       "plan.toml:2: workload.a.triangles: expected an integer in 1..1073741824, got 0"},
      {"[[workload]]\na = { kind = \"gear\", triangles = 1073741824 }",
       "plan.toml:2: workload.a.triangles: 1073741824 triangles need 393216 MiB of SDRAM: expected what fits "
       "into the largest sdram.capacity_mib = 2048"},
      {"[[workload]]\na = { kind = \"gear\", triangles = 5, size = 2 }",
       "plan.toml:2: workload.a.size: unknown; expected one of kind, triangles, seed"},
      {"[[workload]]\na = { kind = \"gear\", triangles = 5 }\nb = { kind = \"gear\", triangles = 5 }",
       "plan.toml:1: workload.poses: expected a pose file, or a list of poses, got nothing"},
      {"[[workload]]\na = { kind = \"gear\", triangles = 5 }\nb = { kind = \"gear\", triangles = 5 }\nposes "
       "= []",
       "plan.toml:4: workload.poses: expected at least one pose, got an empty list"},
      {"[[workload]]\na = { kind = \"gear\", triangles = 5 }\nb = { kind = \"gear\", triangles = 5 }\nposes "
       "= \"p.txt\"",
       "plan.toml:4: workload.poses: expected a readable file, got p.txt: No such file or directory"},
      {"[[workload]]\na = { kind = \"gear\", triangles = 5 }\nb = { kind = \"gear\", triangles = 5 }\nposes "
       "= [\"1 2\"]",
       "plan.toml:4: workload.poses: expected 7 or 12 numbers, got 2"},
      {"[[workload]]\na = { kind = \"gear\", triangles = 5 }\nb = { kind = \"gear\", triangles = 5 }\nposes "
       "= [\"0 0 0 1 0 0 "
       "0\"]\nfist = true",
       "plan.toml:5: workload.fist: unknown; expected one of name, scene, tumbling, motion, a, b, poses, "
       "first"},
  };
  const char* const gear = "[[workload]]\na = { kind = \"gear\", triangles = 5 }\n";
  const char* const tumbling[][2] = {
      {"tumbling = 3", "plan.toml:3: workload.tumbling: expected a table, got 3"},
      {"tumbling = { steps = 4 }",
       "plan.toml:3: workload.tumbling.distances: expected a list of distances of the box centres, got "
       "nothing"},
      {"tumbling = { distances = [], steps = 4 }",
       "plan.toml:3: workload.tumbling.distances: expected at least one distance, got an empty list"},
      {"tumbling = { distances = [1, \"2\"] }",
       "plan.toml:3: workload.tumbling.distances: expected a number in 0..1000, got '2'"},
      {"tumbling = { distances = [1], steps = 3 }",
       "plan.toml:3: workload.tumbling.steps: expected an even number, got 3"},
      {"tumbling = { distances = [1], step = 4 }",
       "plan.toml:3: workload.tumbling.step: unknown; expected one of distances, steps"},
      {"tumbling = { distances = [1] }\nposes = []",
       "plan.toml:4: workload.poses: expected either poses or tumbling, got both"},
  };
  const char* const motion[][2] = {
      {"motion = 3", "plan.toml:4: workload.motion: expected a table, got 3"},
      {"motion = { to = \"0 0 0 1 0 0 0\", toc = 3 }",
       "plan.toml:4: workload.motion.from: expected a pose, got nothing"},
      {"motion = { from = \"0 0 0 1 0 0 0\", to = \"0 0 1\", toc = 3 }",
       "plan.toml:4: workload.motion.to: expected 7 or 12 numbers, got 3"},
      {"motion = { from = \"0 0 0 1 0 0 0\", to = 7, toc = 3 }",
       "plan.toml:4: workload.motion.to: expected seven or twelve numbers in quotes, got 7"},
      {"motion = { from = \"0 0 0 1 0 0 0\", to = \"1 0 0 1 0 0 0\" }",
       "plan.toml:4: workload.motion: expected toc, a number of halvings, or haptic, a number of steps"},
      {"motion = { from = \"0 0 0 1 0 0 0\", to = \"1 0 0 1 0 0 0\", toc = 3, haptic = 3 }",
       "plan.toml:4: workload.motion: expected toc, a number of halvings, or haptic, a number of steps"},
      {"motion = { from = \"0 0 0 1 0 0 0\", to = \"1 0 0 1 0 0 0\", toc = 61 }",
       "plan.toml:4: workload.motion.toc: expected an integer in 1..60, got 61"},
      {"motion = { from = \"0 0 0 1 0 0 0\", to = \"1 0 0 1 0 0 0\", toc = 3 }\nposes = []",
       "plan.toml:5: workload.motion: expected one of poses, tumbling and motion, got two"},
      {"motion = { from = \"0 0 0 1 0 0 0\", to = \"1 0 0 1 0 0 0\", toc = 3 }\nfirst = false",
       "plan.toml:5: workload.first: expected true, for a time of contact needs no more"},
  };
  const std::string both = gear + std::string("b = { kind = \"box\", triangles = 12 }\n");
  for (const auto& plan : motion) EXPECT_EQ(complaint("", both + plan[0]), plan[1]);
  for (const auto& plan : tumbling) EXPECT_EQ(complaint("", std::string(gear) + plan[0]), plan[1]);
  for (const BadPlan& plan : bad) EXPECT_EQ(complaint("", plan.text), plan.complaint) << plan.text;
  const std::string twice = std::string(kWorkload) + kWorkload;
  EXPECT_EQ(complaint("", twice),
            "plan.toml:8: workload.name: expected another name than 'knots', which the workload before has");
}

}  // namespace
}  // namespace collisionchip

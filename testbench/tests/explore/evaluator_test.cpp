// What a worker does with one configuration and one workload, and what it shares with the others.
#include "collisionchip/testbench/explore/evaluator.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>

#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/opencl/device_choice.h"
#include "collisionchip/testbench/tests/explore/explore_support.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

using namespace testing_support;

WorkloadPlan knots() {
  WorkloadPlan plan;
  plan.name = "knots";
  plan.a.kind = "torus-knot";
  plan.a.triangles = 60;
  plan.b.kind = "gear";
  plan.b.triangles = 50;
  plan.poses = {Pose{}, pose_from_quaternion({0.1, 0.1, 0, 1, 0.5, 0, 0})};
  return plan;
}

std::string hash_of(const WorkloadPlan& plan) {
  return load_workloads({plan}).front().hash;
}

TEST(WorkloadHash, IsOfTheWorkAndNotOfItsNames) {
  const Folder folder;
  std::set<std::string> all = {hash_of(knots())};
  const auto is_new = [&](const WorkloadPlan& plan) { return all.insert(hash_of(plan)).second; };
  WorkloadPlan plan = knots();
  plan.name = "other";
  EXPECT_FALSE(is_new(plan));
  plan.a.file = folder / "knot.obj";
  write_mesh(make_procedural_mesh("torus-knot", 60), plan.a.file);
  EXPECT_FALSE(is_new(plan));

  plan = knots();
  plan.first_witness = true;
  EXPECT_TRUE(is_new(plan));
  plan = knots();
  plan.poses.pop_back();
  EXPECT_TRUE(is_new(plan));
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      plan = knots();
      plan.poses[1].r[row][column] += 0.25f;
      EXPECT_TRUE(is_new(plan));
    }
  }
  plan = knots();
  plan.poses[1].t.z += 0.25f;
  EXPECT_TRUE(is_new(plan));
  plan = knots();
  std::swap(plan.poses[0], plan.poses[1]);
  EXPECT_TRUE(is_new(plan));
  plan = knots();
  std::swap(plan.a, plan.b);
  EXPECT_TRUE(is_new(plan));
  Mesh mesh = make_procedural_mesh("torus-knot", 60);
  std::swap(mesh.triangles[3], mesh.triangles[4]);  // numbers are part of the answer
  plan = knots();
  plan.a.file = folder / "swapped.obj";
  write_mesh(mesh, plan.a.file);
  EXPECT_TRUE(is_new(plan));
}

TEST(ObjectStore, GivesEachChipTheImageItWouldUpload) {
  WorkloadPlan larger = knots();
  larger.a.triangles = 90;
  const std::vector<Workload> workloads = load_workloads({knots(), larger});
  for (const std::uint64_t prepared_bytes : {std::uint64_t{0}, std::uint64_t{20'000}, ~std::uint64_t{0}}) {
    ObjectStore objects(workloads);
    objects.prepare({24, 14}, {4096, 256}, prepared_bytes);
    for (int round = 0; round < 2; ++round) {
      for (const std::uint32_t k : {24u, 14u, 6u}) {
        for (const std::uint32_t page : {4096u, 256u, 65536u}) {
          for (const std::size_t work : {0u, 1u}) {
            ChipConfig config;
            config.dop.k = k;
            config.sdram.page_bytes = page;
            TreeOptions tree;
            tree.k = static_cast<int>(k);
            const auto a = CollisionObject::build(*workloads[work].a, tree);
            const auto b = CollisionObject::build(*workloads[work].b, tree);
            const BoardImage& image = objects.image(work, config);
            const BoardImage expected = make_board_image(config, a, b);
            EXPECT_EQ(*image.bytes, *expected.bytes);
            EXPECT_EQ(image.page_bytes, page);
            EXPECT_EQ(image.object(0).tree.k(), tree.k);
          }
        }
      }
    }
  }
}

// Asks for images of the same objects, one page size after the other.
TEST(ObjectStore, GivesEachPageItsOwnImage) {
  const std::vector<Workload> workloads = load_workloads({knots()});
  ObjectStore objects(workloads);
  ChipConfig config;
  for (const std::uint32_t page : {4096u, 256u, 65536u}) {
    config.sdram.page_bytes = page;
    EXPECT_EQ(objects.image(0, config).page_bytes, page);
  }
}

// The same source is read once, and its tree built once: workers share it.
TEST(ObjectStore, SharesWhatIsTheSame) {
  WorkloadPlan second = knots();
  second.b = second.a;
  const std::vector<Workload> workloads = load_workloads({knots(), second});
  EXPECT_EQ(workloads[0].a, workloads[1].b);
  ObjectStore objects(workloads);
  objects.prepare({24}, {4096}, ~std::uint64_t{0});
  EXPECT_EQ(&objects.image(0, ChipConfig{}).object(0), &objects.image(1, ChipConfig{}).object(1));
  EXPECT_EQ(objects.image(0, ChipConfig{}).bytes, objects.image(0, ChipConfig{}).bytes);
}

// A chip whose memory has other triangles than the reference stands for a model that is wrong.
TEST(Evaluator, ADisagreementIsAFailureWithBothSides) {
  const std::vector<Workload> workloads = load_workloads({knots()});
  ObjectStore objects(workloads);
  objects.prepare({24}, {4096}, ~std::uint64_t{0});
  const BoardImage& image = objects.image(0, ChipConfig{});
  const auto evaluated = [&](bool check) {  // one after the other: their chips must not overlap
    return Evaluator(workloads, objects, check).evaluate(ChipConfig{}, 0);
  };
  EXPECT_EQ(evaluated(true).status, Evaluation::Status::done);
  auto& bytes = const_cast<std::vector<unsigned char>&>(*image.bytes);
  for (std::size_t record = image.objects[0].end / kTriangleBytes - 60;
       record < image.objects[0].end / kTriangleBytes; ++record) {
    const float far = 100;
    for (int corner = 0; corner < 9; ++corner)
      std::memcpy(&bytes[record * kTriangleBytes + 4 * corner], &far, 4);
  }
  const Evaluation wrong = evaluated(true);
  EXPECT_EQ(wrong.status, Evaluation::Status::failed);
  EXPECT_EQ(wrong.reason.rfind("models disagree: pose 0: ", 0), 0u) << wrong.reason;
  EXPECT_TRUE(wrong.statistics.empty());
  EXPECT_EQ(evaluated(false).status, Evaluation::Status::done);
}

// Two triangles have each other's places: as many lists, tests and uncertain pairs as before, and other pairs.
TEST(Evaluator, PairsAreComparedAndNotCountedAlone) {
  const std::vector<Workload> workloads = load_workloads({knots()});
  ObjectStore objects(workloads);
  objects.prepare({24}, {4096}, ~std::uint64_t{0});
  const auto evaluated = [&](bool check) {
    return Evaluator(workloads, objects, check).evaluate(ChipConfig{}, 0);
  };
  const auto counted = [&](const char* name) {
    return evaluated(false).statistics.at(statistic_column(name)).value();
  };
  const std::uint64_t tests = counted("triangle_tests"), uncertain = counted("uncertain");
  auto& bytes = const_cast<std::vector<unsigned char>&>(*objects.image(0, ChipConfig{}).bytes);
  unsigned char* const record =
      &bytes[objects.image(0, ChipConfig{}).objects[0].end - std::uint64_t{60} * kTriangleBytes];
  int noticed = 0;
  for (int i = 0; i < 3; ++i) {
    const auto swap = [&] {
      std::swap_ranges(record + i * kTriangleBytes, record + i * kTriangleBytes + 36,
                       record + (i + 30) * kTriangleBytes);
    };
    swap();
    const bool same_numbers = counted("triangle_tests") == tests && counted("uncertain") == uncertain;
    if (same_numbers && evaluated(true).status == Evaluation::Status::failed) ++noticed;
    swap();
  }
  EXPECT_GT(noticed, 0);
}

// Their trees differ by how pairs are numbered, and by what counts as a list.
TEST(Evaluator, EachSourceOfParentsHasItsOwnTreeAndItsOwnAnswer) {
  const std::vector<Workload> workloads = load_workloads({knots()});
  ObjectStore objects(workloads);
  Evaluator evaluator(workloads, objects, true);
  ChipConfig config;
  config.tree.format = TreeFormatKey::aabb21;
  for (const AabbParentKey parent : {AabbParentKey::context, AabbParentKey::refetch,
                                     AabbParentKey::simultaneous, AabbParentKey::refetch}) {
    config.aabb_unit.parent = parent;
    const Evaluation evaluation = evaluator.evaluate(config, 0);
    EXPECT_EQ(evaluation.status, Evaluation::Status::done) << evaluation.reason;
  }
}

// What a machine leaves to the host, and the registers that a Pose Unit makes, change what the reference counts.
TEST(Evaluator, EachWayToDecideHasItsOwnCounts) {
  WorkloadPlan plan = knots();
  plan.a = plan.b;  // a gear in itself: undecided pairs
  const std::vector<Workload> workloads = load_workloads({plan});
  ObjectStore objects(workloads);
  Evaluator evaluator(workloads, objects, true);
  ChipConfig contact = preset("beyond"), few = contact, overflowing = contact, by_pose = contact;
  contact.contact_unit.multipliers = 4;
  few.contact_unit.multipliers = 4;
  few.contact_unit.limbs = 1;
  overflowing.contact_unit.multipliers = overflowing.contact_unit.queue_depth = 1;
  overflowing.contact_unit.overflow = ContactOverflow::host;
  by_pose.host.results = HostResults::memory;
  by_pose.pose_unit.multipliers = 2;
  for (const ChipConfig& config : {preset("beyond"), contact, few, overflowing, by_pose, preset("beyond")}) {
    const Evaluation evaluation = evaluator.evaluate(config, 0);
    EXPECT_EQ(evaluation.status, Evaluation::Status::done) << evaluation.reason;
  }
}

TEST(Evaluator, OverflowsAndWitnessesAgreeToo) {
  WorkloadPlan first = knots();
  first.first_witness = true;
  const std::vector<Workload> workloads = load_workloads({knots(), first});
  ObjectStore objects(workloads);
  Evaluator evaluator(workloads, objects, true);
  for (const std::uint32_t entries : {4u, 16u, 65536u}) {
    for (const std::uint32_t levels : {2u, 128u}) {
      for (const std::size_t work : {0u, 1u}) {
        ChipConfig config;
        config.stack_sram.entries = entries;
        config.stack_engine.levels = levels;
        EXPECT_EQ(evaluator.evaluate(config, work).reason, "") << entries << ' ' << levels;
      }
    }
  }
}

std::map<std::string, std::optional<std::uint64_t>> named(const Evaluation& evaluation) {
  std::map<std::string, std::optional<std::uint64_t>> numbers;
  for (std::size_t i = 0; i < answer_columns().size(); ++i)
    numbers[answer_columns()[i]] = evaluation.answers.at(i);
  return numbers;
}

// For every engine: the evaluation has exactly the engine's own answer when it is asked directly.
TEST(Evaluator, EvaluatesEveryEngine) {
  WorkloadPlan first = knots();
  first.first_witness = true;
  const std::vector<Workload> workloads = load_workloads({knots(), first});
  ObjectStore objects(workloads);
  Evaluator evaluator(workloads, objects, true);
  for (const EngineKind& kind : engine_kinds()) {
    if (kind.name == "opencl" && !opencl_device_present("any")) continue;
    for (std::size_t work = 0; work < workloads.size(); ++work) {
      const Evaluation evaluation = evaluator.evaluate(ChipConfig{}, work, kind.name);
      if (!kind.lacks.empty()) {
        EXPECT_EQ(evaluation.reason, "this program has no " + kind.lacks);
        continue;
      }
      ASSERT_EQ(evaluation.reason, "") << kind.name;
      EXPECT_EQ(evaluation.statistics.size(), kind.can.cycles ? statistic_names().size() : 0) << kind.name;
      if (kind.can.cycles) evaluator.evaluate(ChipConfig{}, 0, "reference");  // two chips must not overlap
      ChipConfig config;
      kind.configure(config);
      const std::unique_ptr<Engine> engine = kind.make({config, false});
      engine->prepare(objects.objects(work, kind, config));
      std::vector<std::uint64_t> pairs, visits, cycles;
      for (const Pose& pose : workloads[work].poses) {
        const Answer answer = engine->query(pose, work == 1);
        pairs.push_back(answer.pairs.size());
        visits.push_back(answer.counters.tumbled_visits + answer.counters.aligned_visits);
        if (answer.chip) cycles.push_back(answer.chip->cycles);
      }
      const auto expect = [&, numbers = named(evaluation)](const std::string& name, bool told,
                                                           const std::vector<std::uint64_t>& values) {
        EXPECT_EQ(numbers.at("answer." + name + ".total").has_value(), told) << kind.name << ' ' << name;
        if (!told) return;
        EXPECT_EQ(numbers.at("answer." + name + ".total"), values[0] + values[1]) << kind.name << ' ' << name;
        EXPECT_EQ(numbers.at("answer." + name + ".largest"), std::max(values[0], values[1])) << kind.name;
      };
      expect("pairs", true, pairs);
      expect("visits", kind.can.counts && !kind.can.cycles, visits);
      expect("cycles", kind.can.cycles, cycles);
    }
  }
}

TEST(Evaluator, ATimeOfContactIsTheWorkOfItsHalvings) {
  WorkloadPlan search = knots();
  search.poses.clear();
  search.first_witness = true;
  search.contact =
      ContactPlan{pose_from_quaternion({9, 0, 0, 1, 0, 0, 0}), Pose{}, 12, "plan.toml:7: motion"};
  WorkloadPlan asked = knots();
  asked.first_witness = true;
  const Workload work = load_workloads({search}).front();
  ASSERT_TRUE(work.contact);
  ASSERT_EQ(work.poses.size(), 12u);
  asked.poses = work.poses;
  EXPECT_EQ(work.hash, hash_of(asked)) << "one key in the store";
  const auto pairs_at = [&](double time) {
    asked.poses = {Motion(search.contact->from, search.contact->to).at(time)};
    const std::vector<Workload> one = load_workloads({asked});
    ObjectStore objects(one);
    const Evaluation found = Evaluator(one, objects, true).evaluate({}, 0);
    return found.statistics.at(1);
  };
  EXPECT_EQ(pairs_at(work.contact->apart), 0u);
  EXPECT_EQ(pairs_at(work.contact->touching), 1u);
  std::swap(search.contact->from, search.contact->to);
  try {
    load_workloads({search});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "plan.toml:7: motion: expected objects that are apart at the first pose; they touch there");
  }
}

TEST(Evaluator, QueriesThatTakeMoreThanAMillisecondAreCounted) {
  const std::vector<Workload> workloads = load_workloads({knots()});
  ObjectStore objects(workloads);
  Evaluator evaluator(workloads, objects, true);
  const std::size_t place = statistic_column("missed_deadlines");
  ChipConfig config;
  EXPECT_EQ(evaluator.evaluate(config, 0).statistics.at(place), 0u);
  config.chip.clock_period_ps = find_key("chip.clock_period_ps")->max;
  EXPECT_EQ(evaluator.evaluate(config, 0).statistics.at(place), workloads[0].poses.size());
}

// A query of 1.2 ms, transfers over PCI included, is late; one of 0.8 ms is not.
TEST(Evaluator, TheDeadlineIsAMillisecond) {
  WorkloadPlan one = knots();
  one.poses.resize(1);
  const std::vector<Workload> workloads = load_workloads({one});
  ObjectStore objects(workloads);
  Evaluator evaluator(workloads, objects, true);
  const auto number = [&](const Evaluation& found, const char* name) {
    return found.statistics.at(statistic_column(name)).value();
  };
  const auto at = [&](double milliseconds) {
    ChipConfig config;
    config.host.setup_ns = config.host.settle_ns = config.host.call_ns = 0;
    const Evaluation found = evaluator.evaluate(config, 0);
    // The whole time counts. Without the host's own time it is proportional to the clock period.
    config.chip.clock_period_ps = static_cast<std::uint32_t>(
        milliseconds * 1e6 * config.chip.clock_period_ps / static_cast<double>(number(found, "total_ns")));
    return number(evaluator.evaluate(config, 0), "missed_deadlines");
  };
  EXPECT_EQ(at(0.8), 0u);
  EXPECT_EQ(at(1.2), 1u);
}

TEST(Statistics, HaveANameEach) {
  const std::vector<std::string>& names = statistic_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(statistic_column(names[i]), i);
}

// A machine has the statistics of its own units, and of no other.
TEST(Statistics, AreThoseOfTheMachinesUnits) {
  const std::string group = "group_unit.compare.busy", stack = "stack_engine.busy",
                    boxes = "obb_unit.multiplies", second = "memory_controller_1.idle",
                    alpha = "stack_engine.alpha.p95", chip = "chip.area_um2", total = "total_ns";
  const auto has = [](const ChipConfig& config) {
    const StatisticValues values = StatisticRow(config).values();
    return [values](const std::string& name) { return values[statistic_column(name)].has_value(); };
  };
  const auto paper = has(preset("paper41")), ours = has(preset("beyond")), tiles = has(preset("bruteforce"));
  for (const auto& machine : {paper, ours, tiles})
    EXPECT_TRUE(machine(chip) && machine(total) && !machine(boxes));
  EXPECT_TRUE(paper(stack) && paper(alpha) && !paper(group) && !paper(second));
  EXPECT_TRUE(ours(group) && ours(second) && !ours(stack) && !ours(alpha));
  EXPECT_TRUE(!tiles(stack) && !tiles(group) && tiles("pair_sequencer.tiles") &&
              !paper("pair_sequencer.tiles"));
}

// A row, like a query, is never bounded by a unit that the machine lacks.
TEST(Statistics, ARowKnowsWhatBoundsIt) {
  const std::vector<Workload> workloads = load_workloads({knots()});
  ObjectStore objects(workloads);
  Evaluator evaluator(workloads, objects, true);
  for (const char* name : {"paper41", "beyond"}) {
    const ChipConfig config = preset(name);
    const Evaluation found = evaluator.evaluate(config, 0);
    ASSERT_EQ(found.reason, "");
    const std::vector<Roof> all = roofs_of(found.statistics);
    const auto number = [&](const char* statistic) {
      return static_cast<double>(*found.statistics[statistic_column(statistic)]);
    };
    for (const Roof& roof : all) {
      EXPECT_LE(roof.share, all.front().share);
      if (roof.name == "sdram") {
        EXPECT_NEAR(roof.share, number("sdram.bytes") / (32 * number("cycles")), 1e-9) << name;
      }
      EXPECT_EQ(roof.name.find("_1"), std::string::npos) << "channels count together";
    }
    const bool has_stack =
        std::any_of(all.begin(), all.end(), [](const Roof& roof) { return roof.name == "stack_engine"; });
    EXPECT_EQ(has_stack, has_unit(config, "stack_engine"));
  }
}

TEST(ObjectStore, ATreeThatIsNotDoneInTimeIsAFailureOfWhatNeedsIt) {
  WorkloadPlan plan = knots();
  plan.a.triangles = 200'000;  // a second or more
  const std::vector<Workload> workloads = load_workloads({plan, knots()});
  ObjectStore objects(workloads);
  objects.prepare({24}, {4096}, ~std::uint64_t{0}, {0.05, {}});
  Evaluator evaluator(workloads, objects, false);
  EXPECT_EQ(evaluator.evaluate(ChipConfig{}, 0).reason, "no tree of 200000 triangles within 0.05 s");
  EXPECT_EQ(evaluator.evaluate(ChipConfig{}, 1).status, Evaluation::Status::done);
}

TEST(ObjectStore, StopsBuildingWhenItIsToldTo) {
  WorkloadPlan plan = knots();
  plan.a.triangles = 200'000;
  const std::vector<Workload> workloads = load_workloads({plan});
  ObjectStore objects(workloads);
  int asked = 0;
  objects.prepare({24, 14, 6}, {4096}, ~std::uint64_t{0}, {0, [&] { return ++asked > 3; }});
  EXPECT_EQ(asked, 5) << "three times no, at the fourth the building ends, at the fifth the preparation";
}

TEST(ObjectStore, BuildsNothingThatFitsIntoNoChip) {
  WorkloadPlan plan = knots();
  plan.a.triangles = plan.b.triangles = 3'500'000;  // 1.3 GiB each: one alone would fit
  const std::vector<Workload> workloads = load_workloads({plan});
  ObjectStore objects(workloads);
  int asked = 0;
  const auto count = [&] {
    ++asked;
    return false;
  };
  objects.prepare({24}, {4096}, ~std::uint64_t{0}, {0, count});
  EXPECT_EQ(asked, 1) << "before the workload, and not while a tree is built";
  Evaluator evaluator(workloads, objects, false);
  EXPECT_EQ(evaluator.evaluate(ChipConfig{}, 0).reason,
            "objects of 3500000 and 3500000 triangles need 2564 MiB of SDRAM: expected at most "
            "sdram.capacity_mib = 512");
}

}  // namespace
}  // namespace collisionchip

// The whole of `collisionchip paper` on small objects: the same bytes again, whatever stopped it in between.
#include "collisionchip/testbench/paper/paper_run.h"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <thread>

#include "collisionchip/reference/files/folder_lock.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/paper/claims.h"
#include "collisionchip/testbench/paper/measure_host.h"
#include "collisionchip/testbench/poses/tumbling_poses.h"
#include "collisionchip/testbench/tests/paper/direct_turn.h"
#include "collisionchip/testbench/tests/paper/small_plan.h"
#include "collisionchip/testbench/tests/paper/temporary_folder.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/traces/file/sqlite.h"

namespace collisionchip {
namespace {

using testing_support::count_work;
using testing_support::run_chip;
using testing_support::small_plan;
using testing_support::TemporaryFolder;

const std::vector<std::string> kModelFiles = {"figure09.csv", "figure10.csv", "figure11.csv", "figure12.csv",
                                              "figure13.csv", "eq5.csv",      "paper.json"};

void expect_same_files(const TemporaryFolder& a, const TemporaryFolder& b) {
  for (const std::string& file : kModelFiles) {
    EXPECT_FALSE(a.text(file).empty()) << file;
    EXPECT_EQ(a.text(file), b.text(file)) << file;
  }
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Each result in the folder's store with the time that it took, which no second computation has again.
std::map<std::string, std::string> stored(const TemporaryFolder& folder) {
  std::map<std::string, std::string> results;
  if (!std::filesystem::exists(folder.path(kPaperStore))) return results;
  try {
    SqliteDatabase database(folder.path(kPaperStore), SQLITE_OPEN_READWRITE);
    SqliteStatement select = database.prepare(
        "SELECT engine || configuration || workload, CAST(host_seconds AS TEXT) FROM results WHERE status = "
        "'done'");
    while (select.step()) results.emplace(select.text(0), select.text(1));
  } catch (const SqliteError&) {
    // no tables yet
  }
  return results;
}

// Runs in a child and gets a signal as soon as `results` results and `times` times are stored.
void run_and_stop(const TemporaryFolder& folder, int signal, std::size_t results, std::size_t times) {
  const pid_t run = fork();
  if (run == 0) {
    run_paper(small_plan(), folder.path());
    _exit(0);
  }
  while (stored(folder).size() < results || (times > 0 && lines(folder.text(kPaperTimes)) < 1 + times))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  kill(run, signal);
  int status = 0;
  waitpid(run, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status)) << "finished before it could be stopped";
}

std::string refusal(const PaperPlan& plan, const TemporaryFolder& folder) {
  try {
    run_paper(plan, folder.path());
  } catch (const InputError& error) {
    return std::string(error.what()).substr(folder.path().size());
  }
  return "";
}

TEST(PaperRun, SameSeedSameBytesHoweverManyProcesses) {
  const TemporaryFolder two, one;
  PaperPlan plan = small_plan();
  run_paper(plan, two.path());
  plan.jobs = 1;
  run_paper(plan, one.path());
  expect_same_files(two, one);

  PaperPlan other = small_plan();
  other.seed = 1;  // the casting has a random part
  const TemporaryFolder third;
  run_paper(other, third.path());
  EXPECT_NE(third.text("figure09.csv"), two.text("figure09.csv"));
  EXPECT_THROW(run_paper(other, one.path()), InputError);
}

TEST(PaperRun, KilledOrInterruptedAndContinuedGivesTheSameBytes) {
  const TemporaryFolder whole, stopped;
  run_paper(small_plan(), whole.path());
  const std::size_t all = stored(whole).size();
  struct Stop {
    int signal;
    std::size_t results, times;
  };
  for (const Stop& stop :
       {Stop{SIGKILL, 3, 0}, Stop{SIGINT, 40, 0}, Stop{SIGKILL, 90, 0}, Stop{SIGKILL, all, 3}}) {
    run_and_stop(stopped, stop.signal, stop.results, stop.times);
    EXPECT_GE(stored(stopped).size(), stop.results);
    EXPECT_TRUE(stopped.text("paper.json").empty());
  }
  const auto kept = stored(stopped);
  const std::string kept_times = stopped.text(kPaperTimes);
  run_paper(small_plan(), stopped.path());
  expect_same_files(whole, stopped);
  const auto after = stored(stopped);
  EXPECT_EQ(after.size(), all);
  for (const auto& [key, seconds] : kept) EXPECT_EQ(after.at(key), seconds) << "computed twice: " << key;
  const std::string times = stopped.text(kPaperTimes);
  const std::size_t whole_lines = kept_times.rfind('\n') + 1;
  EXPECT_EQ(times.substr(0, whole_lines), kept_times.substr(0, whole_lines));
  run_paper(small_plan(), stopped.path());
  EXPECT_EQ(stored(stopped), after);
  EXPECT_EQ(stopped.text(kPaperTimes), times);
}

TEST(PaperRun, SaysTheLoadOfTheHostAndWhichVerdictsTurn) {
  const TemporaryFolder folder, other;
  const std::string told = run_paper(small_plan(), folder.path());
  const std::string load = "Load average of this host while it was timed: ";
  EXPECT_NE(told.find(load), std::string::npos);
  EXPECT_NE(folder.text("claims.md").find(load), std::string::npos);
  const auto host = nlohmann::json::parse(folder.text("host/host.json"));
  EXPECT_GE(host.at("host").at("load").at("largest").get<double>(),
            host.at("host").at("load").at("before").get<double>());

  // Another run, of which two verdicts differ.
  auto model = nlohmann::ordered_json::parse(folder.text("paper.json"));
  std::map<std::string, std::string> verdicts;
  for (auto& claim : model.at("claims")) {
    const std::string id = claim.at("id");
    if (id != "eq5" && id != "real_time") continue;
    verdicts[id] = claim.at("agrees") == "no" ? "yes" : "no";
    claim["agrees"] = verdicts[id];
    claim["ours"] = "another value";
  }
  ASSERT_EQ(verdicts.size(), 2u);
  std::filesystem::create_directories(other.path("host"));
  other.write("paper.json", model.dump());
  other.write("host/host.json", folder.text("host/host.json"));
  run_paper(small_plan(), folder.path(), {other.path()});
  const nlohmann::json written = nlohmann::json::parse(folder.text("paper.json"));
  for (const auto& claim : written.at("claims")) {
    const auto found = verdicts.find(claim.at("id").get<std::string>());
    EXPECT_EQ(claim.contains("turned"), found != verdicts.end()) << claim;
    if (found != verdicts.end()) {
      EXPECT_EQ(claim.at("turned"), found->second + " in " + other.path() + " (another value)");
      EXPECT_NE(folder.text("claims.md").find("; turned: " + found->second + " in " + other.path()),
                std::string::npos);
    }
  }
  other.write("paper.json", "{}");
  EXPECT_THROW(run_paper(small_plan(), folder.path(), {other.path()}), InputError);
}

TEST(PaperRun, TheStoreIsTheExplorations) {
  const TemporaryFolder folder;
  run_paper(small_plan(), folder.path());
  const SqliteDatabase database(folder.path(kPaperStore), SQLITE_OPEN_READWRITE);
  const auto count = [&](const std::string& engine) {
    return database.integer("SELECT count(*) FROM results WHERE engine = '" + engine + "'");
  };
  const std::int64_t turns = 2 * 2 * 4, presets = 2, eq5 = 2;
  EXPECT_EQ(count("tlm"), turns * presets + eq5);
  EXPECT_EQ(count("mirror"), count("simultaneous"));
  for (const char* engine : {"single_list", "simultaneous_stored", "simultaneous_stacked"})
    EXPECT_EQ(count("mirror"), count(engine));
  EXPECT_GT(count("mirror"), turns);
  EXPECT_EQ(database.integer("SELECT count(*) FROM results WHERE status <> 'done'"), 0);
  // Figures ask of some poses the same under names of their own.
  EXPECT_EQ(database.integer("SELECT count(*) FROM named_results WHERE engine = 'tlm'"), count("tlm") + 10);
  // No time of this host but how long each took.
  EXPECT_EQ(folder.text("points.jsonl"), "");
}

TEST(PaperRun, RefusesAFolderOfAnEarlierVersionAndLeavesItAlone) {
  const TemporaryFolder folder;
  folder.write("points.jsonl", "{\"identity\":{}}\n");
  EXPECT_EQ(refusal(small_plan(), folder),
            "/points.jsonl: an earlier version wrote this folder; give another --out, or remove the folder");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(PaperRun, RefusesAnotherPlanADamagedStoreAndASecondRun) {
  const TemporaryFolder folder;
  run_paper(small_plan(), folder.path());
  const auto before = stored(folder);
  PaperPlan other = small_plan();
  other.steps = 6;
  EXPECT_NE(refusal(other, folder).find("/steps is 4 there, 6 now"), std::string::npos);
  EXPECT_EQ(stored(folder), before);
  const pid_t second = fork();  // a lock is a process's
  if (second == 0) {
    const FolderLock lock(folder.path(), "paper.lock");
    raise(SIGSTOP);
    _exit(0);
  }
  waitpid(second, nullptr, WUNTRACED);
  EXPECT_NE(refusal(small_plan(), folder).find("another process writes here"), std::string::npos);
  kill(second, SIGCONT);
  waitpid(second, nullptr, 0);
  folder.write(kPaperStore, std::string(200, 'x'));
  EXPECT_EQ(refusal(small_plan(), folder), "/results.sqlite: database: file is not a database");
  EXPECT_EQ(folder.text(kPaperStore), std::string(200, 'x'));
}

TEST(PaperRun, TakesFilesOfTheUser) {
  const TemporaryFolder folder;
  write_mesh(make_procedural_mesh("bolt", 200), folder.path("my, bolt.obj"));
  PaperPlan plan = small_plan();
  plan.objects = {{folder.path("my, bolt.obj"), "", 0, true}};
  run_paper(plan, folder.path("out"));
  const std::string table = folder.text("out/figure11.csv");
  EXPECT_EQ(lines(table), 1 + 2 * 5u);  // its own size only: modes times traversals
  EXPECT_NE(table.find('"' + folder.path("my, bolt.obj") + "\",,200,"), std::string::npos) << table;
  plan.objects = {{folder.path("nowhere.obj"), "", 0, true}};
  EXPECT_THROW(run_paper(plan, folder.path("out2")), InputError);
}

TEST(PaperRun, TablesHaveARowForEveryPoint) {
  const TemporaryFolder folder;
  run_paper(small_plan(), folder.path());
  const std::size_t objects = 2, distances = 4, modes = 2, presets = 2, traversals = 5, resolutions = 2;
  EXPECT_EQ(lines(folder.text("figure01.csv")), 1 + 2 * 13u);
  EXPECT_EQ(lines(folder.text("figure09.csv")), 1 + objects * distances * traversals);
  EXPECT_EQ(lines(folder.text("figure10.csv")), 1 + objects * distances * traversals);
  EXPECT_EQ(lines(folder.text("figure11.csv")), 1 + objects * modes * resolutions * traversals);
  EXPECT_EQ(lines(folder.text("figure12.csv")), 1 + objects * modes * resolutions * traversals);
  EXPECT_EQ(lines(folder.text("figure13.csv")), 1 + objects * distances * modes * presets);
  EXPECT_EQ(lines(folder.text("eq5.csv")), 1 + objects * distances * modes * presets + objects);
  EXPECT_GE(lines(folder.text("host/figure13.csv")), 1 + objects * distances * modes * presets * traversals);
  EXPECT_EQ(folder.text("paper.json").find("\"host\""), std::string::npos);
}

class CountWork : public ::testing::TestWithParam<const char*> {};

// What no implementation may change: each tumbled node is
// transformed once per list, and all pairs need the same tests.
TEST_P(CountWork, ClosedCounts) {
  const Mesh mesh = scaled_to_unit_cube(make_procedural_mesh(GetParam(), 500));
  const CollisionObject object = CollisionObject::build(mesh);
  for (const double distance : {0.3, 1.0, 1.8}) {
    const Turn all = count_work(object, tumbling_turn(distance, 6), WitnessMode::all);
    for (const auto statistic : {&Turn::sum, &Turn::max}) {
      EXPECT_EQ((all.*statistic)("list.overlap_tests"), (all.*statistic)("simultaneous.overlap_tests"));
      EXPECT_EQ((all.*statistic)("list.triangle_tests"), (all.*statistic)("simultaneous.triangle_tests"));
      EXPECT_EQ((all.*statistic)("simultaneous.transforms"), (all.*statistic)("simultaneous.overlap_tests"));
      EXPECT_LE((all.*statistic)("list.transforms"), (all.*statistic)("simultaneous.transforms"));
      EXPECT_EQ((all.*statistic)("simultaneous_stored.transforms"),
                (all.*statistic)("single_list.transforms"));
      EXPECT_EQ((all.*statistic)("simultaneous_stored.visits"), (all.*statistic)("simultaneous.visits"));
      EXPECT_LT((all.*statistic)("simultaneous_stacked.transforms"),
                (all.*statistic)("simultaneous.transforms"));
      EXPECT_LE((all.*statistic)("list.visits"), (all.*statistic)("simultaneous.visits"));
      EXPECT_LE((all.*statistic)("list.aligned_visits"), (all.*statistic)("single_list.aligned_visits"));
    }
    EXPECT_LE(all.sum("single_list.aligned_visits"), 2 * all.sum("list.aligned_visits"));
    const Turn first = count_work(object, tumbling_turn(distance, 6), WitnessMode::first);
    EXPECT_EQ(first.sum("list.colliding"), all.sum("list.colliding"));
    EXPECT_EQ(first.sum("list.pairs"), first.sum("list.colliding"));
    EXPECT_LE(first.sum("list.overlap_tests"), all.sum("list.overlap_tests"));
  }
}

TEST_P(CountWork, TheChipCountsTheSame) {
  const CollisionObject object =
      CollisionObject::build(scaled_to_unit_cube(make_procedural_mesh(GetParam(), 300)));
  const std::vector<Pose> poses = tumbling_turn(0.8, 4);
  const Turn work = count_work(object, poses, WitnessMode::all);
  const Turn chip = run_chip(preset("paper41"), object, poses, WitnessMode::all);
  EXPECT_EQ(chip.sum("pairs"), work.sum("list.pairs"));
  EXPECT_EQ(chip.sum("triangle_tests"), work.sum("list.triangle_tests"));
  EXPECT_EQ(chip.sum("eq5_cycles"), 80 * chip.sum("lists") + 10 * chip.sum("aligned_pairs"));
  EXPECT_EQ(chip.sum("cache_tests"), chip.sum("triangle_tests"));
}

INSTANTIATE_TEST_SUITE_P(Kinds, CountWork, ::testing::Values("gear", "bolt", "torus-knot", "finned-casting"));

TEST(MeasureHost, EverySoftwareFindsThePairs) {
  const CollisionObject object =
      CollisionObject::build(scaled_to_unit_cube(make_procedural_mesh("gear", 500)));
  const std::vector<Pose> poses = tumbling_turn(0.9, 4);
  const std::vector<TimedSoftware> software = software_of(object);
  const Turn turn = measure_host(software, object, poses, WitnessMode::all, 3);
  for (const TimedSoftware& s : software) {
    EXPECT_GT(turn.mean(s.name), 0) << s.name;
    EXPECT_GE(turn.max(s.name), turn.mean(s.name)) << s.name;
    EXPECT_NEAR(turn.sum(s.name + ".pairs"), turn.sum("list.pairs"), 0.01 * turn.sum("list.pairs")) << s.name;
  }
  EXPECT_GT(turn.mean("set_up"), 0);
}

}  // namespace
}  // namespace collisionchip

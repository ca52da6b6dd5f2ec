#include "collisionchip/testbench/paper/pentium4_run.h"

#include <cmath>
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/files/temporary_folder.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/testbench/paper/claims.h"
#include "collisionchip/testbench/paper/host_info.h"
#include "collisionchip/testbench/paper/host_times.h"
#include "collisionchip/testbench/paper/paper_evaluations.h"
#include "collisionchip/testbench/paper/paper_run.h"
#include "collisionchip/testbench/paper/pentium4_claim.h"
#include "collisionchip/testbench/paper/speed_up.h"
#include "collisionchip/testbench/poses/tumbling_poses.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/run/model_version.h"
#include "collisionchip/testbench/terminal/exit_status.h"
#include "collisionchip/testbench/terminal/rate_progress.h"
#include "collisionchip/testbench/workers/worker_pool.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machine/json_text.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

namespace {

constexpr const char* kSetUp = "set_up";

// One run of a program.
struct CountedRun {
  std::string point;
  std::size_t object;
  std::string program, traversal, mode;
};

class Pentium4Run {
 public:
  Pentium4Run(const PaperPlan& plan, const Meshes& meshes, const Pentium4& host, std::string programs,
              ResultStore& store, HostTimes& counts)
      : plan_(plan),
        meshes_(meshes),
        host_(host),
        programs_(std::move(programs)),
        store_(store),
        counts_(counts),
        results_(plan, points_) {}

  std::vector<Pentium4Row> run() {
    find_peaks();
    run_chips();
    count();
    return rows();
  }

 private:
  Workload turn(std::size_t i, WitnessMode mode, std::size_t d) const {
    const auto& mesh = meshes_[i];
    return make_workload(results_.work_point(plan_.objects[i], mode, d), mesh->name, mesh->name, mesh, mesh,
                         tumbling_turn(results_.distances()[d], plan_.steps), mode == WitnessMode::first);
  }

  void evaluate(const std::string& what, const std::vector<PaperTask>& tasks,
                const std::vector<Workload>& workloads) {
    RateProgress progress(what, tasks.size(), "turns");
    std::size_t done = 0, computed_now = 0;
    evaluate_tasks(
        tasks, workloads, store_, plan_.jobs,
        [&](std::size_t known, std::size_t computed) {
          done += known + computed;
          progress.show(done, computed_now += computed, 0);
        },
        points_);
  }

  void find_peaks() {
    std::vector<PaperTask> tasks;
    std::vector<Workload> workloads;
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
      for (std::size_t d = 0; d < plan_.distances; ++d) {
        const std::string point = results_.work_point(plan_.objects[i], WitnessMode::first, d);
        tasks.push_back({point, "mirror", {}, workloads.size(), "list."});
        workloads.push_back(turn(i, WitnessMode::first, d));
      }
    }
    evaluate("looking for the first peaks", tasks, workloads);
  }

  void run_chips() {
    std::vector<PaperTask> tasks;
    std::vector<Workload> workloads;
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
      const std::size_t d = results_.peak(plan_.objects[i]);
      for (const WitnessMode mode : witness_modes()) {
        for (const std::string& name : plan_.presets)
          tasks.push_back({results_.chip_point(plan_.objects[i], name, mode, d), kChipEngine, preset(name),
                           workloads.size(), ""});
        workloads.push_back(turn(i, mode, d));
      }
    }
    evaluate("running the chip", tasks, workloads);
  }

  static std::string build_of(const std::string& program) {
    return program == kScalarProgram ? "scalar" : "vectors";
  }

  std::string point_of(std::size_t i, const std::string& program, const std::string& traversal,
                       const std::string& mode) const {
    return fmt::format("{}/{}/{}/{}", plan_.objects[i].name, build_of(program), traversal, mode);
  }

  std::vector<CountedRun> all_runs() const {
    std::vector<CountedRun> runs;
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
      for (const char* program : {kVectorProgram, kScalarProgram}) {
        runs.push_back({point_of(i, program, kSetUp, "all"), i, program, kSetUp, "all"});
        for (const WitnessMode mode : witness_modes()) {
          for (const char* traversal : kCountedTraversals)
            runs.push_back(
                {point_of(i, program, traversal, name_of(mode)), i, program, traversal, name_of(mode)});
        }
      }
    }
    return runs;
  }

  // Callgrind counts the same whatever else runs, so as many at a time as there are processes.
  void count() {
    const TemporaryFolder folder;
    write_questions(folder.path());
    const std::vector<CountedRun> runs = all_runs();
    WorkerPool pool(
        static_cast<int>(plan_.jobs),
        [&](const std::string& number) {
          return count_one(runs[std::stoull(number)], folder.path(), number);
        },
        0);
    RateProgress progress("counting instructions under valgrind", runs.size(), "runs");
    std::size_t done = 0, computed = 0;
    for (std::size_t next = 0; next < runs.size() || !pool.idle();) {
      progress.show(done, computed, 0);
      if (next < runs.size() && counts_.has(runs[next].point)) {
        ++next, ++done;
      } else if (next < runs.size() && pool.has_room()) {
        pool.submit(next, std::to_string(next));
        ++next;
      } else {
        for (const WorkerPool::Outcome& outcome : pool.wait(1000)) {
          if (!outcome.answered)
            throw WorkerFailure(outcome.status, runs[outcome.id].point + ": " + outcome.text);
          counts_.add(runs[outcome.id].point, Turn::from_json(nlohmann::ordered_json::parse(outcome.text)));
          ++done, ++computed;
        }
      }
    }
  }

  void write_questions(const std::string& folder) const {
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
      const std::string name = folder + "/" + std::to_string(i);
      write_mesh(*meshes_[i], name + ".stl");
      std::string text;
      for (const Pose& pose : turn(i, WitnessMode::all, results_.peak(plan_.objects[i])).poses)
        text += matrix_text(pose) + "\n";
      write_output_file(name + ".txt", text);
    }
  }

  // In a worker.
  std::string count_one(const CountedRun& run, const std::string& folder, const std::string& number) const {
    const std::string mine = folder + "/run" + number, question = folder + "/" + std::to_string(run.object);
    std::filesystem::create_directory(mine);
    const CallgrindRun done = run_callgrind(
        {programs_ + "/" + run.program, question + ".stl", question + ".txt", run.traversal, run.mode},
        "measured_query", host_.caches(), mine);
    unsigned long long pairs = 0, hash = 0;
    if (std::sscanf(done.output.c_str(), "pairs %llu hash %llx", &pairs, &hash) != 2)
      throw std::runtime_error(run.program + ": expected pairs and their hash, got " + done.output);
    Turn turn;
    turn.add("instructions", static_cast<double>(done.counts.instructions));
    turn.add("d1_misses", static_cast<double>(done.counts.d1_misses));
    turn.add("l2_misses", static_cast<double>(done.counts.l2_misses));
    turn.add("pairs", static_cast<double>(pairs));
    turn.add("hash", static_cast<double>(hash >> 12));  // as much as a double holds
    return json_text(turn.to_json());
  }

  CallgrindCounts counted(const std::string& point) const {
    const Turn& turn = counts_.points().at(point);
    const auto number = [&](const char* name) { return static_cast<std::uint64_t>(turn.sum(name)); };
    return {number("instructions"), number("d1_misses"), number("l2_misses")};
  }

  // Without the set-up of the pose, as Figure 13 compares them.
  CallgrindCounts of_traversal(const CountedRun& run) const {
    const CallgrindCounts all = counted(run.point),
                          set_up = counted(point_of(run.object, run.program, kSetUp, "all"));
    const auto rest = [](std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; };
    return {rest(all.instructions, set_up.instructions), rest(all.d1_misses, set_up.d1_misses),
            rest(all.l2_misses, set_up.l2_misses)};
  }

  // The programs must have found what the chip found; both of them the very same.
  void check(const CountedRun& run, double pairs) const {
    const Turn& turn = counts_.points().at(run.point);
    const std::string other = point_of(run.object, kVectorProgram, run.traversal, run.mode);
    if (turn.sum("pairs") == pairs && turn.sum("hash") == counts_.points().at(other).sum("hash")) return;
    throw Disagreement(fmt::format("models disagree: {}: {} pairs, the chip has {}, {} has {}", run.point,
                                   turn.sum("pairs"), pairs, other, counts_.points().at(other).sum("pairs")));
  }

  std::vector<Pentium4Row> rows() const {
    std::vector<Pentium4Row> rows;
    for (const CountedRun& run : all_runs()) {
      if (run.traversal == kSetUp) continue;
      const PaperObject& object = plan_.objects[run.object];
      const std::size_t d = results_.peak(object);
      const WitnessMode mode = run.mode == "all" ? WitnessMode::all : WitnessMode::first;
      Pentium4Row row{object.name,
                      run.mode,
                      run.traversal,
                      build_of(run.program),
                      results_.distances()[d],
                      plan_.steps,
                      of_traversal(run),
                      {},
                      {}};
      row.host_ms = host_.time(row.counts);
      row.waiting = host_.waiting(row.counts);
      for (const std::string& name : plan_.presets) {
        const Turn& chip = results_.chip(object, name, mode, d);
        check(run, chip.sum("pairs"));
        row.chip_ms[name] = 1e-3 * chip_microseconds(chip.sum("cycles"));
      }
      rows.push_back(std::move(row));
    }
    return rows;
  }

  const PaperPlan& plan_;
  const Meshes& meshes_;
  const Pentium4& host_;
  const std::string programs_;
  ResultStore& store_;
  HostTimes& counts_;
  std::map<std::string, Turn> points_;
  const PaperResults results_;
};

}  // namespace

const std::vector<std::string>& pentium4_files() {
  static const std::vector<std::string> names = {kPaperStore, kPentium4Counts, "host/pentium4.json",
                                                 "host/pentium4.csv"};
  return names;
}

std::string lacks_for_pentium4(const std::string& programs) {
  for (const char* program : {kVectorProgram, kScalarProgram}) {
    if (!std::filesystem::exists(programs + "/" + program))
      return fmt::format(
          "{} in the folder of this program, got none (cmake --build {} --target pentium4_programs)", program,
          programs);
  }
  if (valgrind_version().empty()) return "valgrind, got none (Debian: apt-get install valgrind)";
  return "";
}

std::string run_pentium4(PaperPlan plan, const Pentium4& host, const std::string& programs,
                         const std::string& folder) {
  const Meshes meshes = make_meshes(plan);
  const nlohmann::ordered_json run = describe(plan, meshes);
  nlohmann::ordered_json identity = run;
  for (const char* program : {kVectorProgram, kScalarProgram})
    identity["programs"][program] = file_hash(programs + "/" + program);
  identity["valgrind"] = valgrind_version();
  identity["caches"] = {host.caches().i1.text(), host.caches().d1.text(), host.caches().l2.text()};
  OwnFolder own = lock_paper_folder(folder, pentium4_files());
  HostTimes counts(folder + "/" + kPentium4Counts, identity);
  ResultStore store(folder + "/" + kPaperStore, model_version());
  const std::vector<Pentium4Row> rows = Pentium4Run(plan, meshes, host, programs, store, counts).run();
  const std::vector<Claim> claims = {pentium4_claim(rows), waiting_claim(rows)};
  write_table_set({pentium4_table(rows)}, claims, true, {{"run", identity}, {"assumptions", host.describe()}},
                  folder + "/host", "pentium4.json");
  own.seal();
  return host.text() + to_text(rows) + summary(claims);
}

}  // namespace collisionchip

#include "collisionchip/testbench/paper/paper_run.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/paper/claims.h"
#include "collisionchip/testbench/paper/draw_figures.h"
#include "collisionchip/testbench/paper/host_info.h"
#include "collisionchip/testbench/paper/host_times.h"
#include "collisionchip/testbench/paper/measure_host.h"
#include "collisionchip/testbench/paper/paper_evaluations.h"
#include "collisionchip/testbench/paper/paper_results.h"
#include "collisionchip/testbench/paper/paper_tables.h"
#include "collisionchip/testbench/paper/pentium4_run.h"
#include "collisionchip/testbench/paper/turned_verdicts.h"
#include "collisionchip/testbench/poses/tumbling_poses.h"
#include "collisionchip/testbench/run/model_version.h"
#include "collisionchip/testbench/terminal/rate_progress.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

namespace {

class PaperRun {
 public:
  PaperRun(const PaperPlan& plan, const Meshes& meshes, ResultStore& store, HostTimes& times)
      : plan_(plan),
        meshes_(meshes),
        store_(store),
        times_(times),
        results_(plan, points_),
        progress_("points", tasks_in_all()) {
    for (const double distance : results_.distances()) poses_.push_back(tumbling_turn(distance, plan.steps));
    for_each_turn([&](std::size_t i, WitnessMode mode, std::size_t d) {
      turns_.push_back(against_its_copy(results_.work_point(plan_.objects[i], mode, d), meshes_[i], mode, d));
    });
  }

  const PaperResults& run() {
    count_work_everywhere();
    count_work_at_resolutions();
    run_chips();
    measure_the_host();
    return results_;
  }

 private:
  std::size_t tasks_in_all() const {
    const std::size_t modes = witness_modes().size(), objects = plan_.objects.size();
    const std::size_t of_a_turn = traversals().size() + plan_.presets.size() + 1;  // the host
    std::size_t tasks = objects * modes * plan_.distances * of_a_turn + objects;
    for (const PaperObject& object : plan_.objects)
      tasks += modes * resolutions_of(plan_, object).size() * traversals().size();
    return tasks;
  }

  void show(std::size_t known, std::size_t computed) {
    done_ += known + computed;
    progress_.show(done_, computed_ += computed, 0);
  }

  void evaluate(const std::string& what, const std::vector<PaperTask>& tasks,
                const std::vector<Workload>& workloads) {
    progress_.now_doing(what);
    const auto finished = [this](std::size_t known, std::size_t computed) { show(known, computed); };
    evaluate_tasks(tasks, workloads, store_, plan_.jobs, finished, points_);
  }

  // Nearest first, so that the longest turns do not come last. turns_ has the same order.
  template <typename Function>
  void for_each_turn(Function&& function) const {
    for (std::size_t d = plan_.distances; d-- > 0;) {
      for (std::size_t i = 0; i < meshes_.size(); ++i) {
        for (const WitnessMode mode : witness_modes()) function(i, mode, d);
      }
    }
  }

  Workload against_its_copy(const std::string& point, const std::shared_ptr<const Mesh>& mesh,
                            WitnessMode mode, std::size_t d) const {
    return make_workload(point, mesh->name, mesh->name, mesh, mesh, poses_[d], mode == WitnessMode::first);
  }

  static void add_traversals(std::vector<PaperTask>& tasks, const std::string& point, std::size_t workload) {
    for (const Software& software : traversals())
      tasks.push_back({point, software.kind->name, {}, workload, software.name + "."});
  }

  void count_work_everywhere() {
    std::vector<PaperTask> tasks;
    for (std::size_t turn = 0; turn < turns_.size(); ++turn) add_traversals(tasks, turns_[turn].name, turn);
    evaluate("counting work", tasks, turns_);
  }

  void count_work_at_resolutions() {
    std::vector<PaperTask> tasks;
    std::vector<Workload> workloads;
    for (const PaperObject& object : plan_.objects) {
      const std::size_t peak = results_.peak(object);
      for (const std::uint32_t triangles : resolutions_of(plan_, object)) {
        const auto mesh = std::make_shared<const Mesh>(paper_mesh(plan_, object, triangles));
        for (const WitnessMode mode : witness_modes()) {
          const std::string point = results_.scaling_point(object, triangles, mode);
          add_traversals(tasks, point, workloads.size());
          workloads.push_back(against_its_copy(point, mesh, mode, peak));
        }
      }
    }
    evaluate("counting work by polygons", tasks, workloads);
  }

  void run_chips() {
    std::vector<PaperTask> tasks;
    for (const std::string& name : plan_.presets) {
      std::size_t turn = 0;
      for_each_turn([&](std::size_t i, WitnessMode mode, std::size_t d) {
        tasks.push_back(
            {results_.chip_point(plan_.objects[i], name, mode, d), kChipEngine, preset(name), turn++, ""});
      });
    }
    std::size_t turn = 0;
    for_each_turn([&](std::size_t i, WitnessMode mode, std::size_t d) {
      const PaperObject& object = plan_.objects[i];
      if (mode == WitnessMode::all && d == results_.peak(object))
        tasks.push_back(
            {results_.chip_point(object, kEq5Preset, mode, d), kChipEngine, preset(kEq5Preset), turn, ""});
      ++turn;
    });
    evaluate("running the chip", tasks, turns_);
  }

  // One at a time: two would share the memory's bandwidth.
  void measure_the_host() {
    progress_.now_doing("timing software on this host");
    std::vector<CollisionObject> objects;
    objects.reserve(meshes_.size());
    for (const auto& mesh : meshes_) objects.push_back(CollisionObject::build(*mesh));
    for_each_turn([&](std::size_t i, WitnessMode mode, std::size_t d) {
      const std::string point = results_.host_point(plan_.objects[i], mode, d);
      const bool known = times_.has(point);
      if (!known) {
        const double before = load_average();
        Turn turn = measure_host(software_of(objects[i]), objects[i], poses_[d], mode, plan_.timing_repeats);
        turn.add("load_before", before);
        turn.add("load_after", load_average());
        times_.add(point, turn);
      }
      points_[point] = times_.points().at(point);
      show(known ? 1 : 0, known ? 0 : 1);
    });
  }

  const PaperPlan& plan_;
  const Meshes& meshes_;
  ResultStore& store_;
  HostTimes& times_;
  std::map<std::string, Turn> points_;
  const PaperResults results_;
  std::vector<std::vector<Pose>> poses_;  // by distance
  std::vector<Workload> turns_;
  RateProgress progress_;
  std::size_t done_ = 0, computed_ = 0;
};

// Over the points that were timed, in this run or before it was stopped.
nlohmann::ordered_json load_of(const HostTimes& times) {
  double before = 0, after = 0, largest = 0;
  for (const auto& [point, turn] : times.points()) {
    before += turn.sum("load_before");
    after += turn.sum("load_after");
    largest = std::max({largest, turn.max("load_before"), turn.max("load_after")});
  }
  const double points = std::max(1.0, static_cast<double>(times.points().size()));
  return {{"before", before / points}, {"after", after / points}, {"largest", largest}};
}

constexpr const char* kPaperLock = "paper.lock";

std::vector<std::string> of_each_figure(const std::string& before, const std::string& after) {
  std::vector<std::string> names;
  for (const char* figure : {"figure01", "figure09", "figure10", "figure11", "figure12", "figure13", "eq5"})
    names.push_back(before + figure + after);
  return names;
}

std::vector<std::string> drawings() {  // by plot_paper.py
  return of_each_figure("figures/", ".svg");
}

// All that a run writes into the folder, or leads to.
std::vector<std::string> paper_files() {
  std::vector<std::string> all = {kPaperStore, kPaperTimes, "paper.json",
                                  "claims.md", kPlotName,   "host/host.json"};
  for (const auto& more : {of_each_figure("", ".csv"), of_each_figure("host/", ".csv"), drawings()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

FolderKind kind_of_papers() {
  FolderKind kind{"paper", paper_files(), {"host", "figures"}, kPaperLock, {}};
  kind.names.insert(kind.names.end(), pentium4_files().begin(), pentium4_files().end());
  kind.growing = drawings();
  kind.growing.insert(kind.growing.end(), {kPaperStore, kPaperTimes, kPentium4Counts});
  kind.earlier = [names = kind.all()](const std::string& directory) {
    const bool is_of_us = std::filesystem::exists(directory + "/" + kPaperLock) &&
                          is_result_store(directory + "/" + kPaperStore);
    return is_of_us ? names : std::vector<std::string>();
  };
  return kind;
}

}  // namespace

OwnFolder lock_paper_folder(const std::string& folder, const std::vector<std::string>& names) {
  if (std::filesystem::exists(folder + "/" + kEarlierPoints))
    throw InputError(folder + "/" + kEarlierPoints +
                     ": an earlier version wrote this folder; give another --out, or remove the folder");
  OwnFolder own(folder, kind_of_papers());
  own.lock();
  own.ask(model_version() + "\npaper\n", names);
  make_folder(folder + "/host");
  return own;
}

std::string run_paper(PaperPlan plan, const std::string& folder, const std::vector<std::string>& beside) {
  std::vector<Claim> none;
  for (const std::string& other : beside) note_turned_verdicts(none, other);  // refused before anything runs
  const Meshes meshes = make_meshes(plan);
  const nlohmann::ordered_json run = describe(plan, meshes);
  nlohmann::ordered_json host = describe_host();
  nlohmann::ordered_json identity = run;
  identity["host"] = host;
  OwnFolder own = lock_paper_folder(folder, paper_files());
  HostTimes times(folder + "/" + kPaperTimes, identity);
  ResultStore store(folder + "/" + kPaperStore, model_version());
  PaperRun paper(plan, meshes, store, times);
  const PaperResults& results = paper.run();
  std::vector<Claim> claims = evaluate_claims(results, host.at("cpu").get<std::string>());
  for (const std::string& other : beside) note_turned_verdicts(claims, other);
  host["load"] = load_of(times);
  write_tables(results, claims, run, host, folder);
  write_plot_script(folder);
  own.seal();
  return summary(claims) + "\n" + load_text(host.at("load")) + "\n";
}

}  // namespace collisionchip

#include "collisionchip/testbench/paper/paper_run.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/testbench/paper/claims.h"
#include "collisionchip/testbench/paper/host_info.h"
#include "collisionchip/testbench/paper/paper_results.h"
#include "collisionchip/testbench/paper/paper_tables.h"
#include "collisionchip/testbench/paper/point_pool.h"
#include "collisionchip/testbench/poses/tumbling_poses.h"
#include "collisionchip/testbench/terminal/rate_progress.h"

namespace collisionchip {

namespace {

class PaperRun {
 public:
  PaperRun(const PaperPlan& plan, const std::vector<CollisionObject>& objects, PointStore& store)
      : plan_(plan),
        objects_(objects),
        store_(store),
        results_(plan, store.points()),
        progress_("points", points_in_all()) {
    for (const double distance : results_.distances()) poses_.push_back(tumbling_turn(distance, plan.steps));
  }

  void run() {
    count_work_everywhere();
    count_work_at_resolutions();
    run_chips();
    measure_the_host();
  }

 private:
  using Tasks = std::vector<PointTask>;

  std::size_t points_in_all() const {
    const std::size_t modes = witness_modes().size(), objects = plan_.objects.size();
    std::size_t points = objects * modes * plan_.distances * (2 + plan_.presets.size()) + objects;
    for (const PaperObject& object : plan_.objects) points += modes * resolutions_of(plan_, object).size();
    return points;
  }

  void compute(const std::string& what, const Tasks& tasks, unsigned jobs) {
    progress_.now_doing(what);
    for (const PointTask& task : tasks) found_ += store_.has(task.point) ? 1 : 0;
    compute_points(tasks, store_, jobs, [this](std::size_t points) {
      computed_ += points;
      progress_.show(found_ + computed_, computed_, 0);
    });
  }

  // Nearest first: the longest points are then not left for the end.
  template <typename Function>
  void for_each_turn(Function&& function) const {
    for (std::size_t d = plan_.distances; d-- > 0;) {
      for (std::size_t i = 0; i < objects_.size(); ++i) {
        for (const WitnessMode mode : witness_modes()) function(i, mode, d);
      }
    }
  }

  void count_work_everywhere() {
    Tasks tasks;
    for_each_turn([&](std::size_t i, WitnessMode mode, std::size_t d) {
      tasks.push_back({results_.work_point(plan_.objects[i], mode, d),
                       [this, i, mode, d] { return count_work(objects_[i], poses_[d], mode); }});
    });
    compute("counting work", tasks, plan_.jobs);
  }

  void count_work_at_resolutions() {
    Tasks tasks;
    for (const PaperObject& object : plan_.objects) {
      const std::size_t peak = results_.peak(object);
      for (const std::uint32_t triangles : resolutions_of(plan_, object)) {
        for (const WitnessMode mode : witness_modes()) {
          tasks.push_back({results_.scaling_point(object, triangles, mode), [=, this_run = this, &object] {
                             const Mesh mesh = paper_mesh(this_run->plan_, object, triangles);
                             return count_work(CollisionObject::build(mesh), this_run->poses_[peak], mode);
                           }});
        }
      }
    }
    compute("counting work by polygons", tasks, plan_.jobs);
  }

  void run_chips() {
    Tasks tasks;
    const auto add = [&](const std::string& name, std::size_t i, WitnessMode mode, std::size_t d) {
      tasks.push_back({results_.chip_point(plan_.objects[i], name, mode, d), [this, name, i, mode, d] {
                         return run_chip(preset(name), objects_[i], poses_[d], mode);
                       }});
    };
    for (const std::string& name : plan_.presets) {
      for_each_turn([&](std::size_t i, WitnessMode mode, std::size_t d) { add(name, i, mode, d); });
    }
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      add(kEq5Preset, i, WitnessMode::all, results_.peak(plan_.objects[i]));
    }
    compute("running the chip", tasks, plan_.jobs);
  }

  // One at a time: two would share the memory's bandwidth.
  void measure_the_host() {
    Tasks tasks;
    for_each_turn([&](std::size_t i, WitnessMode mode, std::size_t d) {
      tasks.push_back({results_.host_point(plan_.objects[i], mode, d), [this, i, mode, d] {
                         return measure_host(software_of(objects_[i]), objects_[i], poses_[d], mode,
                                             plan_.timing_repeats);
                       }});
    });
    compute("timing software on this host", tasks, 1);
  }

  const PaperPlan& plan_;
  const std::vector<CollisionObject>& objects_;
  PointStore& store_;
  const PaperResults results_;
  std::vector<std::vector<Pose>> poses_;  // by distance
  RateProgress progress_;
  std::size_t found_ = 0, computed_ = 0;
};

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw InputError(folder + ": expected a folder that can be made: " + error.message());
}

}  // namespace

std::string run_paper(PaperPlan plan, const std::string& folder) {
  std::vector<Mesh> meshes;
  for (PaperObject& object : plan.objects) {
    meshes.push_back(paper_mesh(plan, object, object.triangles));
    object.triangles = meshes.back().triangle_count();
    for (const std::string& name : plan.presets)
      check_capacity(preset(name), object.triangles, object.triangles);
  }
  const nlohmann::ordered_json run = describe(plan, meshes), host = describe_host();
  nlohmann::ordered_json identity = run;
  identity["host"] = host;
  make_folder(folder);
  PointStore store(folder + "/points.jsonl", identity);
  std::vector<CollisionObject> objects;
  for (const Mesh& mesh : meshes) objects.push_back(CollisionObject::build(mesh));
  PaperRun(plan, objects, store).run();
  const PaperResults results(plan, store.points());
  const std::vector<Claim> claims = evaluate_claims(results, host.at("cpu").get<std::string>());
  write_tables(results, claims, run, host, folder);
  return summary(claims);
}

}  // namespace collisionchip

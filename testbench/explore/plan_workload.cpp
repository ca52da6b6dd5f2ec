#include "collisionchip/testbench/explore/plan_workload.h"

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/poses/motion.h"
#include "collisionchip/testbench/poses/tumbling_poses.h"
#include "collisionchip/testbench/sources/object_source.h"
#include "collisionchip/tlm/config/toml_table.h"

namespace collisionchip {

namespace {

class WorkloadReader {
 public:
  WorkloadReader(const std::string& file, const Toml& table, std::size_t number)
      : table_(file, table, "workload") {
    plan_.where = table_.where();
    plan_.name = fmt::format("workload{}", number);
  }

  WorkloadPlan read() {
    plan_.name = table_.text("name", plan_.name);
    if (const Toml* scene = table_.take("scene")) {
      read_scene(*scene);
      return plan_;
    }
    const Toml* tumbling = table_.take("tumbling");
    const Toml* motion = table_.take("motion");
    plan_.a = read_object_source(table_, "a");
    plan_.b = tumbling != nullptr && !table_.has("b") ? plan_.a : read_object_source(table_, "b");
    if (motion != nullptr) {
      read_motion(*motion, tumbling);
    } else if (tumbling != nullptr) {
      read_tumbling(*tumbling);
    } else {
      read_poses(table_.required("poses", "a pose file, or a list of poses"));
    }
    plan_.first_witness = table_.boolean("first", plan_.contact.has_value());
    if (plan_.contact && !plan_.first_witness)
      table_.refuse(*table_.take("first"), "first", "true, for a time of contact needs no more");
    table_.refuse_the_rest();
    return plan_;
  }

 private:
  // A file, or the built-in kind.
  void read_scene(const Toml& value) {
    for (const char* other : {"a", "b", "poses", "tumbling", "motion", "first"}) {
      if (const Toml* member = table_.take(other))
        table_.refuse(*member, other, "no such member with scene, which has its own objects and motions");
    }
    table_.refuse_the_rest();
    if (value.is_string()) {
      const std::string file = beside(table_.file(), value.as_string().str);
      refuse_missing(table_, value, "scene", file);
      plan_.scene = load_scene_plan(file);
    } else if (value.is_table()) {
      TomlTable table(table_.file(), value, "workload.scene");
      plan_.scene = read_inline_scene(table);
    } else {
      table_.expected(value, "scene", "a scene file, or { kind = \"rain\", frames = N }");
    }
  }

  void read_poses(const Toml& poses) {
    if (poses.is_string()) {
      const std::string file = beside(table_.file(), poses.as_string().str);
      refuse_missing(table_, poses, "poses", file);
      plan_.poses = collisionchip::read_poses(file);
      return;
    }
    if (!poses.is_array()) table_.expected(poses, "poses", "a pose file, or a list of poses");
    if (poses.as_array().empty()) table_.refuse(poses, "poses", "at least one pose", ", got an empty list");
    for (const Toml& pose : poses.as_array()) plan_.poses.push_back(read_pose(table_, pose, "poses"));
  }

  static Pose read_pose(const TomlTable& table, const Toml& pose, const std::string& member) {
    if (!pose.is_string()) table.expected(pose, member, "seven or twelve numbers in quotes");
    return parse_pose(pose.as_string().str, table.place_of(pose, member));
  }

  // A way from one pose to another: the time of contact on it, or small steps along it.
  void read_motion(const Toml& value, const Toml* tumbling) {
    for (const Toml* other : {tumbling, table_.take("poses")}) {
      if (other != nullptr) table_.refuse(*other, "motion", "one of poses, tumbling and motion", ", got two");
    }
    TomlTable table(table_.file(), value, "workload.motion");
    const Pose from = read_pose(table, table.required("from", "a pose"), "from");
    const Pose to = read_pose(table, table.required("to", "a pose"), "to");
    const auto halvings = static_cast<unsigned>(table.number("toc", 1, 60, 0));
    const auto steps = static_cast<unsigned>(table.number("haptic", 1, 1'000'000, 0));
    table.refuse_the_rest();
    if ((halvings > 0) == (steps > 0))
      table_.refuse(value, "motion", "toc, a number of halvings, or haptic, a number of steps");
    plan_.haptic = steps > 0;
    const Place where = table_.place_of(value, "motion");
    const Motion motion(from, to, where);
    if (plan_.haptic) {
      plan_.poses = motion.after_each_of(steps);
    } else {
      plan_.contact = {from, to, halvings, where};
    }
  }

  // The paper's procedure: one full turn at each distance (testbench/poses/tumbling_poses.h).
  void read_tumbling(const Toml& value) {
    if (const Toml* poses = table_.take("poses"))
      table_.refuse(*poses, "poses", "either poses or tumbling", ", got both");
    TomlTable table(table_.file(), value, "workload.tumbling");
    const Toml& distances = table.required("distances", "a list of distances of the box centres");
    const auto steps = static_cast<std::uint32_t>(table.number("steps", 2, 1'000'000, 60));
    if (steps % 2 != 0)
      table.refuse(*table.take("steps"), "steps", "an even number", fmt::format(", got {}", steps));
    table.refuse_the_rest();
    if (!distances.is_array())
      table.expected(distances, "distances", "a list of distances of the box centres");
    if (distances.as_array().empty())
      table.refuse(distances, "distances", "at least one distance", ", got an empty list");
    for (const Toml& entry : distances.as_array()) {
      const double distance = entry.is_integer()    ? static_cast<double>(entry.as_integer())
                              : entry.is_floating() ? entry.as_floating()
                                                    : -1;
      if (!(distance >= 0 && distance <= 1000)) table.expected(entry, "distances", "a number in 0..1000");
      const std::vector<Pose> turn = tumbling_turn(distance, steps);
      plan_.poses.insert(plan_.poses.end(), turn.begin(), turn.end());
    }
    plan_.a.unit_cube = plan_.b.unit_cube = true;
  }

  TomlTable table_;
  WorkloadPlan plan_;
};

}  // namespace

std::vector<WorkloadPlan> read_workload_plans(const std::string& path, const Toml& workloads) {
  if (!workloads.is_array() || workloads.as_array().empty()) {
    throw InputError(at_line(path, workloads).part("workload"), "at least one [[workload]]");
  }
  std::vector<WorkloadPlan> plans;
  for (const Toml& table : workloads.as_array()) {
    WorkloadPlan plan = WorkloadReader(path, table, plans.size()).read();
    for (const WorkloadPlan& other : plans) {
      if (other.name == plan.name)
        throw InputError(
            plan.where.part("workload.name"),
            fmt::format("another name than '{}', which the workload before has", excerpt(plan.name)));
    }
    plans.push_back(std::move(plan));
  }
  return plans;
}

}  // namespace collisionchip

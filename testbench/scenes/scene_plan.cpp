#include "collisionchip/testbench/scenes/scene_plan.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/scenes/rain.h"

namespace collisionchip {

namespace {

bool is_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return c >= ' ' && c != 0x7f && c != ',' && c != '"';
  });
}

// One [[object]].
class ObjectReader {
 public:
  ObjectReader(const std::string& file, const Toml& table, std::uint64_t frames)
      : table_(file, table, "object"), frames_(frames) {}

  SceneObject read() {
    SceneObject object;
    const Toml& name = table_.required("name", "text in quotes, a name of its own");
    object.name = table_.text("name", "");
    if (!is_name(object.name)) table_.expected(name, "name", "text without comma and quote");
    object.source = read_object_source(table_, "mesh");
    object.path = read_path();
    table_.refuse_the_rest();
    return object;
  }

 private:
  ObjectPath read_path() {
    const Toml *poses = table_.take("poses"), *pose = table_.take("pose");
    const Toml *velocity = table_.take("velocity"), *turn = table_.take("angular_velocity");
    ObjectPath path;
    if (poses != nullptr) {
      for (const auto& [other, member] :
           {std::pair{pose, "pose"}, std::pair{velocity, "velocity"}, std::pair{turn, "angular_velocity"}}) {
        if (other != nullptr) table_.refuse(*other, member, "either poses or a motion", ", got both");
      }
      path.poses = read_pose_file(*poses);
      return path;
    }
    if (pose != nullptr) path.motion.start = read_start(*pose);
    path.motion.velocity = table_.triple("velocity");
    if (velocity != nullptr) refuse_far(path, *velocity, "velocity");
    path.motion.angular_velocity = table_.triple("angular_velocity");
    if (turn != nullptr) refuse_far(path, *turn, "angular_velocity");
    return path;
  }

  // Without walls the last frame is the farthest.
  void refuse_far(const ObjectPath& path, const Toml& value, const char* member) const {
    try {
      path.at(frames_ - 1);
    } catch (const InputError&) {
      table_.refuse(value, member, "positions in the range of float32",
                    fmt::format(", got others in frame {}", frames_ - 1));
    }
  }

  DoublePose read_start(const Toml& pose) const {
    if (!pose.is_string()) table_.expected(pose, "pose", "seven or twelve numbers in quotes");
    return parse_double_pose(pose.as_string().str, table_.place_of(pose, "pose"));
  }

  std::vector<DoublePose> read_pose_file(const Toml& value) const {
    if (!value.is_string()) table_.expected(value, "poses", "a pose file");
    const std::string file = beside(table_.file(), value.as_string().str);
    refuse_missing(table_, value, "poses", file);
    std::vector<DoublePose> poses = read_double_poses(file);
    if (poses.size() != frames_)
      table_.refuse(value, "poses", fmt::format("a pose for each of {} frames", frames_),
                    fmt::format(", got {}", poses.size()));
    return poses;
  }

  TomlTable table_;
  const std::uint64_t frames_;
};

void read_frames(TomlTable& table, ScenePlan& plan) {
  table.required("frames", "a number of frames");
  plan.frames = table.number("frames", 1, kMostFrames, 0);
  plan.deadline_us = table.number("deadline_us", 1, 1'000'000, plan.deadline_us);
}

// The rest of a table.
std::vector<SceneObject> read_kind(TomlTable& table) {
  const Toml& kind = table.required("kind", "'rain'");
  if (!kind.is_string() || kind.as_string().str != "rain") table.expected(kind, "kind", "'rain'");
  const Rain rain = read_rain(table);
  table.refuse_the_rest();
  return make_rain(rain);
}

class SceneReader {
 public:
  explicit SceneReader(const std::string& path)
      : root_(parse_toml(path, "a scene")), table_(path, root_, "") {
    plan_.file = path;
  }

  ScenePlan read() {
    plan_.chip = read_chip_source(table_, "chip");
    read_frames(table_, plan_);
    const Toml *scene = table_.take("scene"), *objects = table_.take("object");
    table_.refuse_the_rest();
    if (scene != nullptr) plan_.objects = read_built_in(*scene);
    if (objects != nullptr) read_objects(*objects);
    if (plan_.objects.size() < 2)
      throw InputError(Place::in(plan_.file).part("object"), "at least two [[object]], or a [scene]");
    return std::move(plan_);
  }

 private:
  std::vector<SceneObject> read_built_in(const Toml& scene) const {
    TomlTable table(plan_.file, scene, "scene");
    return read_kind(table);
  }

  void read_objects(const Toml& objects) {
    if (!objects.is_array()) table_.expected(objects, "object", "[[object]]");
    std::set<std::string> names;
    for (const SceneObject& object : plan_.objects) names.insert(object.name);
    for (const Toml& table : objects.as_array()) {
      SceneObject object = ObjectReader(plan_.file, table, plan_.frames).read();
      if (!names.insert(object.name).second)
        table_.refuse(
            table, "object.name",
            fmt::format("another name than '{}', which an object before has", excerpt(object.name)));
      plan_.objects.push_back(std::move(object));
    }
    if (plan_.objects.size() > kMostSceneObjects)
      table_.refuse(objects, "object", fmt::format("at most {} objects", kMostSceneObjects),
                    fmt::format(", got {}", plan_.objects.size()));
  }

  Toml root_;
  TomlTable table_;
  ScenePlan plan_;
};

}  // namespace

ScenePlan load_scene_plan(const std::string& path) {
  return SceneReader(path).read();
}

ScenePlan read_inline_scene(TomlTable& table) {
  ScenePlan plan;
  plan.file = table.file();
  read_frames(table, plan);
  plan.objects = read_kind(table);
  return plan;
}

}  // namespace collisionchip

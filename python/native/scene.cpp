// Scenes: parts that move, asked of software or of a chip.
#include <pybind11/stl.h>

#include <mutex>
#include <shared_mutex>
#include <variant>

#include "arrays.h"
#include "bindings.h"
#include "scene_answer.h"

namespace collisionchip::python {

namespace py = pybind11;

namespace {

// By its number or its name.
using PartName = std::variant<api::Scene::Part, std::string>;

// A scene that threads of Python may ask and change at any time. A change waits until running questions are answered. No thread holds
// Python's lock while it waits.
class SharedScene {
 public:
  explicit SharedScene(api::Scene scene = {}) : scene_(std::move(scene)) { name_parts(); }

  // The caller must not hold Python's lock.
  template <typename Work>
  auto ask(const Work& work) const {
    const std::shared_lock<std::shared_mutex> lock(mutex_);
    return work(scene_);
  }
  template <typename Work>
  auto asking(const Work& work) const {
    const py::gil_scoped_release others_go_on;
    return ask(work);
  }
  template <typename Work>
  auto changing(const Work& work) {
    const py::gil_scoped_release others_go_on;
    const std::unique_lock<std::shared_mutex> lock(mutex_);
    return work(scene_);
  }

  api::Scene::Part add(const api::Shape& shape, const api::WorldPose& pose, const std::string& name,
                       bool is_fixed) {
    return changing([&](api::Scene& scene) {
      const api::Scene::Part part =
          scene.add(shape, pose, name, is_fixed ? api::Scene::fixed : api::Scene::movable_part);
      name_parts();
      return part;
    });
  }

  api::Scene::Part part(const PartName& given) const {
    if (const auto* number = std::get_if<api::Scene::Part>(&given)) return *number;
    return asking([&](const api::Scene& scene) { return scene.find(std::get<std::string>(given)); });
  }
  // Who asks or changes it has the lock.
  const SceneAnswer::Names& names() const { return names_; }

 private:
  void name_parts() {
    auto names = std::make_shared<std::vector<std::string>>();
    const std::vector<api::Scene::Part> parts = scene_.parts();
    const std::size_t count = parts.empty() ? 0 : parts.back() + std::size_t{1};
    for (std::size_t part = 0; part < count; ++part)
      names->push_back(scene_.name(static_cast<api::Scene::Part>(part)));
    names_ = std::move(names);
  }

  mutable std::shared_mutex mutex_;
  api::Scene scene_;
  SceneAnswer::Names names_;  // of all parts that there were
};

// None: software. A Machine has an engine.
api::Engine engine_of(const py::object& given) {
  static const api::Engine software = api::Engine::reference();
  if (given.is_none()) return software;
  if (py::hasattr(given, "_engine")) return given.attr("_engine").cast<api::Engine>();
  if (py::isinstance<api::Engine>(given)) return given.cast<api::Engine>();
  throw py::type_error("engine: expected a Machine, an Engine or None, got " +
                       py::str(py::type::of(given).attr("__name__")).cast<std::string>());
}

api::WorldPose pose_from(const py::object& pose, const std::string& quaternion) {
  if (pose.is_none()) return {};
  const WorldPoses poses = world_poses_from(pose, quaternion, "pose");
  if (!poses.shape.empty())
    throw py::value_error("pose: expected one, got " + std::to_string(poses.poses.size()));
  return poses.poses.front();
}

// (parts, ...) or (frames, parts, ...).
std::vector<api::Scene::Frame> frames_from(const py::object& given, std::size_t dimensions,
                                           const std::string& quaternion, const std::string& name) {
  const WorldPoses poses = world_poses_from(given, quaternion, name);
  if (poses.shape.size() != dimensions)
    throw py::value_error(name + ": expected shape (" + (dimensions == 2 ? "frames, " : "") +
                          "parts, ...) with poses of (7,), (12,), (3, 4) or (4, 4)");
  const std::size_t frames = dimensions == 2 ? poses.shape[0] : 1, parts = poses.shape.back();
  std::vector<api::Scene::Frame> all;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    const auto begin = poses.poses.begin() + static_cast<py::ssize_t>(frame * parts);
    all.emplace_back(begin, begin + static_cast<py::ssize_t>(parts));
  }
  return all;
}

void put(const api::WorldPose& pose, double*& at) {
  for (std::size_t row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) *at++ = pose.r[row][column];
    *at++ = pose.t[static_cast<int>(row)];
  }
}

py::array_t<double> matrix_of(const api::WorldPose& pose) {
  auto matrix = rows_of<double>(3, 4);
  double* at = matrix.mutable_data();
  put(pose, at);
  return matrix;
}

SceneAnswer collide_scene(const SharedScene& scene, const py::object& engine, const py::object& frames,
                          const std::string& quaternion, bool any, bool first, std::size_t limit, bool check,
                          bool statistics, unsigned jobs) {
  const api::Engine asked = engine_of(engine);
  const api::SceneRequest request({first ? 1 : limit, check, statistics}, any);
  if (frames.is_none()) {
    return scene.asking([&](const api::Scene& one) {
      std::vector<api::SceneResult> results;
      results.push_back(one.collide(asked, request));
      return SceneAnswer(std::move(results), true, scene.names());
    });
  }
  const std::vector<api::Scene::Frame> all = frames_from(frames, 2, quaternion, "frames");
  return interruptible([&](const std::function<bool()>& stop) {
    return scene.ask([&](const api::Scene& one) {
      return SceneAnswer(one.collide(asked, all, request, {jobs, stop}), false, scene.names());
    });
  });
}

const char* const kSceneText = R"(Scene()

Many shapes in one world, moved frame by frame: which of them meet, and in which triangles.

    gear = scene.add(shape, [0, 0, 1, 1, 0, 0, 0], name="gear")
    scene.add(table, name="table", fixed=True)
    scene.move(gear, pose)
    scene.collide().names                        # {("gear", "table")}
    scene.collide(cc.Machine("today"), frames)   # (N, parts that may move, 7): a chip, N frames

A part is its number, from 0 in the order of add(), or its name. A pose is where a part is in the world, x_world = R x + t: (7,) tx ty tz qw qx qy qz,
or (3, 4), (12,) or (4, 4), in double. For two parts A and B, A before B, an engine is asked about x_A = Ra^-1 (Rb x_B + tb - ta), computed in double
and rounded once to float32. Answers are those of `collisionchip scene`. Threads may ask and change a scene; who changes it waits for those who ask.)";

const char* const kSceneCollideText = R"(Which parts meet, and in which triangles: a SceneAnswer.

engine      None: software. A Machine, or an Engine: the chip has all shapes in its memory, and the cost is that of a line of frames.csv
frames      None: where the parts are. (N, parts, 7) or (N, parts, 12), (N, parts, 3, 4), (N, parts, 4, 4): N frames, each with a pose for every part
            that is not fixed, in the order of movable; the scene stays as it is
any         stop each frame at the first two parts that collide: with first=True, whether it is free of collisions as soon as that is known
first       stop at the first pair of triangles of each pair of parts
limit, check, statistics, quaternion  as of collisionchip.collide()
jobs        of frames: threads of software, 0 for all cores; a chip answers in this process

Python's lock is released; Ctrl-C ends N frames within a second.)";

void add_scene_class(py::module_& module) {
  py::class_<SharedScene>(module, "Scene", kSceneText)
      .def(py::init([] { return std::make_unique<SharedScene>(); }))
      .def(
          "add",
          [](SharedScene& scene, const api::Shape& shape, const py::object& pose, const std::string& name,
             bool is_fixed, const std::string& quaternion) {
            return scene.add(shape, pose_from(pose, quaternion), name, is_fixed);
          },
          py::arg("shape"), py::arg("pose") = py::none(), py::arg("name") = "", py::kw_only(),
          py::arg("fixed") = false, py::arg("quaternion") = "wxyz",
          "Returns its number. No two parts have one name; without one it is part- and the number. Parts "
          "that are fixed do not move, and are not "
          "asked about each other.")
      .def(
          "move",
          [](SharedScene& scene, const PartName& part, const py::object& pose,
             const std::string& quaternion) {
            const api::Scene::Part number = scene.part(part);
            const api::WorldPose world = pose_from(pose, quaternion);
            scene.changing([&](api::Scene& moved) { moved.move(number, world); });
          },
          py::arg("part"), py::arg("pose"), py::kw_only(), py::arg("quaternion") = "wxyz",
          "Where it is from now on.")
      .def(
          "move_all",
          [](SharedScene& scene, const py::object& poses, const std::string& quaternion) {
            const std::vector<api::Scene::Frame> frames = frames_from(poses, 1, quaternion, "poses");
            scene.changing([&](api::Scene& moved) { moved.move(frames.front()); });
          },
          py::arg("poses"), py::kw_only(), py::arg("quaternion") = "wxyz",
          "(parts, 7) and the like: where all parts that are not fixed are from now on, in the order of "
          "movable.")
      .def(
          "remove",
          [](SharedScene& scene, const PartName& part) {
            const api::Scene::Part number = scene.part(part);
            scene.changing([&](api::Scene& changed) { changed.remove(number); });
          },
          py::arg("part"), "Its number is not used again.")
      .def(
          "ignore",
          [](SharedScene& scene, const PartName& a, const PartName& b) {
            const api::Scene::Part first = scene.part(a), second = scene.part(b);
            scene.changing([&](api::Scene& changed) { changed.ignore(first, second); });
          },
          py::arg("a"), py::arg("b"), "The two are not asked about each other any more.")
      .def_property_readonly(
          "parts",
          [](const SharedScene& scene) {
            return scene.asking([](const api::Scene& asked) { return asked.parts(); });
          },
          "the numbers of all that are there")
      .def_property_readonly(
          "movable",
          [](const SharedScene& scene) {
            return scene.asking([](const api::Scene& asked) { return asked.movable(); });
          },
          "the numbers of those that are not fixed")
      .def(
          "name",
          [](const SharedScene& scene, api::Scene::Part part) {
            return scene.asking([&](const api::Scene& asked) { return std::string(asked.name(part)); });
          },
          py::arg("part"), "The name of the part with this number, also after its removal.")
      .def(
          "find", [](const SharedScene& scene, const std::string& name) { return scene.part(name); },
          py::arg("name"), "The number of a name.")
      .def(
          "shape",
          [](const SharedScene& scene, const PartName& part) {
            const api::Scene::Part number = scene.part(part);
            return scene.asking([&](const api::Scene& asked) { return api::Shape(asked.shape(number)); });
          },
          py::arg("part"), "The Shape that was added.")
      .def(
          "pose",
          [](const SharedScene& scene, const PartName& part) {
            const api::Scene::Part number = scene.part(part);
            return matrix_of(
                scene.asking([&](const api::Scene& asked) { return api::WorldPose(asked.pose(number)); }));
          },
          py::arg("part"), "(3, 4) float64, R and t")
      .def(
          "copy",
          [](const SharedScene& scene) {
            return std::make_unique<SharedScene>(
                scene.asking([](const api::Scene& asked) { return api::Scene(asked); }));
          },
          "A scene of its own, which shares the shapes.")
      .def("collide", &collide_scene, py::arg("engine") = py::none(), py::arg("frames") = py::none(),
           py::kw_only(), py::arg("quaternion") = "wxyz", py::arg("any") = false, py::arg("first") = false,
           py::arg("limit") = 0, py::arg("check") = false, py::arg("statistics") = false, py::arg("jobs") = 0,
           kSceneCollideText)
      .def("__len__",
           [](const SharedScene& scene) {
             return scene.asking([](const api::Scene& asked) { return asked.parts().size(); });
           })
      .def("__repr__", [](const SharedScene& scene) {
        return scene.asking([](const api::Scene& asked) {
          return "<Scene of " + std::to_string(asked.parts().size()) + " parts>";
        });
      });
}

void add_answer_class(py::module_& module) {
  py::class_<SceneAnswer>(module, "SceneAnswer", R"(Which parts of a scene meet, and where.

len(answer)  frames; bool(answer): whether any parts collide; answer[i]: that of one frame
names        a set of (name of A, name of B) of those that collide; of several frames a list of them
pairs        (n, 4) int32: part A, part B, triangle of A, triangle of B, sorted; of several frames (n, 5), the frame first
asked        (m, 2) int32, the parts that may touch and were asked about each other; of several frames (m, 3), the frame first
found        (m,) int64, pairs of triangles of each row of asked, before a limit cut them
colliding    a bool; of several frames (N,) bool
cost         a dictionary of numbers, or of arrays (N,): those of Answer.cost, and of a chip pci_cycles and pci_bytes, of a whole frame
pair_costs   a dictionary of arrays (m,), for each row of asked; with a command queue they overlap, and cost is less than their sum
statistics   a dictionary for each row of asked, as the query's in the file of --stats; None unless asked for)")
      .def_property_readonly("names", &SceneAnswer::names)
      .def_property_readonly("pairs", &SceneAnswer::pairs)
      .def_property_readonly("asked", &SceneAnswer::asked)
      .def_property_readonly("found", &SceneAnswer::found)
      .def_property_readonly("colliding", &SceneAnswer::colliding)
      .def_property_readonly("cost", &SceneAnswer::cost)
      .def_property_readonly("pair_costs", &SceneAnswer::pair_costs)
      .def_property_readonly("statistics", &SceneAnswer::statistics)
      .def("__len__", &SceneAnswer::size)
      .def("__bool__", &SceneAnswer::is_any)
      .def("__getitem__", &SceneAnswer::at)
      .def("__repr__", &SceneAnswer::text);
}

// (N, parts, 3, 4).
py::array_t<double> frames_of(const api::SceneFile& file) {
  const std::vector<api::Scene::Frame> frames = file.frames();
  const auto size = static_cast<py::ssize_t>(sizeof(double));
  const auto count = static_cast<py::ssize_t>(frames.size()),
             parts = static_cast<py::ssize_t>(frames.empty() ? 0 : frames.front().size());
  using Sizes = std::vector<py::ssize_t>;
  py::array_t<double> all(Sizes{count, parts, 3, 4}, Sizes{12 * size * parts, 12 * size, 4 * size, size});
  double* at = all.mutable_data();
  for (const api::Scene::Frame& frame : frames) {
    for (const api::WorldPose& pose : frame) put(pose, at);
  }
  return all;
}

void add_file_class(py::module_& module) {
  py::class_<api::SceneFile>(module, "SceneFile", R"(SceneFile(path)

A scene file of `collisionchip scene`: its objects, where they are in each frame, and the chip that it names. Error with file, line and key.

scene        a new Scene with its objects at their poses of frame 0, none of them fixed
frames       (N, parts, 3, 4) float64, for Scene.collide()
chip         an Engine: the chip with its keys
mirror       an Engine: the software that does what that chip does
deadline_us  what a frame may take by total_ns)")
      .def(py::init([](const py::object& path) {
             const auto text = py::module_::import("os").attr("fsencode")(path).cast<std::string>();
             const py::gil_scoped_release others_go_on;
             return api::SceneFile::load(text);
           }),
           py::arg("path"))
      .def_property_readonly(
          "scene", [](const api::SceneFile& file) { return std::make_unique<SharedScene>(file.scene()); })
      .def_property_readonly("frames", &frames_of)
      .def_property_readonly("chip", &api::SceneFile::chip)
      .def_property_readonly("mirror", &api::SceneFile::mirror)
      .def_property_readonly("deadline_us", &api::SceneFile::deadline_us)
      .def("__len__", &api::SceneFile::frame_count);
}

}  // namespace

void add_scene(py::module_& module) {
  add_answer_class(module);
  add_scene_class(module);
  add_file_class(module);
}

}  // namespace collisionchip::python

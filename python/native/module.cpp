// The library (docs/library.md) as the module collisionchip._core. It knows what is installed, and nothing of the source tree.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "answer.h"
#include "arrays.h"
#include "bindings.h"

namespace collisionchip::python {
namespace {

namespace py = pybind11;

// collisionchip.Error, which is written in Python. A module is never unloaded.
PyObject* error_type = nullptr;

void set_error_type(const py::object& type) {
  error_type = type.inc_ref().ptr();
}

void raise_error(const api::Error& error) {
  if (error_type == nullptr) return PyErr_SetString(PyExc_RuntimeError, error.what());
  py::object raised =
      py::reinterpret_borrow<py::object>(error_type)(error.what(), static_cast<int>(error.kind()));
  raised.attr("file") = path_text(error.file());
  raised.attr("place") = error.place();
  raised.attr("expectation") = error.expectation();
  PyErr_SetObject(error_type, raised.ptr());
}

const char* const kShapeText = R"(Shape(vertices, triangles, name="shape")
Shape(mesh)

Triangles over vertices, with the trees that engines need. A shape never changes, and threads may share it.

vertices   (n, 3) real numbers in any unit of length, the same for all shapes and poses; each is rounded once to float32
triangles  (m, 3) integers, numbers of vertices from 0; row t is triangle t of every answer
mesh       anything with the attributes vertices and faces (trimesh) or vertices and triangles (Open3D, collisionchip.Mesh)

Nothing is merged, moved or dropped. ValueError for arrays of other shapes, Error for numbers out of range.)";

// A shape from two arrays, or from an object that has them as attributes.
api::Shape shape_from(const py::object& vertices, const py::object& triangles, const std::string& name) {
  if (!triangles.is_none()) return shape_from_arrays(vertices, triangles, name);
  const char* const faces = py::hasattr(vertices, "faces") ? "faces" : "triangles";
  if (!py::hasattr(vertices, "vertices") || !py::hasattr(vertices, faces))
    throw py::type_error(
        "shape: expected vertices and triangles, or a mesh with the attributes vertices and faces, got " +
        py::str(py::type::of(vertices).attr("__name__")).cast<std::string>());
  return shape_from_arrays(vertices.attr("vertices"), vertices.attr(faces), name);
}

// The shape's own memory, not to be written. Strides are given: pybind11 before 2.12 does not find an
// item's size in NumPy 2.
template <typename Value>
py::array view(const py::object& shape, const Value* values, std::size_t rows) {
  constexpr auto size = static_cast<py::ssize_t>(sizeof(Value));
  py::array array(py::dtype::of<Value>(), {static_cast<py::ssize_t>(rows), py::ssize_t{3}}, {3 * size, size},
                  values, shape);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

void add_shape(py::module_& module) {
  py::class_<api::Shape>(module, "Shape", kShapeText)
      .def(py::init(&shape_from), py::arg("vertices"), py::arg("triangles") = py::none(),
           py::arg("name") = "shape")
      .def_static(
          "from_file",
          [](const py::object& path) {
            const auto text = py::module_::import("os").attr("fsencode")(path).cast<std::string>();
            const py::gil_scoped_release others_go_on;
            return api::Shape::load(text);
          },
          py::arg("path"),
          "A file: OBJ, STL, PLY or OFF by its ending. Triangles have their numbers of the file, polygons "
          "are cut in place. Error with "
          "file and line.")
      .def_static("make", &api::Shape::make, py::arg("kind"), py::arg("triangles") = 30000,
                  py::arg("seed") = 0, py::call_guard<py::gil_scoped_release>(),
                  "A built-in object of exactly so many triangles: the kinds of `collisionchip mesh --help`.")
      .def(
          "save",
          [](const api::Shape& shape, const py::object& path) {
            const auto text = py::module_::import("os").attr("fsencode")(path).cast<std::string>();
            const py::gil_scoped_release others_go_on;
            shape.save(text);
          },
          py::arg("path"), "Writes a file: .obj, .stl, .ply or .off.")
      .def_property_readonly(
          "vertices",
          [](const py::object& self) {
            const auto& shape = self.cast<const api::Shape&>();
            return view(self, shape.vertices(), shape.vertex_count());
          },
          "(n, 3) float32, read-only and not copied")
      .def_property_readonly(
          "triangles",
          [](const py::object& self) {
            const auto& shape = self.cast<const api::Shape&>();
            return view(self, reinterpret_cast<const std::int32_t*>(shape.triangles()),
                        shape.triangle_count());
          },
          "(m, 3) int32, read-only and not copied")
      .def_property_readonly(
          "name", [](const api::Shape& shape) { return path_text(shape.name()); }, "of the file, or as given")
      .def_property_readonly("remarks", &api::Shape::remarks,
                             "what it has otherwise than its file, a line each: the program's notes")
      .def("__len__", &api::Shape::triangle_count)
      .def("__repr__", [](const api::Shape& shape) {
        return "<Shape " + path_text(shape.name()).cast<std::string>() + " of " +
               std::to_string(shape.triangle_count()) + " triangles over " +
               std::to_string(shape.vertex_count()) + " vertices>";
      });
}

Answer collide(const api::Engine& engine, const api::Shape& a, const api::Shape& b, const py::object& poses,
               const std::string& quaternion, bool first, std::size_t limit, bool check, bool statistics,
               unsigned jobs) {
  const Poses asked = poses_from(poses, quaternion);
  const api::CollideRequest request{first ? 1 : limit, check, statistics};
  if (!asked.is_one)
    return interruptible([&](const std::function<bool()>& stop) {
      return Answer(engine.collide(a, b, asked.poses, request, {jobs, stop}), false);
    });
  const py::gil_scoped_release others_go_on;
  std::vector<api::CollideResult> one;
  one.push_back(engine.collide(a, b, asked.poses.front(), request));
  return {std::move(one), true};
}

const char* const kCollideText =
    R"(The triangles of shape A and shape B that meet, with B placed by each of the poses: x_A = R x_B + t.

poses       None: the identity. (7,): tx ty tz qw qx qy qz, the quaternion is normalised. (3, 4), (12,) or (4, 4): R and t, used as
            float32 exactly; the last row of 4x4 is 0 0 0 1. N of one kind, as (N, 7), (N, 3, 4) or (N, 4, 4): a batch
quaternion  the order of its numbers: "wxyz", or "xyzw" as scipy's Rotation.as_quat() and ROS have it
first       stop at the first pair of each pose
limit       most pairs of each pose, 0 for all; more than 1 cut the sorted list
check       ask a second engine as well: Error if it answers otherwise
statistics  keep each query's statistics for answer.statistics
jobs        of a batch: threads of software, processes of a chip; 0 for all cores. Answers do not depend on it

Returns an Answer. Python's lock is released; Ctrl-C ends a batch within a second.)";

void add_engine(py::module_& module) {
  py::class_<api::Engine>(module, "Engine",
                          "What answers: software, or a chip. Machine and collide() are built on it.")
      .def_static("reference", &api::Engine::reference,
                  "The fastest software on this host: --model reference. Its only cost is seconds.")
      .def_static(
          "mirror", py::overload_cast<const api::Config&>(&api::Engine::mirror),
          py::arg_v("machine", api::Config(), "Config()"),
          "The software that does what the machine does, list by list, and counts it: --model mirror.")
      .def_static("chip", py::overload_cast<const api::Config&>(&api::Engine::chip), py::arg("machine"),
                  "The machine itself, cycle by cycle: --model tlm.")
      .def("collide", &collide, py::arg("a"), py::arg("b"), py::arg("poses") = py::none(), py::kw_only(),
           py::arg("quaternion") = "wxyz", py::arg("first") = false, py::arg("limit") = 0,
           py::arg("check") = false, py::arg("statistics") = false, py::arg("jobs") = 0, kCollideText)
      .def("prepare", &api::Engine::prepare, py::arg("shape"), py::call_guard<py::gil_scoped_release>(),
           "Builds what this engine needs of a shape, which the first query does otherwise.")
      .def_property_readonly("configuration", &api::Engine::configuration,
                             "all keys, as the text of a chip file")
      .def_property_readonly("configuration_hash", &api::Engine::configuration_hash,
                             "of the configuration: 16 hexadecimal digits");
}

void add_answer(py::module_& module) {
  py::class_<Answer>(module, "Answer", R"(Where two shapes meet.

len(answer) is the number of poses, bool(answer) whether A and B meet at any of them, answer[i] the Answer to one pose.)")
      .def_property_readonly(
          "pairs", &Answer::pairs,
          "(n, 2) int32: triangle of A, triangle of B, sorted. Several poses give (n, 3), the "
          "pose's number first.")
      .def_property_readonly("colliding", &Answer::colliding,
                             "A bool: whether there is a pair. Several poses give (N,) bool.")
      .def_property_readonly(
          "found", &Answer::found,
          "Number of pairs before a limit cut them: an int. Several poses give (N,) int64.")
      .def_property_readonly("cost", &Answer::cost,
                             R"(A dictionary of numbers. Several poses give arrays (N,).

seconds         of this host
triangle_tests  pairs of triangles tested
uncertain       of them, settled by exact arithmetic
lists           of the traversal
aligned_pairs   in these lists
cycles          of a chip: of its clock
chip_ns         of a chip: the cycles in nanoseconds
link_ns         of a chip: nanoseconds that bus and doorbell add
host_ns         of a chip: nanoseconds of the host for set-up, settling and call
overlap_ns      of a chip: of host_ns, while chip and bus work
total_ns        of a chip: nanoseconds until the last pair is settled)")
      .def_property_readonly(
          "statistics", &Answer::statistics,
          "The query's entry of the file of --stats (docs/statistics.md), as a dictionary. "
          "Several poses give a list of N. None unless asked for.")
      .def("__len__", &Answer::size)
      .def("__bool__", &Answer::is_any)
      .def("__getitem__", &Answer::at)
      .def("__repr__", &Answer::text);
}

}  // namespace

py::object path_text(const std::string& path) {
  return py::module_::import("os").attr("fsdecode")(py::bytes(path));
}

py::object json_value(const std::string& text) {
  return py::module_::import("json").attr("loads")(text);
}

}  // namespace collisionchip::python

PYBIND11_MODULE(_core, module) {
  using namespace collisionchip::python;
  module.doc() = "The library collisionchip::api as Python sees it; use the package collisionchip.";
  pybind11::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const collisionchip::api::Error& error) {
      raise_error(error);
    }
  });
  module.def("set_error_type", &set_error_type);
  add_config(module);
  add_shape(module);
  add_answer(module);
  add_engine(module);
  add_estimate(module);
  add_explore(module);
  add_query(module);
  add_scene(module);
}

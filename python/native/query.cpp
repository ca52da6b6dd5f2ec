// Whole runs, for Machine.query, and poses as they are asked.
#include <pybind11/stl.h>

#include <cstdint>

#include "arrays.h"
#include "bindings.h"

namespace collisionchip::python {

namespace py = pybind11;

namespace {

py::list arrays_of(const std::vector<std::vector<api::TrianglePair>>& poses) {
  py::list arrays;
  for (const std::vector<api::TrianglePair>& pairs : poses) {
    auto rows = rows_of<std::int64_t>(pairs.size(), 2);
    std::int64_t* at = rows.mutable_data();
    for (const api::TrianglePair& pair : pairs) {
      *at++ = pair.a;
      *at++ = pair.b;
    }
    arrays.append(std::move(rows));
  }
  return arrays;
}

py::tuple query(const api::Config& machine, const api::Shape& a, const api::Shape& b, const py::object& poses,
                const std::string& quaternion, const api::QueryRequest& request, unsigned jobs) {
  const Poses asked = poses_from(poses, quaternion);
  if (asked.poses.empty()) throw py::value_error("poses: expected at least one, got none");
  const api::QueryRecord record = interruptible([&](const std::function<bool()>& stop) {
    return api::query(machine, a, b, asked.poses, request, {jobs, stop});
  });
  return py::make_tuple(arrays_of(record.pairs), json_value(record.queries), json_value(record.run),
                        record.parity);
}

// The twelve numbers of each pose.
py::array_t<float> matrices(const py::object& poses, const std::string& quaternion) {
  const std::vector<api::Pose> asked = poses_from(poses, quaternion).poses;
  auto rows = rows_of<float>(asked.size(), 12);
  float* at = rows.mutable_data();
  for (const api::Pose& pose : asked) {
    for (int row = 0; row < 3; ++row) {
      for (const float number : pose.r[static_cast<std::size_t>(row)]) *at++ = number;
      *at++ = pose.t[row];
    }
  }
  return rows;
}

}  // namespace

void add_query(py::module_& module) {
  module.def(
      "query",
      [](const api::Config& machine, const api::Shape& a, const api::Shape& b, const py::object& poses,
         const std::string& quaternion, const std::string& model, bool first, bool raw, bool check,
         unsigned jobs) {
        return query(machine, a, b, poses, quaternion, {model, first, raw, check}, jobs);
      },
      py::arg("machine"), py::arg("a"), py::arg("b"), py::arg("poses"), py::kw_only(), py::arg("quaternion"),
      py::arg("model"), py::arg("first"), py::arg("raw"), py::arg("check"), py::arg("jobs"),
      "For Machine.query: pairs by pose, the statistics of queries and run, and what the judges say.");
  module.def("matrices", &matrices, py::arg("poses"), py::arg("quaternion"),
             "(N, 12) float32: the matrices of poses, row after row, as they are asked.");
}

}  // namespace collisionchip::python

// Machine.estimate.
#include <pybind11/pybind11.h>

#include "arrays.h"
#include "bindings.h"

namespace collisionchip::python {

namespace py = pybind11;

namespace {

// With the names that the file of `collisionchip estimate --json` has.
py::dict dictionary(const api::Estimate& estimate, std::size_t pose) {
  py::dict told;
  told["pose"] = pose;
  if (!estimate.not_covered.empty()) {
    told["lists"] = estimate.lists;
    told["not_covered"] = estimate.not_covered;
    return told;
  }
  told["cycles"] = estimate.cycles;
  told["ms"] = estimate.milliseconds;
  told["lists"] = estimate.lists;
  told["bound"] = estimate.bound;
  told["whole"] = estimate.is_whole;
  told["error_median"] = estimate.error_median;
  told["error_p95"] = estimate.error_p95;
  told["error_worst"] = estimate.error_worst;
  return told;
}

py::object estimate(const api::Config& machine, const api::Shape& a, const api::Shape& b,
                    const py::object& poses, const std::string& quaternion, bool first, std::size_t lists) {
  const Poses asked = poses_from(poses, quaternion);
  const std::vector<api::Estimate> estimates = interruptible([&](const std::function<bool()>& stop) {
    return api::estimate(machine, a, b, asked.poses, {first, lists}, {1, stop});
  });
  if (asked.is_one) return dictionary(estimates.front(), 0);
  py::list all;
  for (std::size_t pose = 0; pose < estimates.size(); ++pose) all.append(dictionary(estimates[pose], pose));
  return std::move(all);
}

}  // namespace

void add_estimate(py::module_& module) {
  module.def("estimate", &estimate, py::arg("machine"), py::arg("a"), py::arg("b"), py::arg("poses"),
             py::kw_only(), py::arg("quaternion"), py::arg("first"), py::arg("lists"),
             "For Machine.estimate.");
}

}  // namespace collisionchip::python

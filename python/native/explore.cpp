// collisionchip.explore, whose results Python reads from the folder.
#include <pybind11/stl.h>

#include "bindings.h"

namespace collisionchip::python {

namespace py = pybind11;

namespace {

py::dict explore(const std::string& plan, const std::string& folder, unsigned jobs, double timeout,
                 bool check, bool retry_failed, const std::optional<std::uint64_t>& keep, bool progress) {
  const api::ExploreSummary summary = interruptible([&](const std::function<bool()>& stop) {
    return api::explore(plan, folder, {timeout, check, retry_failed, keep, progress}, {jobs, stop});
  });
  py::dict told;
  told["points"] = summary.points;
  told["computed"] = summary.computed;
  told["reused"] = summary.reused;
  told["failed"] = summary.failed;
  told["skipped"] = summary.skipped;
  told["pruned"] = summary.pruned;
  return told;
}

}  // namespace

void add_explore(py::module_& module) {
  module.def("explore", &explore, py::arg("plan"), py::arg("folder"), py::kw_only(), py::arg("jobs"),
             py::arg("timeout"), py::arg("check"), py::arg("retry_failed"), py::arg("keep"),
             py::arg("progress"),
             "For collisionchip.explore: plan and folder as files; the results go into the folder.");
}

}  // namespace collisionchip::python

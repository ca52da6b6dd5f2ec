// Functions that add the parts of the module, and helpers that the parts share.
#pragma once

#include <pybind11/pybind11.h>

#include <collisionchip/api.h>
#include <functional>
#include <string>

namespace collisionchip::python {

void add_config(pybind11::module_& module);
void add_estimate(pybind11::module_& module);
void add_explore(pybind11::module_& module);
void add_query(pybind11::module_& module);
void add_scene(pybind11::module_& module);

// Names of files need not be UTF-8.
pybind11::object path_text(const std::string& path);
// The value of a JSON text.
pybind11::object json_value(const std::string& text);

// The result of work(stop), computed without Python's lock. stop() checks Python's signals. An exception from a signal ends the work.
template <typename Work>
auto interruptible(const Work& work) {
  bool raised = false;
  const std::function<bool()> stop = [&] {
    const pybind11::gil_scoped_acquire python;
    raised = raised || PyErr_CheckSignals() != 0;
    return raised;
  };
  try {
    const pybind11::gil_scoped_release others_go_on;
    return work(stop);
  } catch (const api::Error&) {
    if (raised) throw pybind11::error_already_set();
    throw;
  }
}

}  // namespace collisionchip::python

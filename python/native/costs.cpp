#include "costs.h"

#include <utility>

namespace collisionchip::python {

namespace py = pybind11;

py::dict costs(std::size_t count, bool is_one, const std::function<const api::Cost&(std::size_t)>& cost_of) {
  py::dict all;
  all["seconds"] = values<double>(count, is_one, [&](std::size_t i) { return cost_of(i).seconds; });
  const std::pair<const char*, std::uint64_t api::Cost::*> counters[] = {
      {"triangle_tests", &api::Cost::triangle_tests},
      {"uncertain", &api::Cost::uncertain},
      {"lists", &api::Cost::lists},
      {"aligned_pairs", &api::Cost::aligned_pairs},
      {"cycles", &api::Cost::cycles},
      {"chip_ns", &api::Cost::chip_ns},
      {"link_ns", &api::Cost::link_ns},
      {"host_ns", &api::Cost::host_ns},
      {"overlap_ns", &api::Cost::overlap_ns},
      {"total_ns", &api::Cost::total_ns}};
  for (const auto& [name, counter] : counters) {
    const auto member = counter;
    all[name] = values<std::int64_t>(count, is_one, [&](std::size_t i) { return cost_of(i).*member; });
  }
  return all;
}

}  // namespace collisionchip::python

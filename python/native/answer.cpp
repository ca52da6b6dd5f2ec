#include "answer.h"

#include <algorithm>

namespace collisionchip::python {

namespace py = pybind11;

namespace {

// (rows,), or (rows, columns). Strides are given: pybind11 before 2.12 does not find an item's size in NumPy 2.
template <typename Value>
py::array_t<Value> rows_of(std::size_t rows, std::size_t columns) {
  const auto count = static_cast<py::ssize_t>(rows), wide = static_cast<py::ssize_t>(columns);
  const auto size = static_cast<py::ssize_t>(sizeof(Value));
  using Sizes = std::vector<py::ssize_t>;
  return columns == 0 ? py::array_t<Value>(Sizes{count}, Sizes{size})
                      : py::array_t<Value>(Sizes{count, wide}, Sizes{size * wide, size});
}

// get(result) of one result, or an array of it.
template <typename Value, typename Get>
py::object values(const std::vector<api::CollideResult>& results, bool is_one, const Get& get) {
  if (is_one) return py::cast(static_cast<Value>(get(results.front())));
  py::array_t<Value> all = rows_of<Value>(results.size(), 0);
  std::transform(results.begin(), results.end(), all.mutable_data(),
                 [&](const api::CollideResult& result) { return static_cast<Value>(get(result)); });
  return all;
}

}  // namespace

bool Answer::is_any() const {
  return std::any_of(results_.begin(), results_.end(),
                     [](const api::CollideResult& result) { return result.is_collision(); });
}

Answer Answer::at(py::ssize_t number) const {
  const auto count = static_cast<py::ssize_t>(results_.size());
  if (number < 0) number += count;
  if (number < 0 || number >= count) throw py::index_error("there is no such pose");
  return {{results_[static_cast<std::size_t>(number)]}, true};
}

py::array_t<std::int32_t> Answer::pairs() const {
  std::size_t count = 0;
  for (const api::CollideResult& result : results_) count += result.pairs.size();
  auto all = rows_of<std::int32_t>(count, is_one_ ? 2 : 3);
  std::int32_t* at = all.mutable_data();
  for (std::size_t pose = 0; pose < results_.size(); ++pose) {
    for (const api::TrianglePair& pair : results_[pose].pairs) {
      if (!is_one_) *at++ = static_cast<std::int32_t>(pose);
      *at++ = static_cast<std::int32_t>(pair.a);
      *at++ = static_cast<std::int32_t>(pair.b);
    }
  }
  return all;
}

py::object Answer::colliding() const {
  return values<bool>(results_, is_one_,
                      [](const api::CollideResult& result) { return result.is_collision(); });
}

py::object Answer::found() const {
  return values<std::int64_t>(results_, is_one_,
                              [](const api::CollideResult& result) { return result.found; });
}

py::dict Answer::cost() const {
  py::dict cost;
  cost["seconds"] =
      values<double>(results_, is_one_, [](const api::CollideResult& result) { return result.cost.seconds; });
  const std::pair<const char*, std::uint64_t api::Cost::*> counters[] = {
      {"triangle_tests", &api::Cost::triangle_tests},
      {"uncertain", &api::Cost::uncertain},
      {"lists", &api::Cost::lists},
      {"aligned_pairs", &api::Cost::aligned_pairs},
      {"cycles", &api::Cost::cycles},
      {"chip_ns", &api::Cost::chip_ns},
      {"link_ns", &api::Cost::link_ns},
      {"total_ns", &api::Cost::total_ns}};
  for (const auto& [name, counter] : counters) {
    const auto member = counter;
    cost[name] = values<std::int64_t>(results_, is_one_,
                                      [&](const api::CollideResult& result) { return result.cost.*member; });
  }
  return cost;
}

py::object Answer::statistics() const {
  if (results_.empty() ? is_one_ : results_.front().statistics.empty()) return py::none();
  const py::object read = py::module_::import("json").attr("loads");
  if (is_one_) return read(results_.front().statistics);
  py::list all;
  for (const api::CollideResult& result : results_) all.append(read(result.statistics));
  return std::move(all);
}

std::string Answer::text() const {
  std::size_t pairs = 0;
  for (const api::CollideResult& result : results_) pairs += result.pairs.size();
  return "<Answer of " + std::to_string(results_.size()) + (results_.size() == 1 ? " pose, " : " poses, ") +
         std::to_string(pairs) + (pairs == 1 ? " pair>" : " pairs>");
}

}  // namespace collisionchip::python

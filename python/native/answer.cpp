#include "answer.h"

#include <algorithm>

#include "arrays.h"
#include "bindings.h"
#include "costs.h"

namespace collisionchip::python {

namespace py = pybind11;

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
  return values<bool>(results_.size(), is_one_, [&](std::size_t i) { return results_[i].is_collision(); });
}

py::object Answer::found() const {
  return values<std::int64_t>(results_.size(), is_one_, [&](std::size_t i) { return results_[i].found; });
}

py::dict Answer::cost() const {
  return costs(results_.size(), is_one_, [&](std::size_t i) -> const api::Cost& { return results_[i].cost; });
}

py::object Answer::statistics() const {
  if (results_.empty() ? is_one_ : results_.front().statistics.empty()) return py::none();
  if (is_one_) return json_value(results_.front().statistics);
  py::list all;
  for (const api::CollideResult& result : results_) all.append(json_value(result.statistics));
  return std::move(all);
}

std::string Answer::text() const {
  std::size_t pairs = 0;
  for (const api::CollideResult& result : results_) pairs += result.pairs.size();
  return "<Answer of " + std::to_string(results_.size()) + (results_.size() == 1 ? " pose, " : " poses, ") +
         std::to_string(pairs) + (pairs == 1 ? " pair>" : " pairs>");
}

}  // namespace collisionchip::python

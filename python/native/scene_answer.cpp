#include "scene_answer.h"

#include <algorithm>

#include "bindings.h"
#include "costs.h"

namespace collisionchip::python {

namespace py = pybind11;

namespace {

std::int32_t number(std::size_t value) {
  return static_cast<std::int32_t>(value);
}

// visit(frame, pair) of all pairs of parts.
template <typename Visit>
void for_each_pair(const std::vector<api::SceneResult>& frames, const Visit& visit) {
  for (std::size_t frame = 0; frame < frames.size(); ++frame) {
    for (const api::ScenePair& pair : frames[frame].pairs) visit(frame, pair);
  }
}

}  // namespace

bool SceneAnswer::is_any() const {
  return std::any_of(frames_.begin(), frames_.end(),
                     [](const api::SceneResult& frame) { return frame.is_collision(); });
}

SceneAnswer SceneAnswer::at(py::ssize_t frame) const {
  const auto count = static_cast<py::ssize_t>(frames_.size());
  if (frame < 0) frame += count;
  if (frame < 0 || frame >= count) throw py::index_error("there is no such frame");
  return {{frames_[static_cast<std::size_t>(frame)]}, true, names_};
}

std::size_t SceneAnswer::pair_count() const {
  std::size_t count = 0;
  for (const api::SceneResult& frame : frames_) count += frame.pairs.size();
  return count;
}

py::array_t<std::int32_t> SceneAnswer::pairs() const {
  std::size_t count = 0;
  for_each_pair(frames_, [&](std::size_t, const api::ScenePair& pair) { count += pair.result.pairs.size(); });
  auto all = rows_of<std::int32_t>(count, is_one_ ? 4 : 5);
  std::int32_t* at = all.mutable_data();
  for_each_pair(frames_, [&](std::size_t frame, const api::ScenePair& pair) {
    for (const api::TrianglePair& triangles : pair.result.pairs) {
      if (!is_one_) *at++ = number(frame);
      for (const std::size_t value :
           {std::size_t{pair.a}, std::size_t{pair.b}, std::size_t{triangles.a}, std::size_t{triangles.b}})
        *at++ = number(value);
    }
  });
  return all;
}

py::array_t<std::int32_t> SceneAnswer::asked() const {
  auto all = rows_of<std::int32_t>(pair_count(), is_one_ ? 2 : 3);
  std::int32_t* at = all.mutable_data();
  for_each_pair(frames_, [&](std::size_t frame, const api::ScenePair& pair) {
    if (!is_one_) *at++ = number(frame);
    *at++ = number(pair.a);
    *at++ = number(pair.b);
  });
  return all;
}

py::array_t<std::int64_t> SceneAnswer::found() const {
  auto all = rows_of<std::int64_t>(pair_count(), 0);
  std::int64_t* at = all.mutable_data();
  for_each_pair(frames_, [&](std::size_t, const api::ScenePair& pair) {
    *at++ = static_cast<std::int64_t>(pair.result.found);
  });
  return all;
}

py::object SceneAnswer::colliding() const {
  return values<bool>(frames_.size(), is_one_,
                      [&](std::size_t frame) { return frames_[frame].is_collision(); });
}

py::set SceneAnswer::names_of(const api::SceneResult& frame) const {
  py::set names;
  for (const api::ScenePair& pair : frame.pairs) {
    if (pair.result.is_collision()) names.add(py::make_tuple((*names_)[pair.a], (*names_)[pair.b]));
  }
  return names;
}

py::object SceneAnswer::names() const {
  if (is_one_) return names_of(frames_.front());
  py::list all;
  for (const api::SceneResult& frame : frames_) all.append(names_of(frame));
  return std::move(all);
}

py::dict SceneAnswer::cost() const {
  py::dict all = costs(frames_.size(), is_one_,
                       [&](std::size_t frame) -> const api::Cost& { return frames_[frame].cost; });
  all["pci_cycles"] = values<std::int64_t>(frames_.size(), is_one_,
                                           [&](std::size_t frame) { return frames_[frame].cost.pci_cycles; });
  all["pci_bytes"] = values<std::int64_t>(frames_.size(), is_one_,
                                          [&](std::size_t frame) { return frames_[frame].cost.pci_bytes; });
  return all;
}

py::dict SceneAnswer::pair_costs() const {
  std::vector<const api::Cost*> of_pairs;
  for_each_pair(frames_,
                [&](std::size_t, const api::ScenePair& pair) { of_pairs.push_back(&pair.result.cost); });
  return costs(of_pairs.size(), false, [&](std::size_t i) -> const api::Cost& { return *of_pairs[i]; });
}

py::object SceneAnswer::statistics() const {
  py::list all;
  bool is_there = false;
  for_each_pair(frames_, [&](std::size_t, const api::ScenePair& pair) {
    if (pair.result.statistics.empty()) return;
    is_there = true;
    all.append(json_value(pair.result.statistics));
  });
  return is_there ? py::object(std::move(all)) : py::none();
}

std::string SceneAnswer::text() const {
  std::size_t colliding = 0;
  for (const api::SceneResult& frame : frames_) colliding += frame.colliding;
  return "<SceneAnswer of " + std::to_string(frames_.size()) +
         (frames_.size() == 1 ? " frame, " : " frames, ") + std::to_string(colliding) + " of " +
         std::to_string(pair_count()) + " pairs of parts collide>";
}

}  // namespace collisionchip::python

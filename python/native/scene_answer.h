// The answers of a scene as NumPy arrays, made when they are looked at.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <collisionchip/api.h>
#include <memory>
#include <string>
#include <vector>

namespace collisionchip::python {

class SceneAnswer {
 public:
  using Names = std::shared_ptr<const std::vector<std::string>>;  // by part

  SceneAnswer(std::vector<api::SceneResult> frames, bool is_one, Names names)
      : frames_(std::move(frames)), is_one_(is_one), names_(std::move(names)) {}

  std::size_t size() const { return frames_.size(); }
  bool is_any() const;
  SceneAnswer at(pybind11::ssize_t frame) const;
  // One frame: (n, 4) int32, part A, part B, triangle of A, triangle of B. Several frames: (n, 5), the frame first.
  pybind11::array_t<std::int32_t> pairs() const;
  // The parts that were asked about each other. One frame: (m, 2) int32. Several frames: (m, 3), the frame first.
  pybind11::array_t<std::int32_t> asked() const;
  // (m,) int64: a number for each row of asked().
  pybind11::array_t<std::int64_t> found() const;
  // One frame: a bool. Several frames: (N,) bool.
  pybind11::object colliding() const;
  // One frame: a set of pairs of names, the parts that collide. Several frames: a list of such sets.
  pybind11::object names() const;
  // An entry for each member of SceneCost. One frame: a number. Several frames: (N,).
  pybind11::dict cost() const;
  // An entry for each member of Cost: (m,), a number for each row of asked().
  pybind11::dict pair_costs() const;
  // A list with a dictionary for each row of asked(). None if not requested.
  pybind11::object statistics() const;
  std::string text() const;

 private:
  std::size_t pair_count() const;
  pybind11::set names_of(const api::SceneResult& frame) const;

  std::vector<api::SceneResult> frames_;
  bool is_one_;
  Names names_;
};

}  // namespace collisionchip::python

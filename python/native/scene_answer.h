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
  // (n, 4) int32 of one frame: part A, part B, triangle of A, triangle of B; (n, 5) of several, the frame first.
  pybind11::array_t<std::int32_t> pairs() const;
  // (m, 2) int32 of one frame, (m, 3) of several, the frame first: the parts that were asked about each other.
  pybind11::array_t<std::int32_t> asked() const;
  // Of each row of asked(): (m,) int64.
  pybind11::array_t<std::int64_t> found() const;
  // A bool of one frame; (N,) of several.
  pybind11::object colliding() const;
  // A set of two names each; a list of them for several frames.
  pybind11::object names() const;
  // Of each member of SceneCost a number, or (N,); of each row of asked() (m,).
  pybind11::dict cost() const;
  pybind11::dict pair_costs() const;
  // Of each row of asked() a dictionary; None if they were not asked for.
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

// The answers of a call as NumPy arrays, made when they are looked at.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <collisionchip/api.h>
#include <string>
#include <vector>

namespace collisionchip::python {

class Answer {
 public:
  Answer(std::vector<api::CollideResult> results, bool is_one)
      : results_(std::move(results)), is_one_(is_one) {}

  std::size_t size() const { return results_.size(); }
  bool is_any() const;
  Answer at(pybind11::ssize_t number) const;
  // (n, 2) int32 of one pose; (n, 3) of several, the pose's number first.
  pybind11::array_t<std::int32_t> pairs() const;
  // A bool of one pose; (N,) of several.
  pybind11::object colliding() const;
  // A number of one pose; (N,) int64 of several.
  pybind11::object found() const;
  // Of each member of Cost a number, or (N,).
  pybind11::dict cost() const;
  // A dictionary as the query's in the file of --stats; a list of them for several poses; None if they were not asked for.
  pybind11::object statistics() const;
  std::string text() const;

 private:
  std::vector<api::CollideResult> results_;
  bool is_one_;
};

}  // namespace collisionchip::python

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
  // One pose: (n, 2) int32. Several poses: (n, 3) int32, the pose's number first.
  pybind11::array_t<std::int32_t> pairs() const;
  // One pose: a bool. Several poses: (N,) bool.
  pybind11::object colliding() const;
  // One pose: a number. Several poses: (N,) int64.
  pybind11::object found() const;
  // An entry for each member of Cost. One pose: a number. Several poses: (N,).
  pybind11::dict cost() const;
  // One pose: a dictionary, as the query has in the file of --stats. Several poses: a list of them. None if not requested.
  pybind11::object statistics() const;
  std::string text() const;

 private:
  std::vector<api::CollideResult> results_;
  bool is_one_;
};

}  // namespace collisionchip::python

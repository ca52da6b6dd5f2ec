// NumPy arrays as the library takes them. What has another shape or another kind of number is a ValueError that names it.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <collisionchip/api.h>
#include <string>
#include <vector>

namespace collisionchip::python {

// Vertices (n, 3) of any real numbers, each rounded once to float32, and triangles (m, 3) of any integers.
api::Shape shape_from_arrays(const pybind11::object& vertices, const pybind11::object& triangles,
                             const std::string& name);

struct Poses {
  std::vector<api::Pose> poses;
  bool is_one = false;  // the array was a pose, and no array of them
};

// None (the identity), 7 numbers, 12, 3x4 or 4x4, or n of these.
Poses poses_from(const pybind11::object& poses);

}  // namespace collisionchip::python

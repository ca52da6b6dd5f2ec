// Converts NumPy arrays into the library's types. Another shape or another kind of number raises a ValueError that names the argument.
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

// An array of shape (rows, columns), or (rows,) if columns is 0. The strides are given because pybind11 before 2.12 does not find an item's
// size in NumPy 2.
template <typename Value>
pybind11::array_t<Value> rows_of(std::size_t rows, std::size_t columns) {
  const auto count = static_cast<pybind11::ssize_t>(rows), wide = static_cast<pybind11::ssize_t>(columns);
  const auto size = static_cast<pybind11::ssize_t>(sizeof(Value));
  using Sizes = std::vector<pybind11::ssize_t>;
  return columns == 0 ? pybind11::array_t<Value>(Sizes{count}, Sizes{size})
                      : pybind11::array_t<Value>(Sizes{count, wide}, Sizes{size * wide, size});
}

struct Poses {
  std::vector<api::Pose> poses;
  bool is_one = false;  // the argument was one pose, not an array of poses
};

// Takes None (the identity), 7 numbers, 12 numbers, 3x4 or 4x4, or n of these. `quaternion`: the order of its numbers, "wxyz" or "xyzw".
Poses poses_from(const pybind11::object& poses, const std::string& quaternion);

struct WorldPoses {
  std::vector<api::WorldPose> poses;
  std::vector<std::size_t> shape;  // shape of the array of poses; empty for a single pose
};

// Takes (..., 7), (..., 12), (..., 3, 4) or (..., 4, 4). `name` is the argument's name, for messages.
WorldPoses world_poses_from(const pybind11::object& poses, const std::string& quaternion,
                            const std::string& name);

}  // namespace collisionchip::python

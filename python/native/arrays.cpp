#include "arrays.h"

#include <algorithm>

namespace collisionchip::python {

namespace py = pybind11;

namespace {

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Integers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

std::string shape_text(const py::array& array) {
  return py::str(array.attr("shape")).cast<std::string>();
}

py::array array_of(const py::object& object, const char* name, const char* kinds, const char* expected) {
  py::array array = py::array::ensure(object);
  if (!array) {
    PyErr_Clear();
    throw py::value_error(std::string(name) + ": expected an array of " + expected);
  }
  if (std::string(kinds).find(array.dtype().kind()) == std::string::npos)
    throw py::value_error(std::string(name) + ": expected " + expected + ", got " +
                          py::str(array.dtype()).cast<std::string>());
  return array;
}

[[noreturn]] void refuse(const std::string& place, const std::string& expectation, const std::string& got) {
  throw api::Error(api::Error::Kind::input, place + ": expected " + expectation + ", got " + got, "", place,
                   expectation);
}

// n of 3, or a complaint.
void check_threes(const py::array& array, const std::string& expected) {
  if (array.ndim() != 2 || array.shape(1) != 3)
    throw py::value_error(expected + ", got " + shape_text(array));
}

std::vector<float> floats_of(const py::array& array) {
  const auto numbers = Doubles::ensure(array);
  std::vector<float> floats(static_cast<std::size_t>(numbers.size()));
  std::transform(numbers.data(), numbers.data() + numbers.size(), floats.begin(),
                 [](double number) { return static_cast<float>(number); });
  return floats;
}

std::vector<std::uint32_t> indices_of(const py::array& array, std::size_t vertices) {
  const auto numbers = Integers::ensure(array);
  const auto [least, most] = std::minmax_element(numbers.data(), numbers.data() + numbers.size());
  if (numbers.size() > 0 && (*least < 0 || *most >= static_cast<std::int64_t>(vertices)))
    refuse("triangles", "indices from 0 to " + std::to_string(static_cast<std::int64_t>(vertices) - 1),
           std::to_string(*least) + " to " + std::to_string(*most));
  return {numbers.data(), numbers.data() + numbers.size()};
}

// The form of a pose in an array: its count of numbers and its count of dimensions. 0: the array has no poses.
struct PoseForm {
  py::ssize_t numbers = 0;
  py::ssize_t dimensions = 0;
};

// The form of the poses in an array; the array of poses has at most `most` dimensions.
PoseForm form_of(const py::array& array, py::ssize_t most) {
  const py::ssize_t dimensions = array.ndim();
  const auto last = [&](py::ssize_t from_end) {
    return dimensions >= from_end ? array.shape(dimensions - from_end) : 0;
  };
  if (dimensions >= 2 && dimensions <= 2 + most && last(1) == 4 && (last(2) == 3 || last(2) == 4))
    return {4 * last(2), 2};
  if (dimensions >= 1 && dimensions <= 1 + most && (last(1) == 7 || last(1) == 12)) return {last(1), 1};
  return {};
}

// Whether the real part of a quaternion is its last number.
bool is_real_last(const std::string& quaternion) {
  if (quaternion != "wxyz" && quaternion != "xyzw")
    throw py::value_error("quaternion: expected 'wxyz' or 'xyzw', got " +
                          py::repr(py::str(quaternion)).cast<std::string>());
  return quaternion == "xyzw";
}

// What poses are made by.
struct QueryPoses {
  static constexpr auto from_quaternion = &api::pose_from_quaternion;
  static constexpr auto from_matrix = &api::pose_from_matrix;
};
struct ScenePoses {
  static constexpr auto from_quaternion = &api::world_pose_from_quaternion;
  static constexpr auto from_matrix = &api::world_pose_from_matrix;
};

template <typename Makers>
auto pose_of(const double* numbers, py::ssize_t count, bool real_last, const std::string& place) {
  if (count == 7) {
    std::array<double, 7> seven{};
    std::copy(numbers, numbers + 7, seven.begin());
    if (real_last) std::rotate(seven.begin() + 3, seven.begin() + 6, seven.end());
    return Makers::from_quaternion(seven, place);
  }
  if (count == 16 && !(numbers[12] == 0 && numbers[13] == 0 && numbers[14] == 0 && numbers[15] == 1))
    refuse(place, "a last row of 0 0 0 1 in a matrix of 4x4", "another one");
  std::array<double, 12> twelve{};
  std::copy(numbers, numbers + 12, twelve.begin());
  return Makers::from_matrix(twelve, place);
}

// "[3][2]", of the item that comes at this place in an array of that shape.
std::string index_text(std::size_t place, const std::vector<std::size_t>& shape) {
  std::string text;
  for (auto size = shape.rbegin(); size != shape.rend(); place /= *size++)
    text = "[" + std::to_string(place % *size) + "]" + text;
  return text;
}

}  // namespace

api::Shape shape_from_arrays(const py::object& vertices, const py::object& triangles,
                             const std::string& name) {
  const py::array points = array_of(vertices, "vertices", "fiu", "real numbers");
  check_threes(points, "vertices: expected shape (n, 3)");
  const py::array corners = py::array::ensure(triangles);
  if (!corners) PyErr_Clear();
  if (!corners || corners.size() > 0) array_of(triangles, "triangles", "iu", "integers");
  check_threes(corners, "triangles: expected shape (m, 3) and at least one");
  const std::vector<float> xyz = floats_of(points);
  const std::vector<std::uint32_t> indices = indices_of(corners, xyz.size() / 3);
  const py::gil_scoped_release others_go_on;
  return {xyz.data(), xyz.size() / 3, indices.data(), indices.size() / 3, name};
}

Poses poses_from(const py::object& object, const std::string& quaternion) {
  const bool real_last = is_real_last(quaternion);
  Poses result;
  if (object.is_none()) return {{api::Pose{}}, true};
  const py::array array = array_of(object, "poses", "fiu", "real numbers");
  const PoseForm form = form_of(array, 1);
  if (form.numbers == 0)
    throw py::value_error("poses: expected shape (7,), (12,), (3, 4), (4, 4) or n of them, got " +
                          shape_text(array));
  const auto numbers = Doubles::ensure(array);
  result.is_one = array.ndim() == form.dimensions;
  const py::ssize_t count = array.size() / form.numbers;
  result.poses.reserve(static_cast<std::size_t>(count));
  for (py::ssize_t i = 0; i < count; ++i)
    result.poses.push_back(pose_of<QueryPoses>(numbers.data() + i * form.numbers, form.numbers, real_last,
                                               result.is_one ? "pose" : "pose " + std::to_string(i)));
  return result;
}

WorldPoses world_poses_from(const py::object& object, const std::string& quaternion,
                            const std::string& name) {
  constexpr py::ssize_t kMostDimensions = 2;
  const bool real_last = is_real_last(quaternion);
  const py::array array = array_of(object, name.c_str(), "fiu", "real numbers");
  const PoseForm form = form_of(array, kMostDimensions);
  if (form.numbers == 0)
    throw py::value_error(name + ": expected poses of shape (7,), (12,), (3, 4) or (4, 4), got " +
                          shape_text(array));
  const auto numbers = Doubles::ensure(array);
  WorldPoses result;
  result.shape.assign(array.shape(), array.shape() + (array.ndim() - form.dimensions));
  const py::ssize_t count = array.size() / form.numbers;
  result.poses.reserve(static_cast<std::size_t>(count));
  const auto pose = [&](py::ssize_t i, const std::string& place) {
    return pose_of<ScenePoses>(numbers.data() + i * form.numbers, form.numbers, real_last, place);
  };
  for (py::ssize_t i = 0; i < count; ++i) {
    try {
      result.poses.push_back(pose(i, name));
    } catch (const api::Error&) {
      pose(i, name + index_text(static_cast<std::size_t>(i), result.shape));  // the same, with its place
      throw;
    }
  }
  return result;
}

}  // namespace collisionchip::python

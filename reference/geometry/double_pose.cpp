#include "collisionchip/reference/geometry/double_pose.h"

#include <cfloat>
#include <cmath>
#include <string_view>

#include "collisionchip/reference/arithmetic/host_arithmetic.h"
#include "collisionchip/reference/text/file_kind.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

constexpr std::size_t quaternion_numbers = 7;
constexpr std::size_t matrix_numbers = 12;

// The words of one pose, up to the comment; only as many are kept as a pose can have.
struct PoseWords {
  std::array<std::string_view, matrix_numbers> word;
  std::size_t count = 0;
};

PoseWords split(std::string_view text) {
  PoseWords words;
  std::size_t at = 0;
  for (;;) {
    while (at < text.size() && is_space(text[at])) ++at;
    if (at == text.size() || text[at] == '#') return words;
    const std::size_t start = at;
    while (at < text.size() && !is_space(text[at]) && text[at] != '#') ++at;
    if (words.count < matrix_numbers) words.word[words.count] = text.substr(start, at - start);
    ++words.count;
  }
}

template <typename Real>
Real number(std::string_view word, const Place& where) {
  Real value = 0;
  const NumberCheck check = parse_real(word, value);
  if (check == NumberCheck::not_a_number) fail_at(where, "a number", quoted(word));
  if (check == NumberCheck::not_finite) fail_at(where, "a finite number", quoted(word));
  return value;
}

// The order of the operations is part of the definition: the same file gives the same float32 everywhere.
DoublePose from_quaternion(const std::array<double, 7>& numbers, const Place& where) {
  for (const double value : numbers) {
    if (!std::isfinite(value)) fail_at(where, "finite numbers", std::to_string(value));
  }
  double w = numbers[3], x = numbers[4], y = numbers[5], z = numbers[6];
  const double square = ((w * w + x * x) + y * y) + z * z;
  // Below DBL_MIN the squares have lost their digits, and with them the direction.
  if (!(square >= DBL_MIN && square <= DBL_MAX)) {
    fail_at(where, "a quaternion of length about 1", square < 1 ? "one of length 0" : "one that is too long");
  }
  const double n = std::sqrt(square);
  w /= n;
  x /= n;
  y /= n;
  z /= n;
  DoublePose pose;
  pose.r = {Vec3d{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
            Vec3d{2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
            Vec3d{2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
  pose.t = {numbers[0], numbers[1], numbers[2]};
  to_float32(pose, where);  // or a complaint
  return pose;
}

// A pose has to be undone to place A in B's frame, so the linear part needs
// an inverse. Where the determinant in double is not 0 it is at least 2^-447,
// the cofactors are at most 2^257, and so the inverse is always finite.
void check_invertible(const DoublePose& pose, const Place& where) {
  for (const DoublePose& one : {pose, to_double(to_float32(pose, where))}) {
    if (dot(one.r[0], cross(one.r[1], one.r[2])) == 0)
      fail_at(where, "a 3x4 matrix whose linear part has an inverse", "a singular one");
  }
}

// A text may lie so near to the middle between two float32 that the nearest double is rounded to the other one: such a
// number is the float32.
double matrix_number(std::string_view word, const Place& where) {
  const auto rounded = number<float>(word, where);
  const auto value = number<double>(word, where);
  return static_cast<float>(value) == rounded ? value : double{rounded};
}

DoublePose from_matrix(const PoseWords& words, const Place& where) {
  std::array<double, matrix_numbers> numbers;
  for (std::size_t i = 0; i < matrix_numbers; ++i) numbers[i] = matrix_number(words.word[i], where);
  return double_pose_from_matrix(numbers, where);
}

}  // namespace

DoublePose to_double(const Pose& pose) {
  DoublePose result;
  for (std::size_t i = 0; i < 3; ++i) result.r[i] = {pose.r[i][0], pose.r[i][1], pose.r[i][2]};
  result.t = to_double(pose.t);
  return result;
}

Pose to_float32(const DoublePose& pose, const Place& where) {
  require_exact_arithmetic();
  const auto rounded = [&](double value, const char* what) {
    const auto result = static_cast<float>(value);
    if (!std::isfinite(result))
      fail_at(where, std::string(what) + " in the range of float32", "a larger one");
    return result;
  };
  Pose result;
  for (int row = 0; row < 3; ++row) {
    const auto r = static_cast<std::size_t>(row);
    for (int column = 0; column < 3; ++column)
      result.r[r][static_cast<std::size_t>(column)] = rounded(pose.r[r][column], "a linear part");
    result.t[row] = rounded(pose.t[row], "a translation");
  }
  return result;
}

DoublePose double_pose_from_quaternion(const std::array<double, 7>& numbers, const Place& where) {
  return from_quaternion(numbers, where);
}

DoublePose double_pose_from_matrix(const std::array<double, 12>& numbers, const Place& where) {
  for (const double value : numbers) {
    if (!std::isfinite(value)) fail_at(where, "finite numbers", std::to_string(value));
  }
  DoublePose pose;
  for (std::size_t row = 0; row < 3; ++row) {
    const double* const at = &numbers[4 * row];
    pose.r[row] = {at[0], at[1], at[2]};
    pose.t[static_cast<int>(row)] = at[3];
  }
  check_invertible(pose, where);
  return pose;
}

DoublePose parse_double_pose(const std::string& text, const Place& where) {
  const PoseWords words = split(text);
  if (words.count == matrix_numbers) return from_matrix(words, where);
  if (words.count != quaternion_numbers) {
    if (text.find(',') != std::string::npos) fail_at(where, "7 or 12 numbers with spaces between", "a comma");
    fail_at(where, "7 or 12 numbers", std::to_string(words.count));
  }
  std::array<double, quaternion_numbers> numbers;
  for (std::size_t i = 0; i < quaternion_numbers; ++i) numbers[i] = number<double>(words.word[i], where);
  return from_quaternion(numbers, where);
}

std::vector<DoublePose> read_double_poses(const std::string& path) {
  const std::string text = read_input_file(path);
  refuse_known_kind(path, "a pose file", text);
  TextScanner scanner(text.data(), text.size(), path, {'#', false});
  std::vector<DoublePose> poses;
  while (scanner.next_line()) {
    poses.push_back(parse_double_pose(std::string(scanner.rest_of_line()), Place::in(path, scanner.line())));
  }
  if (poses.empty()) fail_at(Place::in(path), "at least one pose", "none");
  return poses;
}

}  // namespace collisionchip

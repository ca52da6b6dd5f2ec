#include "collisionchip/reference/geometry/pose.h"

#include <array>
#include <cfloat>
#include <cmath>
#include <string_view>

#include "collisionchip/reference/geometry/offset_pose.h"
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
Real number(std::string_view word, const std::string& where) {
  Real value = 0;
  const NumberCheck check = parse_real(word, value);
  if (check == NumberCheck::not_a_number) fail_at(where, "a number", quoted(word));
  if (check == NumberCheck::not_finite) fail_at(where, "a finite number", quoted(word));
  return value;
}

float rounded(double value, const std::string& where) {
  const auto result = static_cast<float>(value);
  if (!std::isfinite(result)) fail_at(where, "a translation in the range of float32", "a larger one");
  return result;
}

Vec3f moved(const Pose& pose, const Vec3d& t, const Vec3d& offset, const std::string& where) {
  if (offset == Vec3d{}) return {rounded(t.x, where), rounded(t.y, where), rounded(t.z, where)};
  Vec3f result;
  for (std::size_t row = 0; row < 3; ++row) {
    const int axis = static_cast<int>(row);
    double sum = t[axis];
    for (std::size_t column = 0; column < 3; ++column)
      sum += (double{pose.r[row][column]} - (row == column ? 1 : 0)) * offset[static_cast<int>(column)];
    result[axis] = rounded(sum, where);
  }
  return result;
}

// The order of the operations is part of the definition: the same file gives the same float32 everywhere.
Pose from_quaternion(const std::array<double, 7>& numbers, const std::string& where, const Vec3d& offset) {
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
  const double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                          {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                          {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
  Pose pose;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      pose.r[row][column] = static_cast<float>(r[row][column]);
    }
  }
  pose.t = moved(pose, {numbers[0], numbers[1], numbers[2]}, offset, where);
  return pose;
}

// A pose has to be undone to place A in B's frame, so the linear part needs
// an inverse. Where the determinant in double is not 0 it is at least 2^-447,
// the cofactors are at most 2^257, and so the inverse is always finite.
void check_invertible(const Pose& pose, const std::string& where) {
  Vec3d row[3];
  for (std::size_t i = 0; i < 3; ++i) row[i] = {pose.r[i][0], pose.r[i][1], pose.r[i][2]};
  if (dot(row[0], cross(row[1], row[2])) == 0) {
    fail_at(where, "a 3x4 matrix whose linear part has an inverse", "a singular one");
  }
}

Pose from_matrix(const PoseWords& words, const std::string& where, const Vec3d& offset) {
  Pose pose;
  Vec3d t;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      pose.r[row][column] = number<float>(words.word[4 * row + column], where);
    }
    const std::string_view word = words.word[4 * row + 3];
    pose.t[static_cast<int>(row)] = number<float>(word, where);
    t[static_cast<int>(row)] = number<double>(word, where);
  }
  // Rounded once from the text where nothing is added.
  if (!(offset == Vec3d{})) pose.t = moved(pose, t, offset, where);
  check_invertible(pose, where);
  return pose;
}

}  // namespace

Pose pose_from_quaternion(const std::array<double, 7>& numbers) {
  return from_quaternion(numbers, "pose", {});
}

Pose parse_pose(const std::string& text, const std::string& where, const Vec3d& offset) {
  const PoseWords words = split(text);
  if (words.count == matrix_numbers) return from_matrix(words, where, offset);
  if (words.count != quaternion_numbers) {
    if (text.find(',') != std::string::npos) fail_at(where, "7 or 12 numbers with spaces between", "a comma");
    fail_at(where, "7 or 12 numbers", std::to_string(words.count));
  }
  std::array<double, quaternion_numbers> numbers;
  for (std::size_t i = 0; i < quaternion_numbers; ++i) numbers[i] = number<double>(words.word[i], where);
  return from_quaternion(numbers, where, offset);
}

Pose parse_pose(const std::string& text, const std::string& where) {
  return parse_pose(text, where, {});
}

std::vector<Pose> read_poses(const std::string& path, const Vec3d& offset) {
  const std::string text = read_input_file(path);
  const std::string place = printable_path(path);
  refuse_known_kind(path, "a pose file", text);
  TextScanner scanner(text.data(), text.size(), path, {'#', false});
  std::vector<Pose> poses;
  while (scanner.next_line()) {
    const std::string where = place + ":" + std::to_string(scanner.line());
    poses.push_back(parse_pose(std::string(scanner.rest_of_line()), where, offset));
  }
  if (poses.empty()) fail_at(place, "at least one pose", "none");
  return poses;
}

std::vector<Pose> read_poses(const std::string& path) {
  return read_poses(path, {});
}

}  // namespace collisionchip

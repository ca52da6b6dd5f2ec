#include "collisionchip/reference/all_pairs/displacement.h"

#include <cmath>

#include "collisionchip/reference/text/file_kind.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

Displacement next_displacement(TextScanner& scanner) {
  Displacement displacement;
  for (float& number : displacement)
    number = scanner.read_float("six numbers: x y z, then the angles about x, y and z");
  if (const std::string_view more = scanner.token(); !more.empty()) scanner.fail("six numbers", more);
  return displacement;
}

}  // namespace

Pose pose_of(const Displacement& displacement) {
  const double phi = displacement[3], theta = displacement[4], psi = displacement[5];
  const double cos_theta = std::cos(theta), sin_theta = std::sin(theta), cos_phi = std::cos(phi),
               sin_phi = std::sin(phi), cos_psi = std::cos(psi), sin_psi = std::sin(psi);
  const auto entry = [](double value) { return static_cast<float>(value); };
  Pose pose;
  // The document's RotMatrix[r + 3 s] is r[r][s].
  pose.r = {{{entry(cos_theta * cos_psi), entry(-cos_phi * sin_psi + sin_phi * sin_theta * cos_psi),
              entry(sin_phi * sin_psi + cos_phi * sin_theta * cos_psi)},
             {entry(cos_theta * sin_psi), entry(cos_phi * cos_psi + sin_phi * sin_theta * sin_psi),
              entry(-sin_phi * cos_psi + cos_phi * sin_theta * sin_psi)},
             {entry(-sin_theta), entry(sin_phi * cos_theta), entry(cos_phi * cos_theta)}}};
  pose.t = {displacement[0], displacement[1], displacement[2]};
  return pose;
}

Displacement parse_displacement(const std::string& text, const std::string& where) {
  TextScanner scanner(text.data(), text.size(), where, {});
  TextScanner counter = scanner;
  std::size_t numbers = 0;
  while (counter.next_line()) {
    while (!counter.token().empty()) ++numbers;
  }
  if (numbers != Displacement{}.size())
    fail_at(where, "six numbers, x y z and the angles about x, y and z", std::to_string(numbers));
  scanner.next_line();
  return next_displacement(scanner);
}

std::vector<Displacement> read_displacements(const std::string& path) {
  const std::string text = read_input_file(path);
  refuse_known_kind(path, "a file of displacements", text);
  TextScanner scanner(text.data(), text.size(), path, {'#', false});
  std::vector<Displacement> displacements;
  while (scanner.next_line()) displacements.push_back(next_displacement(scanner));
  if (displacements.empty()) fail_at(Place::in(path), "at least one displacement", "none");
  return displacements;
}

bool turns(const Pose& pose) {
  return pose.r != Pose{}.r;
}

std::vector<float> displaced_vertices(const std::vector<float>& vertices, const Pose& pose) {
  std::vector<float> displaced = vertices;
  const auto& r = pose.r;
  for (std::size_t i = 0; turns(pose) && i < vertices.size(); i += 3) {
    for (std::size_t row = 0; row < 3; ++row)
      displaced[i + row] =
          (vertices[i] * r[row][0] + vertices[i + 1] * r[row][1]) + vertices[i + 2] * r[row][2];
  }
  for (std::size_t i = 0; i < displaced.size(); ++i) displaced[i] += pose.t[static_cast<int>(i % 3)];
  return displaced;
}

}  // namespace collisionchip

#include "collisionchip/reference/mesh/mesh_builder.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "collisionchip/reference/mesh/mesh_extent.h"
#include "collisionchip/reference/mesh/polygon_cut.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

// Two digits say how much it is.
std::string short_text(double value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 2).ptr;
  return {digits, end};
}

}  // namespace

MeshBuilder::MeshBuilder(const std::string& name, const MeshReading& reading)
    : reading_(reading), changes_(reading.changes()) {
  mesh_.name = name;
}

void MeshBuilder::reserve(std::size_t vertices, std::size_t triangles) {
  mesh_.vertices.reserve(vertices);
  mesh_.triangles.reserve(triangles);
}

Place MeshBuilder::place_of(const char* word, std::uint64_t number) const {
  Place place = Place::in(mesh_.name);
  place.name += word + std::to_string(number);
  return place;
}

float MeshBuilder::rounded(const FileNumber& number, double offset, const char* axis, std::uint64_t place,
                           double& moved) const {
  const double value = changes_ ? number.value * reading_.scale - offset : number.value;
  const float result = changes_ ? static_cast<float>(value) : number.rounded;
  if (!std::isfinite(result)) {
    fail_at(place_of(words_.vertex, place), std::string("a finite float32 for ") + axis,
            "NaN, infinity or too large");
  }
  const double step = value - result;
  if (step != 0) moved += std::max(step * step, std::numeric_limits<double>::min());
  return result;
}

void MeshBuilder::add_vertex(const FilePoint& point, std::uint64_t place) {
  const Vec3d at = {point.x.value, point.y.value, point.z.value};
  if (mesh_.vertices.empty()) first_vertex_ = at;
  is_point_ = is_point_ && at == first_vertex_;
  double moved = 0;
  const Vec3d& offset = reading_.offset;
  mesh_.vertices.push_back({rounded(point.x, offset.x, "x", place, moved),
                            rounded(point.y, offset.y, "y", place, moved),
                            rounded(point.z, offset.z, "z", place, moved)});
  if (moved <= largest_move_) return;
  largest_move_ = moved;
  moved_place_ = place;
}

std::uint64_t MeshBuilder::end_polygon(std::uint64_t place) {
  const std::uint64_t corners = corners_;
  corners_ = 0;
  if (corners > 3) {
    polygons_.push_back({static_cast<std::uint32_t>(mesh_.triangles.size() - (corners - 2)),
                         static_cast<std::uint32_t>(corners - 2), place});
  }
  return corners;
}

void MeshBuilder::leave_out(const std::string& what, std::uint64_t place) {
  if (left_out_.count++ == 0) {
    left_out_.place = place;
    left_out_.what = what;
  }
}

void MeshBuilder::say(const char* word, const Counted& counted) {
  if (counted.count == 0) return;
  std::string text = place_of(word, counted.place).name + ": " + counted.what;
  if (counted.count > 1) text += ", the first of " + std::to_string(counted.count);
  remarks_.push_back(std::move(text));
}

void MeshBuilder::cut_polygons() {
  PolygonCutter cutter;
  std::vector<std::uint32_t> numbers;
  std::vector<Vec3f> corners;
  Counted crossed;
  for (const Polygon& polygon : polygons_) {
    std::array<std::uint32_t, 3>* const fan = &mesh_.triangles[polygon.first_triangle];
    numbers = {fan[0][0], fan[0][1]};
    for (std::uint32_t i = 0; i < polygon.triangles; ++i) numbers.push_back(fan[i][2]);
    corners.clear();
    for (const std::uint32_t number : numbers) corners.push_back(mesh_.vertices[number]);
    const PolygonCut cut = cutter.cut(corners);
    if (cut == PolygonCut::crosses && crossed.count++ == 0) crossed.place = polygon.place;
    if (cut != PolygonCut::ears) continue;
    for (std::size_t i = 0; i < polygon.triangles; ++i) {
      const auto& triangle = cutter.triangles()[i];
      fan[i] = {numbers[triangle[0]], numbers[triangle[1]], numbers[triangle[2]]};
    }
  }
  crossed.what = "a polygon whose sides cross is fanned from its first corner";
  say(words_.polygon, crossed);
}

// Below the least normal float32 a number loses digits, however near the origin; below the least of all it becomes 0.
void MeshBuilder::say_underflow(double reach) {
  const std::string scale = reading_.scale == 1 ? "" : "times " + short_text(reading_.scale) + " ";
  if (reach == 0) {
    fail_at(Place::in(mesh_.name), "a coordinate of at least 1.4e-45, the least float32",
            scale + "all coordinates 0; a larger scale avoids it");
  }
  remarks_.push_back(
      printable_path(mesh_.name) + ": " + scale +
      "all coordinates are below 1.2e-38, where float32 has fewer digits: corners move by up to " +
      short_text(std::sqrt(largest_move_)) + "; a larger scale avoids it");
}

// The largest coordinate without its sign, of all vertices: those without a triangle were rounded, too.
double MeshBuilder::reach() const {
  float result = 0;
  for (const Vec3f& vertex : mesh_.vertices) {
    for (int axis = 0; axis < 3; ++axis) result = std::max(result, std::abs(vertex[axis]));
  }
  return result;
}

// Rounding to float32 moves a corner by up to 2^-25 of its distance from the origin along each axis. It is worth a word where that
// is much more than an object of this size must suffer anywhere, and more than its details bear.
void MeshBuilder::say_rounding() {
  if (largest_move_ == 0 || is_point_) return;
  const double move = std::sqrt(largest_move_);
  if (const double far = reach(); far < std::numeric_limits<float>::min()) return say_underflow(far);
  const MeshExtent extent = extent_of(mesh_);
  if (move <= extent.largest() * 0x1p-20) return;
  if (move <= std::min(extent.smallest(), median_edge(mesh_)) * 0x1p-16) return;
  remarks_.push_back(
      place_of(words_.vertex, moved_place_).name + ": rounding to float32 moves this vertex by " +
      short_text(move / std::abs(reading_.scale)) +
      (reading_.offset == Vec3d{} ? ", the most of the file; --recentre avoids it"
                                  : ", the most of the file, though --recentre took an offset away"));
}

Mesh MeshBuilder::finish() {
  cut_polygons();
  say_rounding();
  say(words_.polygon, left_out_);
  return std::move(mesh_);
}

}  // namespace collisionchip

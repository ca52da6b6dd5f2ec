#include "collisionchip/reference/obb/obb_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/arithmetic/host_arithmetic.h"
#include "collisionchip/reference/obb/obb_frame.h"
#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

Vec3d column(const Obb& box, std::size_t i) {
  return {box.r[0][i], box.r[1][i], box.r[2][i]};
}

Vec3d translation(const Obb& box) {
  return {box.t[0], box.t[1], box.t[2]};
}

struct Slab {
  double low = HUGE_VAL, high = -HUGE_VAL;
  double size = 0;  // sum of |axis| |corner|, at most

  double middle() const { return low + 0.5 * (high - low); }
};

// The corners along an axis, each to within 2^-51 size: products of float32 are exact in double.
Slab slab_of(const Mesh& mesh, const std::uint32_t* first, const std::uint32_t* last, const Vec3d& axis) {
  Slab slab;
  for (const std::uint32_t* t = first; t != last; ++t) {
    for (const Vec3f& corner : mesh.corners(*t)) {
      const Vec3d term = {axis.x * corner.x, axis.y * corner.y, axis.z * corner.z};
      const double place = term.x + term.y + term.z;
      slab.low = std::min(slab.low, place);
      slab.high = std::max(slab.high, place);
      slab.size = std::max(slab.size, std::abs(term.x) + std::abs(term.y) + std::abs(term.z));
    }
  }
  return slab;
}

Matrix3 rows_of(const Obb& box) {
  Matrix3 rows;
  for (std::size_t i = 0; i < 3; ++i) rows[i] = {box.r[i][0], box.r[i][1], box.r[i][2]};
  return rows;
}

Matrix3 product(const Matrix3& a, const Matrix3& b) {
  Matrix3 result;
  for (std::size_t i = 0; i < 3; ++i) result[i] = a[i].x * b[0] + a[i].y * b[1] + a[i].z * b[2];
  return result;
}

// Row sums bound the norm of a symmetric matrix. The last term covers what this rounds.
double deviation_of(const Obb& box) {
  double most = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < 3; ++j)
      sum += std::abs(dot(column(box, i), column(box, j)) - (i == j ? 1.0 : 0.0));
    most = std::max(most, sum);
  }
  return most + 0x1p-48;
}

void widen(const Obb& box, ObbReach& reach) {
  const auto at_least = [](double value, double& bound) {
    if (!(value <= bound)) bound = value;  // a NaN stays
  };
  at_least(deviation_of(box), reach.deviation);
  const Vec3d t = translation(box);
  at_least(std::sqrt(dot(t, t)), reach.translation);
  at_least(double{box.d[0]} + double{box.d[1]} + double{box.d[2]}, reach.extents);
}

// RAPID's: those whose centroid lies below the mean along the longest axis go first; halves by number if that
// leaves a side empty.
std::uint32_t* split(const Mesh& mesh, const ObbFrameFit& fit, std::uint32_t* first, std::uint32_t* last) {
  const auto count = last - first;
  if (count == 2) return first + 1;
  const Vec3d axis = {fit.axes[0].x, fit.axes[1].x, fit.axes[2].x};
  const double threshold = dot(axis, fit.mean);
  std::uint32_t* middle = first;
  for (std::uint32_t* t = first; t != last; ++t) {
    const std::array<Vec3f, 3> p = mesh.corners(*t);
    const Vec3d sum = to_double(p[0]) + to_double(p[1]) + to_double(p[2]);
    if (dot(axis, 1. / 3 * sum) < threshold) std::swap(*t, *middle++);
  }
  return middle == first || middle == last ? first + count / 2 : middle;
}

}  // namespace

Obb composed(const Obb& outer, const Obb& box) {
  Obb result;
  result.d = box.d;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::array<float, 3>& row = outer.r[i];
    for (std::size_t j = 0; j < 3; ++j)
      result.r[i][j] = dotadd(row[0], box.r[0][j], row[1], box.r[1][j], row[2], box.r[2][j], 0.0f);
    result.t[i] = dotadd(row[0], box.t[0], row[1], box.t[1], row[2], box.t[2], outer.t[i]);
  }
  return result;
}

std::array<float, 3> enclosing_extents(const Mesh& mesh, const std::uint32_t* first,
                                       const std::uint32_t* last, const Obb& box) {
  std::array<float, 3> extents;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3d axis = column(box, i);
    const Slab slab = slab_of(mesh, first, last, axis);
    const Vec3d t = {axis.x * box.t[0], axis.y * box.t[1], axis.z * box.t[2]};
    const double place = t.x + t.y + t.z;
    const double error = 0x1p-50 * (slab.size + std::abs(t.x) + std::abs(t.y) + std::abs(t.z));
    extents[i] = round_up(std::max(slab.high - place, place - slab.low) + error);
  }
  return extents;
}

class ObbBuilder {
 public:
  ObbBuilder(const Mesh& mesh, ObbEncoding encoding, const TreeOptions& options)
      : mesh_(mesh), options_(options), weights_(surface_weights(mesh)), order_(mesh.triangles.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    tree_.frame_ = options.obb.frame;
    tree_.stored_.encoding = encoding;
    tree_.stored_.w_sign = options.obb.w_sign;
    tree_.composed_.encoding = ObbEncoding::obb64;
  }

  // Off an explicit stack: a degenerate object may be as deep as it has triangles.
  ObbTree build() {
    const std::size_t boxes = 2 * order_.size() - 1;
    tree_.stored_.words.resize(boxes * tree_.stored_.record_words());
    if (tree_.frame_ == ObbFrame::parent)
      tree_.composed_.words.resize(boxes * tree_.composed_.record_words());
    std::vector<Range> ranges = {{order_.data(), order_.data() + order_.size(), 0, kNoParent, 0}};
    while (!ranges.empty()) {
      const Range range = ranges.back();
      ranges.pop_back();
      place(range, ranges);
    }
    return std::move(tree_);
  }

 private:
  struct Range {
    std::uint32_t *first, *last;
    std::uint32_t box, parent;
    int level;
  };
  static constexpr std::uint32_t kNoParent = 0xffffffffu;
  static constexpr std::ptrdiff_t kLargeRange = 4096;

  void place(const Range& range, std::vector<Range>& ranges) {
    if (options_.while_building && range.last - range.first > kLargeRange) options_.while_building();
    const ObbFrameFit fit = fit_obb_frame(mesh_, weights_, range.first, range.last);
    const bool is_leaf = range.last - range.first == 1;
    const ObbLink link = {is_leaf, is_leaf ? *range.first : boxes_};
    write(range, fit, link);
    tree_.depth_ = std::max(tree_.depth_, range.level);
    if (is_leaf) return;
    std::uint32_t* middle = split(mesh_, fit, range.first, range.last);
    ranges.push_back({middle, range.last, boxes_ + 1, range.box, range.level + 1});
    ranges.push_back({range.first, middle, boxes_, range.box, range.level + 1});
    boxes_ += 2;
  }

  // Encoded with its axes alone, decoded, and only then given a place and extents: what the encoding takes
  // from the axes costs tightness, never a triangle.
  void write(const Range& range, const ObbFrameFit& fit, const ObbLink& link) {
    ObbImage& stored = tree_.stored_;
    std::uint32_t* words = stored.record(range.box);
    const bool relative = tree_.frame_ == ObbFrame::parent && range.parent != kNoParent;
    const Obb parent = relative ? tree_.composed_.box(range.parent) : Obb{};
    const Matrix3 to_parent = relative ? inverse(rows_of(parent)) : Matrix3{};
    const auto placed = [&] {
      const Obb box = stored.box(range.box);
      return relative ? composed(parent, box) : box;
    };
    ObbRecord record;
    record.link = link;
    record.r = relative ? product(to_parent, fit.axes) : fit.axes;
    encode_obb(stored.encoding, stored.w_sign, record, words);
    const Vec3d centre = centre_of(range, placed(), fit.mean);
    record.t = rounded(relative ? to_parent * (centre - translation(parent)) : centre);
    encode_obb(stored.encoding, stored.w_sign, record, words);
    record.d = enclosing_extents(mesh_, range.first, range.last, placed());
    encode_obb(stored.encoding, stored.w_sign, record, words);
    const Obb box = placed();
    widen(box, tree_.reach_);
    if (tree_.frame_ == ObbFrame::parent) {
      encode_obb(ObbEncoding::obb64, QuaternionSign::canonical, {rows_of(box), box.t, box.d, link},
                 tree_.composed_.record(range.box));
    }
  }

  static std::array<float, 3> rounded(const Vec3d& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
  }

  // The centre of the corners in the box's own frame, whose columns are orthonormal up to rounding.
  Vec3d centre_of(const Range& range, const Obb& box, const Vec3d& mean) const {
    Vec3d centre = mean;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3d axis = column(box, i);
      const double middle = slab_of(mesh_, range.first, range.last, axis).middle();
      centre = centre + (middle - dot(axis, mean)) * axis;
    }
    return centre;
  }

  const Mesh& mesh_;
  const TreeOptions& options_;
  const std::vector<double> weights_;
  std::vector<std::uint32_t> order_;
  ObbTree tree_;
  std::uint32_t boxes_ = 1;  // that have a number
};

ObbTree ObbTree::build(const Mesh& mesh, ObbEncoding encoding, const TreeOptions& options) {
  require_exact_arithmetic();
  if (mesh.triangles.empty()) throw InputError(mesh.name + ": no triangle");
  if (mesh.triangles.size() > kMostObbTriangles) {
    throw InputError(mesh.name + ": more than 2^28 triangles, which links of oriented boxes cannot name");
  }
  return ObbBuilder(mesh, encoding, options).build();
}

}  // namespace collisionchip

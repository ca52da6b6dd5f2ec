#include "collisionchip/testbench/without_tree/contact_points.h"

#include <fmt/format.h>

#include "collisionchip/reference/all_pairs/contact_point.h"
#include "collisionchip/reference/all_pairs/displacement.h"

namespace collisionchip {

PointsFile::PointsFile(const std::string& path, const PairsQuestion& question) : question_(question) {
  if (path.empty()) return;
  file_.emplace(path);
  file_->stream() << "pose,triangle_a,triangle_b,edge,delta,x,y,z\n";
  const AllPairsObject a = AllPairsObject::of(question.a);
  corners_a_ = corners_of(a.vertices, a.triangles);
  b_ = AllPairsObject::of(question.other());
}

void PointsFile::add(std::size_t pose, const std::vector<TrianglePair>& pairs) {
  if (!file_) return;
  const std::vector<TriangleCorners> corners_b =
      corners_of(displaced_vertices(b_.vertices, question_.poses[pose]), b_.triangles);
  for (const TrianglePair& pair : pairs) {
    file_->stream() << fmt::format("{},{},{},", pose, pair.a, pair.b);
    const std::optional<ContactPoint> at = contact_point(corners_a_[pair.a], corners_b[pair.b]);
    ++(at ? points_ : without_point_);
    file_->stream() << (at ? fmt::format("{},{},{},{},{}\n", at->edge, at->delta, at->point.x, at->point.y,
                                         at->point.z)
                           : ",,,,\n");
  }
}

void PointsFile::close() {
  if (file_) file_->close();
}

}  // namespace collisionchip

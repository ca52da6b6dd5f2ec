#include "collisionchip/reference/tumbling/convex_hull.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace collisionchip {

namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;  // of the smaller number first

double magnitude(const Vec3d& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

struct Plane {
  Vec3d normal;  // outward, of length 1
  double offset;

  double above(const Vec3d& point) const { return dot(normal, point) + offset; }
};

struct Facet {
  Plane plane;
  std::array<std::uint32_t, 3> corners;  // numbers of points
};

// qhull's answer; no facets when the points lie in a plane or qhull gives up.
std::vector<Facet> facets_of(const std::vector<Vec3d>& points) {
  static_assert(sizeof(Vec3d) == 3 * sizeof(coordT));
  std::vector<Vec3d> copy = points;
  std::FILE* const nowhere = std::fopen("/dev/null", "w");
  if (nowhere == nullptr) return {};
  qhT memory;
  qhT* const qh = &memory;
  qh_zero(qh, nowhere);
  char command[] = "qhull Qt Pp";
  std::vector<Facet> facets;
  if (qh_new_qhull(qh, 3, static_cast<int>(copy.size()), &copy[0].x, False, command, nowhere, nowhere) == 0) {
    for (const facetT* facet = qh->facet_list; facet != nullptr && facet->next != nullptr;
         facet = facet->next) {
      Facet found{{{facet->normal[0], facet->normal[1], facet->normal[2]}, facet->offset}, {}};
      if (qh_setsize(qh, facet->vertices) != 3) {
        facets.clear();
        break;
      }
      for (int i = 0; i < 3; ++i) {
        const auto* vertex = static_cast<const vertexT*>(facet->vertices->e[i].p);
        found.corners[static_cast<std::size_t>(i)] =
            static_cast<std::uint32_t>(qh_pointid(qh, vertex->point));
      }
      facets.push_back(found);
    }
  }
  // Long memory first, then the pools of short memory.
  qh_freeqhull(qh, !qh_ALL);
  int remaining = 0, bytes = 0;
  qh_memfreeshort(qh, &remaining, &bytes);
  std::fclose(nowhere);
  return facets;
}

// Whether the facets close a surface without holes: every edge joins two of them, and V - E + F = 2.
bool is_sphere(const std::vector<Facet>& facets, std::size_t vertices,
               const std::vector<Edge>& sorted_edges) {
  for (std::size_t i = 0; i < sorted_edges.size(); i += 2) {
    if (i + 1 == sorted_edges.size() || sorted_edges[i] != sorted_edges[i + 1]) return false;
    if (i + 2 < sorted_edges.size() && sorted_edges[i + 2] == sorted_edges[i]) return false;
  }
  return vertices + facets.size() == sorted_edges.size() / 2 + 2;
}

// With the ball of radius r about the centre inside all planes, and every point at most t above each, the points lie
// in the hull blown up from its centre by 1 + t / r.
double margin_of(const std::vector<Vec3d>& points, const std::vector<Facet>& facets, const Vec3d& centre,
                 double size, double reach) {
  double above = 0, radius = HUGE_VAL;
  for (const Facet& facet : facets) {
    radius = std::min(radius, -facet.plane.above(centre));
    for (const Vec3d& point : points) above = std::max(above, facet.plane.above(point));
    for (const std::uint32_t corner : facet.corners)
      above = std::max(above, -facet.plane.above(points[corner]));
  }
  above += 0x1p-49 * size + 0x1p-51 * reach;
  return radius > 0 ? 4 * above / radius * size : HUGE_VAL;
}

}  // namespace

std::optional<ConvexHull> convex_hull(const std::vector<Vec3d>& points) {
  if (points.size() < 4) return std::nullopt;
  // About the first one: what is small and far away has a hull, too.
  std::vector<Vec3d> about_first;
  double reach = 0, size = 0;
  for (const Vec3d& point : points) {
    about_first.push_back(point - points.front());
    reach = std::max(reach, magnitude(point));
    size = std::max(size, magnitude(about_first.back()));
  }
  const std::vector<Facet> facets = facets_of(about_first);
  std::vector<std::uint32_t> place(points.size(), 0);
  std::vector<Edge> edges;
  for (const Facet& facet : facets) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = facet.corners[i], b = facet.corners[(i + 1) % 3];
      place[a] = 1;
      edges.emplace_back(std::min(a, b), std::max(a, b));
    }
  }
  std::sort(edges.begin(), edges.end());
  ConvexHull hull;
  Vec3d centre;
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (place[p] == 0) continue;
    place[p] = static_cast<std::uint32_t>(hull.vertices.size());
    hull.vertices.push_back(points[p]);
    centre = centre + about_first[p];
  }
  if (facets.empty() || !is_sphere(facets, hull.vertices.size(), edges)) return std::nullopt;
  centre = 1.0 / static_cast<double>(hull.vertices.size()) * centre;
  hull.margin = margin_of(about_first, facets, centre, size, reach);
  if (!(hull.margin <= 0x1p-39 * reach)) return std::nullopt;
  std::vector<std::vector<std::uint32_t>> beside(hull.vertices.size());
  for (std::size_t i = 0; i < edges.size(); i += 2) {
    const std::uint32_t a = place[edges[i].first], b = place[edges[i].second];
    beside[a].push_back(b);
    beside[b].push_back(a);
  }
  for (const auto& of_vertex : beside) {
    hull.first_neighbour.push_back(static_cast<std::uint32_t>(hull.neighbours.size()));
    hull.neighbours.insert(hull.neighbours.end(), of_vertex.begin(), of_vertex.end());
  }
  hull.first_neighbour.push_back(static_cast<std::uint32_t>(hull.neighbours.size()));
  return hull;
}

}  // namespace collisionchip

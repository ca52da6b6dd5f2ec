#include "collisionchip/testbench/operations/operation_study.h"

#include <algorithm>

#include "collisionchip/reference/all_pairs/edge_solver.h"
#include "collisionchip/reference/traverse/list_tape.h"
#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/operations/barycentric_test.h"
#include "collisionchip/testbench/operations/erit_test.h"
#include "collisionchip/testbench/operations/moeller_test.h"

namespace collisionchip {

namespace {

template <typename Number>
CornersOf<Number> corners_of(const std::array<Vec3f, 3>& c) {
  CornersOf<Number> corners;
  for (std::size_t i = 0; i < 3; ++i) corners[i] = {Number(c[i].x), Number(c[i].y), Number(c[i].z)};
  return corners;
}

struct LeafPair {
  const TriangleRecord &tumbled, &aligned;
  const FrameMatrices& frames;
};

// Corners in the frame that `counted` leaves to the test: what is not counted is done in float32.
template <typename Number>
CornersOf<Number> moved(const Matrix34& m, const std::array<Vec3f, 3>& corners, bool counted) {
  if (counted) return transform_corners(m, corners_of<Number>(corners));
  return corners_of<Number>(transform_corners(m, corners_of<float>(corners)));
}

template <typename Number>
struct AsTheUnit {
  static bool meet(const LeafPair& pair, TransformsCounted counted) {
    const bool here = edges(pair.frames.to_aligned, pair.tumbled, pair.aligned, counted);
    const bool there = edges(pair.frames.to_tumbled, pair.aligned, pair.tumbled, counted);
    return here || there;
  }
  static bool edges(const Matrix34& frame, const TriangleRecord& from, const TriangleRecord& to,
                    TransformsCounted counted) {
    if (counted != TransformsCounted::none)
      return all_edges(transform_corners(
          to.to_unit, moved<Number>(frame, from.corners, counted == TransformsCounted::all)));
    const auto in_frame = transform_corners(frame, corners_of<float>(from.corners));
    return all_edges(corners_of<Number>(transform_corners(to.to_unit, in_frame)));
  }
};

template <typename Number>
struct AsSoftware {
  static bool meet(const LeafPair& pair, TransformsCounted counted) {
    const bool frames = counted == TransformsCounted::all;
    return edges_until_known(pair.aligned.to_unit,
                             moved<Number>(pair.frames.to_aligned, pair.tumbled.corners, frames)) ||
           edges_until_known(pair.tumbled.to_unit,
                             moved<Number>(pair.frames.to_tumbled, pair.aligned.corners, frames));
  }
};

template <bool kDivides>
struct Moeller {
  template <typename Number>
  struct Test {
    static bool meet(const LeafPair& pair, TransformsCounted counted) {
      return MoellerTest<Number, kDivides>::intersect(
          moved<Number>(pair.frames.to_aligned, pair.tumbled.corners, counted == TransformsCounted::all),
          corners_of<Number>(pair.aligned.corners));
    }
  };
};

template <typename Number>
struct Barycentric {
  static bool meet(const LeafPair& pair, TransformsCounted counted) {
    const bool frames = counted == TransformsCounted::all;
    return edges_meet_by_barycentrics(pair.aligned.to_unit,
                                      moved<Number>(pair.frames.to_aligned, pair.tumbled.corners, frames)) ||
           edges_meet_by_barycentrics(pair.tumbled.to_unit,
                                      moved<Number>(pair.frames.to_tumbled, pair.aligned.corners, frames));
  }
};

template <typename Number>
struct Erit {
  static bool meet(const LeafPair& pair, TransformsCounted counted) {
    return EritTest<Number>::intersect(
        corners_of<Number>(pair.aligned.corners),
        moved<Number>(pair.frames.to_aligned, pair.tumbled.corners, counted == TransformsCounted::all));
  }
};

template <typename Number>
struct EdgeSolver {
  static bool meet(const LeafPair& pair, TransformsCounted counted) {
    return edges_meet_by_solving(
        moved<Number>(pair.frames.to_aligned, pair.tumbled.corners, counted == TransformsCounted::all),
        corners_of<Number>(pair.aligned.corners));
  }
};

class Study {
 public:
  Study() {
    using T = TransformsCounted;
    for (const T counted : {T::none, T::triangle, T::all})
      add<AsTheUnit>("ours, everything computed (the Triangle Unit)", counted, true);
    for (const T counted : {T::triangle, T::all})
      add<AsSoftware>("ours, until the answer is known (software)", counted, true);
    for (const T counted : {T::triangle, T::all}) add<Moeller<true>::Test>("Möller 1997", counted, false);
    for (const T counted : {T::triangle, T::all})
      add<Moeller<false>::Test>("Möller 1997 without divisions", counted, false);
    for (const T counted : {T::triangle, T::all})
      add<Barycentric>("barycentric coordinates, Arenberg 1988", counted, false);
    for (const T counted : {T::triangle, T::all}) add<Erit>("ERIT, Held 1997", counted, false);
    for (const T counted : {T::triangle, T::all})
      add<EdgeSolver>("five edges by solving, the case study", counted, false);
  }

  void test(const LeafPair& pair, bool exact_verdict) {
    const bool raw = triangles_intersect(pair.tumbled, pair.aligned, pair.frames);
    for (Entry& entry : entries_) {
      const OperationCounts before = CountedFloat::counted();
      const bool verdict = entry.counted(pair, entry.row.transforms);
      add_to(entry.row, CountedFloat::counted() - before);
      entry.row.other_verdicts += verdict != exact_verdict ? 1 : 0;
      entry.row.missed += exact_verdict && !verdict ? 1 : 0;
      const bool expected = entry.is_ours ? raw : entry.in_float(pair, entry.row.transforms);
      entry.row.other_than_float += verdict != expected ? 1 : 0;
    }
  }

  std::vector<OperationRow> rows() const {
    std::vector<OperationRow> rows;
    for (const Entry& entry : entries_) rows.push_back(entry.row);
    return rows;
  }

 private:
  using Meet = bool (*)(const LeafPair& pair, TransformsCounted counted);
  struct Entry {
    OperationRow row;
    Meet counted, in_float;
    bool is_ours;
  };

  template <template <typename> class Test>
  void add(const std::string& name, TransformsCounted transforms, bool is_ours) {
    OperationRow row;
    row.test = name;
    row.transforms = transforms;
    entries_.push_back({row, Test<CountedFloat>::meet, Test<float>::meet, is_ours});
  }

  static void add_to(OperationRow& row, const OperationCounts& of_pair) {
    ++row.pairs;
    for (const auto kind : {&OperationCounts::multiplies, &OperationCounts::adds, &OperationCounts::divides,
                            &OperationCounts::compares}) {
      row.sum.*kind += of_pair.*kind;
      row.most.*kind = std::max(row.most.*kind, of_pair.*kind);
    }
  }

  std::vector<Entry> entries_;
};

}  // namespace

std::vector<OperationRow> count_operations(const std::vector<PosedTriangles>& pairs) {
  Study study;
  for (const PosedTriangles& posed : pairs) {
    const TriangleRecord tumbled = make_triangle_record(posed.b, 0),
                         aligned = make_triangle_record(posed.a, 0);
    const FrameMatrices frames = make_frame_matrices(posed.pose, TumbledSide::b);
    study.test({tumbled, aligned, frames}, triangles_intersect_exactly(posed.a, posed.b, posed.pose));
  }
  return study.rows();
}

std::vector<OperationRow> count_operations(const CollisionObject& object, const std::vector<Pose>& poses) {
  Study study;
  const QueryOptions options;
  for (const Pose& pose : poses) {
    ListTape tape;
    list_traversal(object, object, pose, options, tape);
    const FrameMatrices frames = make_frame_matrices(pose, options.tumbled_side);
    for (const ListTape::Test& test : tape.tests) {
      const LeafPair pair{object.triangles[test.tumbled], object.triangles[test.aligned], frames};
      study.test(pair, triangles_intersect_exactly(pair.aligned.corners, pair.tumbled.corners, pose));
    }
  }
  return study.rows();
}

}  // namespace collisionchip

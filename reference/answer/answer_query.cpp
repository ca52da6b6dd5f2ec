#include "collisionchip/reference/answer/answer_query.h"

#include <stdexcept>

#include "collisionchip/reference/answer/answer_levels.h"
#include "collisionchip/reference/answer/sorted_cones.h"
#include "collisionchip/reference/traverse/sort_pairs.h"

namespace collisionchip {

namespace {

// Each thread has memory of its own.
AnswerRoom& room() {
  thread_local AnswerRoom own;
  return own;
}

}  // namespace

AnswerObject::AnswerObject(const CollisionObject& of)
    : object(of), boxes(RootBoxes::of(of.triangles)), compact(of.tree) {
  triangles.reserve(compact.leaves().size());
  for (const std::uint32_t triangle : compact.leaves()) triangles.push_back(of.triangles[triangle]);
  find_first_contact_with_itself();
}

// What the first query of a thread has to do before it begins, loading the program's pages and making tables and memory, no other
// query waits for. The first contact of an object with itself is the first pair of leaves that it comes to.
void AnswerObject::find_first_contact_with_itself() const {
  QueryOptions options;
  options.first_witness = true;
  answer_query(*this, *this, Pose{}, options);
}

QueryResult answer_query(const AnswerObject& a, const AnswerObject& b, const Pose& pose,
                         const QueryOptions& options, FilterLevel level) {
  const AnswerLevel* const answers = find_answer_level(level);
  if (answers == nullptr) throw std::invalid_argument("this processor has no vectors of that width");
  const CollisionObject &object_a = a.object, &object_b = b.object;
  if (object_a.tree.k() != object_b.tree.k())
    throw std::invalid_argument("both objects need trees of the same k");
  if (options.answers != Answers::exact) return dop_list_traversal(object_a, object_b, pose, options);
  QueryResult result;
  if (roots_apart(a.boxes, b.boxes, pose)) return result;
  const bool a_tumbles = options.tumbled_side == TumbledSide::a;
  const AnswerObject &tumbled_side = a_tumbles ? a : b, &aligned = a_tumbles ? b : a;
  const DopTree& tumbled = tumbled_side.object.tree;
  const RigidMap map = RigidMap::of(pose, options.tumbled_side);
  const LeafBounds bounds(tumbled.k(), map, tumbled.root(), aligned.object.tree.root());
  if (aligned.compact.empty() || !bounds.usable) return dop_list_traversal(object_a, object_b, pose, options);
  const TriangleQuery query(a.triangles, b.triangles, pose, options);
  const CompactTransform transform(*sorted_cones(tumbled.k()), map, tumbled.root(),
                                   tumbled_side.compact.grid(), aligned.compact.grid());
  answers->run(
      {tumbled.k(), tumbled_side.compact, aligned.compact, transform, bounds, query, room(), result});
  for (TrianglePair& pair : result.pairs) pair = {a.compact.leaves()[pair.a], b.compact.leaves()[pair.b]};
  sort_pairs(result.pairs);
  return result;
}

QueryResult answer_query(const AnswerObject& a, const AnswerObject& b, const Pose& pose,
                         const QueryOptions& options) {
  static const FilterLevel widest =
      find_answer_level(FilterLevel::sixteen) != nullptr ? FilterLevel::sixteen : FilterLevel::four;
  return answer_query(a, b, pose, options, widest);
}

}  // namespace collisionchip

// A traversal and nothing else, for counting its instructions: no chip, no SystemC. It is built twice, with
// vector instructions and without (reference/arithmetic/lanes.h).
//
//   traversal_program OBJECT.stl POSES.txt list|single_list|simultaneous|set_up first|all
//
// The object meets its copy in every pose. Prints how many pairs there are, and a hash of them and of the work done.
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include "collisionchip/reference/arithmetic/fnv1a.h"
#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/traverse/query.h"

namespace collisionchip {

using Traversal = QueryResult (*)(const CollisionObject& a, const CollisionObject& b, const Pose& pose,
                                  const QueryOptions& options);

struct MeasuredQuery {
  Traversal traversal;  // nullptr: the set-up of the pose, which all traversals share
  const CollisionObject& object;
  QueryOptions options;
  Pose pose;
  QueryResult result;
  std::unique_ptr<const QuerySetup> set_up;
};

}  // namespace collisionchip

// What is counted, by a name that the compiler does not change (paper/callgrind.h).
extern "C" void measured_query(collisionchip::MeasuredQuery& query) {
  using namespace collisionchip;
  if (query.traversal == nullptr) {
    query.set_up =
        std::make_unique<QuerySetup>(query.object, query.object, query.pose, query.options.tumbled_side);
  } else {
    query.result = query.traversal(query.object, query.object, query.pose, query.options);
  }
}

namespace {

using namespace collisionchip;

Traversal traversal_of(const std::string& name) {
  if (name == "list")
    return [](const auto& a, const auto& b, const auto& pose, const auto& options) {
      return list_traversal(a, b, pose, options);
    };
  if (name == "single_list") return single_list_traversal;
  if (name == "simultaneous") return simultaneous_traversal;
  return nullptr;
}

void run(const std::string& object_file, const std::string& pose_file, const std::string& traversal,
         bool first) {
  const CollisionObject object = CollisionObject::build(read_mesh(object_file));
  // Through a pointer that may change, so that the call stays a call.
  void (*volatile measured)(MeasuredQuery&) = measured_query;
  std::uint64_t pairs = 0;
  Fnv1a hash;
  for (const Pose& pose : read_poses(pose_file)) {
    MeasuredQuery query{traversal_of(traversal), object, {}, pose, {}, nullptr};
    query.options.first_witness = first;
    measured(query);
    pairs += query.result.pairs.size();
    const TraversalCounters& did = query.result.counters;
    for (const std::uint64_t count : {did.transforms, did.overlap_tests, did.triangle_tests, did.uncertain})
      hash.add_bytes(count, 8);
    for (const TrianglePair& pair : query.result.pairs) {
      hash.add_bytes(pair.a, 4);
      hash.add_bytes(pair.b, 4);
    }
  }
  std::printf("pairs %llu hash %s\n", static_cast<unsigned long long>(pairs), hash.digits().c_str());
}

}  // namespace

int main(int count, char** words) {
  if (count != 5) {
    std::fprintf(
        stderr,
        "usage: traversal_program OBJECT.stl POSES.txt list|single_list|simultaneous|set_up first|all\n");
    return 2;
  }
  try {
    run(words[1], words[2], words[3], std::string(words[4]) == "first");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
  return 0;
}

// The engines that library_benchmark compares: our engines, our other formats, FCL and Coal.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/reference/geometry/pose.h"
#include "collisionchip/reference/mesh/mesh.h"
#include "collisionchip/reference/traverse/query_result.h"

namespace collisionchip {

enum class Question { all, first };  // all contacts, or whether there is one

// One contender with its own copy of the two objects. Without B, A and B are one object in its memory.
class Contender {
 public:
  virtual ~Contender() = default;

  // The benchmark times this call. The answer is kept.
  virtual void ask(const Pose& pose, Question question) = 0;
  // The pairs of the last question, in any order.
  virtual std::vector<TrianglePair> pairs() const = 0;
  // The counters of the last question. Only our engines have them.
  virtual std::optional<TraversalCounters> counters() const { return std::nullopt; }
  // The bytes of A in memory, with its triangles and without what a query needs.
  virtual std::uint64_t bytes() const = 0;
};

struct ContenderKind {
  std::string name;     // name in tables
  std::string version;  // the version of a library that is not ours
  std::function<std::unique_ptr<Contender>(const Mesh& a, const Mesh* b)> make;
};

// Names are: answer, mirror, fcl, fcl-float; coal and coal-0 if Coal is installed; a format of `trees` with its traversal, as
// `obb64/rapid`. `obb40/list/parent` has boxes in the frame of their parents. InputError for another name.
ContenderKind contender_kind(const std::string& name);
// The contenders that the program compares if no names are given.
std::vector<std::string> default_contenders();

// Each is defined in the source file of its name.
ContenderKind answer_kind();
ContenderKind mirror_kind();
ContenderKind format_kind(const std::string& name);
ContenderKind fcl_kind();
ContenderKind fcl_float_kind();
// `break_distance`: Coal opens bounding volumes closer than this, in the mesh's unit. Without it Coal's default is used.
ContenderKind coal_kind(const std::string& name, std::optional<double> break_distance);

}  // namespace collisionchip

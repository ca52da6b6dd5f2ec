// Those who answer queries side by side in library_benchmark: our engines, our other formats, FCL and Coal.
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

// Two objects as one of them has them. Without B both are the same object, in memory as well.
class Contender {
 public:
  virtual ~Contender() = default;

  // This is what is timed. The answer is kept.
  virtual void ask(const Pose& pose, Question question) = 0;
  // Of the last question, in any order.
  virtual std::vector<TrianglePair> pairs() const = 0;
  // Likewise; ours alone have some.
  virtual std::optional<TraversalCounters> counters() const { return std::nullopt; }
  // That A takes in memory with its triangles, without what a query takes.
  virtual std::uint64_t bytes() const = 0;
};

struct ContenderKind {
  std::string name;     // as tables have it
  std::string version;  // of a library that is not ours
  std::function<std::unique_ptr<Contender>(const Mesh& a, const Mesh* b)> make;
};

// answer, mirror, fcl, fcl-float, coal, coal-0 where Coal is installed, or a format of `trees` with its traversal, `obb64/rapid`;
// `obb40/list/parent` has boxes in the frame of their parents. InputError for another name.
ContenderKind contender_kind(const std::string& name);
// Those that a program without further words compares.
std::vector<std::string> default_contenders();

// By the files of their names.
ContenderKind answer_kind();
ContenderKind mirror_kind();
ContenderKind format_kind(const std::string& name);
ContenderKind fcl_kind();
ContenderKind fcl_float_kind();
// Bounding volumes are opened below so many units of the mesh; none: Coal's own default.
ContenderKind coal_kind(const std::string& name, std::optional<double> break_distance);

}  // namespace collisionchip

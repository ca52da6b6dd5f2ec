// Our engines as contenders, and the trees of other formats.
#include <algorithm>

#include "collisionchip/reference/answer/answer_query.h"
#include "collisionchip/reference/formats/tree_format.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/benchmarks/contender.h"

namespace collisionchip {
namespace {

QueryOptions options_of(Question question) {
  QueryOptions options;
  options.first_witness = question == Question::first;
  return options;
}

class Ours : public Contender {
 public:
  std::vector<TrianglePair> pairs() const override { return result_.pairs; }
  std::optional<TraversalCounters> counters() const override { return result_.counters; }

 protected:
  QueryResult result_;
};

class Mirror : public Ours {
 public:
  Mirror(const Mesh& a, const Mesh* b) : a_(CollisionObject::build(a)) {
    if (b != nullptr) b_ = CollisionObject::build(*b);
  }
  void ask(const Pose& pose, Question question) override {
    result_ = list_traversal(a_, b_ ? *b_ : a_, pose, options_of(question));
  }
  std::uint64_t bytes() const override {
    return a_.tree.nodes().size() * sizeof(DopNode) + a_.triangles.size() * sizeof(TriangleRecord);
  }

 protected:
  const CollisionObject a_;
  std::optional<CollisionObject> b_;
};

class Answering : public Mirror {
 public:
  Answering(const Mesh& a, const Mesh* b) : Mirror(a, b), answer_a_(a_) {
    if (b != nullptr) answer_b_.emplace(*b_);
  }
  void ask(const Pose& pose, Question question) override {
    result_ = answer_query(answer_a_, answer_b_ ? *answer_b_ : answer_a_, pose, options_of(question));
  }
  std::uint64_t bytes() const override {
    return Mirror::bytes() + a_.tree.pair_count() * sizeof(CompactPair) +
           answer_a_.triangles.size() * (sizeof(TriangleRecord) + sizeof(std::uint32_t));
  }

 private:
  const AnswerObject answer_a_;
  std::optional<AnswerObject> answer_b_;
};

class OfFormat : public Ours {
 public:
  OfFormat(const TreeFormat& format, std::string traversal, const TreeOptions& options, const Mesh& a,
           const Mesh* b)
      : format_(format), traversal_(std::move(traversal)), a_(format.build(a, options)) {
    if (b != nullptr) b_ = format.build(*b, options);
  }
  void ask(const Pose& pose, Question question) override {
    result_ = format_.query(*a_, b_ ? *b_ : *a_, pose, options_of(question), traversal_);
  }
  std::uint64_t bytes() const override { return a_->bytes(); }

 private:
  const TreeFormat& format_;
  const std::string traversal_;
  std::unique_ptr<FormatTree> a_, b_;
};

template <typename Which>
ContenderKind ours(const char* name) {
  return {name, "", [](const Mesh& a, const Mesh* b) { return std::make_unique<Which>(a, b); }};
}

}  // namespace

ContenderKind answer_kind() {
  return ours<Answering>("answer");
}
ContenderKind mirror_kind() {
  return ours<Mirror>("mirror");
}

ContenderKind format_kind(const std::string& name) {
  const std::size_t slash = name.find('/');
  const TreeFormat& format = tree_format(name.substr(0, slash));
  std::string traversal = slash == std::string::npos ? format.traversals().front() : name.substr(slash + 1);
  TreeOptions options;
  const std::string parent = "/parent";
  if (const std::size_t at = traversal.find(parent); at != std::string::npos) {
    options.obb.frame = ObbFrame::parent;
    traversal.erase(at);
  }
  const std::vector<std::string> known = format.traversals();
  if (std::find(known.begin(), known.end(), traversal) == known.end())
    throw InputError("contender '" + name + "': expected FORMAT or FORMAT/TRAVERSAL");
  return {name, "", [&format, traversal, options](const Mesh& a, const Mesh* b) {
            return std::make_unique<OfFormat>(format, traversal, options, a, b);
          }};
}

}  // namespace collisionchip

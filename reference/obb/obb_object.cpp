#include "collisionchip/reference/obb/obb_object.h"

#include <utility>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/obb/obb_volumes.h"
#include "collisionchip/reference/traverse/list_scheme.h"

namespace collisionchip {

namespace {

// The boxes below the root in pairs.
template <typename Codec>
class PairedBoxes {
 public:
  explicit PairedBoxes(const ObbImage& image) : image_(image) {}

  std::uint32_t root_mask() const { return image_.boxes() == 1 ? 1 : 3; }
  const std::uint32_t* record(std::uint32_t pair, std::uint32_t side) const {
    // The only box of one triangle is the left one of its pair. It is also given as the right one, which is never visited.
    return image_.record(image_.boxes() == 1 ? 0 : 1 + 2 * pair + side);
  }
  ObbNode node(std::uint32_t pair, int side) const {
    const std::uint32_t* words = record(pair, static_cast<std::uint32_t>(side));
    const ObbLink link = Codec::link(words);
    return {Codec::box(words), link.is_leaf, (link.number - 1) / 2, link.is_leaf ? link.number : 0};
  }
  void prefetch_pair(std::uint32_t pair) const {
    const char* bytes = reinterpret_cast<const char*>(record(pair, 0));
    for (std::size_t line = 0; line < 2 * Codec::kLayout.bytes + 60; line += 64)
      __builtin_prefetch(bytes + line);
  }

 private:
  const ObbImage& image_;
};

template <typename Codec>
using PairedVolumes = ObbVolumes<Codec, PairedBoxes<Codec>>;

class ObbVolumeTree : public VolumeTree {
 public:
  explicit ObbVolumeTree(ObbTree tree) : tree_(std::move(tree)) {}

  std::string node_format() const override { return obb_layout(boxes().encoding).name; }
  const std::uint32_t* words(std::uint32_t pair, std::uint32_t side) const override {
    return boxes().record(boxes().boxes() == 1 ? 0 : 1 + 2 * pair + side);
  }
  VolumeLink link(std::uint32_t pair, std::uint32_t side) const override {
    const ObbLink link = boxes().link(boxes().boxes() == 1 ? 0 : 1 + 2 * pair + side);
    return {link.is_leaf, link.is_leaf ? link.number : (link.number - 1) / 2};
  }
  std::vector<std::uint32_t> matrix_words(const VolumeTree& aligned, const Pose& pose,
                                          TumbledSide tumbled) const override {
    return obb_matrix_words(transform_to(aligned, pose, tumbled));
  }
  QueryResult list_traversal(const VolumeTree& aligned, const TriangleQuery& query,
                             ListTape* tape) const override {
    const ObbImage& others = tree_of(aligned).stored();
    const ObbTransform transform = transform_to(aligned, query.pose, query.options.tumbled_side);
    return with_obb_codec(others.encoding, others.w_sign, [&](auto codec) {
      const PairedVolumes<decltype(codec)> volumes(boxes(), others, transform);
      if (tape != nullptr)
        return ListTraversal<PairedVolumes<decltype(codec)>, true>(query, volumes, tape).run();
      return ListTraversal<PairedVolumes<decltype(codec)>, false>(query, volumes, nullptr).run();
    });
  }

 private:
  const ObbImage& boxes() const { return tree_.stored(); }
  static const ObbTree& tree_of(const VolumeTree& other) {
    return dynamic_cast<const ObbVolumeTree&>(other).tree_;
  }
  ObbTransform transform_to(const VolumeTree& aligned, const Pose& pose, TumbledSide tumbled) const {
    return make_obb_transform(RigidMap::of(pose, tumbled), tree_.reach(), tree_of(aligned).reach());
  }

  ObbTree tree_;
};

}  // namespace

std::vector<std::uint32_t> obb_matrix_words(const ObbTransform& transform) {
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i < 3; ++i) {
    for (const float value : transform.r[i]) words.push_back(bits_of(value));
    words.push_back(bits_of(transform.t[i]));
    words.push_back(i == 0 ? bits_of(transform.epsilon) : 0);
  }
  return words;
}

std::shared_ptr<const VolumeTree> make_obb_volumes(const Mesh& mesh, ObbEncoding encoding) {
  return std::make_shared<ObbVolumeTree>(ObbTree::build(mesh, encoding, {}));
}

}  // namespace collisionchip

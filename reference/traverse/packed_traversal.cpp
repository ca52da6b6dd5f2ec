#include "collisionchip/reference/traverse/packed_traversal.h"

#include <stdexcept>

#include "collisionchip/reference/dop/pair_transform.h"
#include "collisionchip/reference/traverse/list_scheme.h"

namespace collisionchip {

namespace {

template <int kHalf>
class PackedDopVolumes {
 public:
  using Tree = PackedDopTree;
  using Node = PackedDopNode;
  using Transformed = PartnerDop;

  PackedDopVolumes(const PackedDopTree& tumbled, const PackedDopTree& aligned, const DopTransform& transform)
      : tumbled_(tumbled), aligned_(aligned), transform_(transform) {}

  const PackedDopTree& tumbled() const { return tumbled_; }
  const PackedDopTree& aligned() const { return aligned_; }
  void transform_pair(std::uint32_t pair, std::array<PartnerDop, 2>& out) const {
    std::array<DopNode, 2> siblings;
    for (int side = 0; side < 2; ++side)
      std::copy_n(tumbled_.node(pair, side).d, 2 * kHalf, siblings[static_cast<std::size_t>(side)].d.begin());
    transform_.apply(siblings.data(), out);
  }
  static bool overlap(const PartnerDop& tumbled, const PackedDopNode& aligned) {
    return collisionchip::overlap<kHalf>(tumbled, aligned.d);
  }

 private:
  const PackedDopTree &tumbled_, &aligned_;
  PairTransform transform_;
};

}  // namespace

QueryResult packed_list_traversal(const PackedDopObject& a, const PackedDopObject& b, const Pose& pose,
                                  const QueryOptions& options) {
  if (a.tree.k() != b.tree.k()) throw std::invalid_argument("both objects need trees of the same k");
  const bool a_tumbles = options.tumbled_side == TumbledSide::a;
  const PackedDopTree &tumbled = a_tumbles ? a.tree : b.tree, &aligned = a_tumbles ? b.tree : a.tree;
  const DopTransform transform =
      make_dop_transform(tumbled.k(), RigidMap::of(pose, options.tumbled_side), tumbled.root());
  const TriangleQuery query(a.triangles, b.triangles, pose, options);
  return with_half(tumbled.k(), [&](auto half) {
    using Volumes = PackedDopVolumes<half.value>;
    const Volumes volumes(tumbled, aligned, transform);
    return ListTraversal<Volumes, false>(query, volumes, nullptr).run();
  });
}

}  // namespace collisionchip

#include "collisionchip/reference/tree/dop_rule.h"

namespace collisionchip {

namespace {

// Binned like the rule "area", with three differences. A part's size is the surface of its DOP instead of its
// box. Planes are tried along every normal of the DOP. And the price of a part grows with count^1.5: nodes that
// are met at all are met by whole lists, level by level, so depth costs more than for a single ray.
class DopRule : public SplitRule {
 public:
  std::string name() const override { return "dop"; }

  std::uint32_t* split(std::uint32_t* first, std::uint32_t* last, const SplitData& data) const override {
    std::uint32_t* const middle = split_(first, last, data);
    return middle != nullptr ? middle : otherwise_->split(first, last, data);
  }

 private:
  static SplitByDop best() {
    const SplitByDop avx2 = split_by_dop(DopSplitLevel::avx2);
    return avx2 != nullptr ? avx2 : split_by_dop(DopSplitLevel::common);
  }

  static std::unique_ptr<SplitRule> median() {
    TreeOptions options;
    options.split_rule = "median";
    return make_split_rule(options);
  }

  const SplitByDop split_ = best();
  const std::unique_ptr<SplitRule> otherwise_ = median();
};

}  // namespace

std::unique_ptr<SplitRule> make_dop_rule() {
  return std::make_unique<DopRule>();
}

}  // namespace collisionchip

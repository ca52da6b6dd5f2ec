// The rule "dop" (docs/tree.md).
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "collisionchip/reference/tree/split_rule.h"

namespace collisionchip {

std::unique_ptr<SplitRule> make_dop_rule();

// Splits as the rule does, and gives the left part's end; null, and nothing is moved, if no direction parts
// the centres. For what every processor of its kind has, or for AVX2.
using SplitByDop = std::uint32_t* (*)(std::uint32_t* first, std::uint32_t* last, const SplitData& data);
enum class DopSplitLevel : std::uint8_t { common, avx2 };
constexpr std::array<DopSplitLevel, 2> kDopSplitLevels = {DopSplitLevel::common, DopSplitLevel::avx2};

// Null when it was not built, or the processor cannot run it. The first level is always there.
SplitByDop split_by_dop(DopSplitLevel level);

std::uint32_t* split_by_dop_common(std::uint32_t* first, std::uint32_t* last, const SplitData& data);
std::uint32_t* split_by_dop_avx2(std::uint32_t* first, std::uint32_t* last, const SplitData& data);

}  // namespace collisionchip

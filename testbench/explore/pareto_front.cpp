#include "collisionchip/testbench/explore/pareto_front.h"

#include <algorithm>

namespace collisionchip {

namespace {

bool is_nowhere_worse(const std::vector<std::uint64_t>& one, const std::vector<std::uint64_t>& other) {
  return std::equal(one.begin(), one.end(), other.begin(),
                    [](std::uint64_t a, std::uint64_t b) { return a <= b; });
}

}  // namespace

void ParetoFront::add(std::uint64_t point, const std::vector<std::uint64_t>& values) {
  const auto is_beaten = [&](const Member& member) { return is_nowhere_worse(member.values, values); };
  if (std::any_of(members_.begin(), members_.end(), is_beaten)) return;
  members_.erase(
      std::remove_if(members_.begin(), members_.end(),
                     [&](const Member& member) { return is_nowhere_worse(values, member.values); }),
      members_.end());
  members_.push_back({point, values});
}

std::vector<ParetoFront::Member> ParetoFront::members() const {
  std::vector<Member> sorted = members_;
  std::sort(sorted.begin(), sorted.end(),
            [](const Member& a, const Member& b) { return a.values < b.values; });
  return sorted;
}

}  // namespace collisionchip

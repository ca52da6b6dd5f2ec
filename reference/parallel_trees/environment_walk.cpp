#include "collisionchip/reference/parallel_trees/environment_walk.h"

namespace collisionchip {

EnvironmentWalk::EnvironmentWalk(const DopTree& environment, const std::vector<FlyingPath>& flying)
    : environment_(environment), flying_(flying) {}

void EnvironmentWalk::walk(bool by_path) {
  std::vector<Member> members;
  for (const FlyingPath& flying : flying_) {
    for (const std::uint32_t start : flying.starts) {
      if (by_path && !flying.stamps.empty()) {
        PartnerDop path = flying.stamps.front()->partner(start);
        for (const BatchQuery* stamp : flying.stamps)
          enclose_partners(environment_.k(), path, stamp->partner(start), path);
        members.push_back({&flying, start, nullptr, path});
      } else {
        for (BatchQuery* stamp : flying.stamps) members.push_back({&flying, start, stamp, {}});
      }
    }
  }
  std::vector<const Member*> all;
  all.reserve(members.size());
  for (const Member& member : members) all.push_back(&member);
  if (all.empty()) return;
  for (std::uint32_t root = 0; root < (environment_.root_mask() == 1 ? 1u : 2u); ++root) meet(root, all);
}

void EnvironmentWalk::meet(std::uint32_t node, const std::vector<const Member*>& members) {
  ++reads_;
  const DopNode& aligned = environment_.nodes()[node];
  std::vector<const Member*> met;
  for (const Member* member : members) {
    const bool is_tested_below = aligned.is_leaf() && member->query != nullptr;
    if (is_tested_below || meets(*member, node)) met.push_back(member);
  }
  if (aligned.is_leaf()) {
    for (const Member* member : met) open(*member, node);
  } else if (!met.empty()) {
    for (const std::uint32_t side : {0u, 1u}) meet(2 * aligned.child + side, met);
  }
}

bool EnvironmentWalk::meets(const Member& member, std::uint32_t node) {
  if (member.query != nullptr) return member.query->meets({member.start, node});
  ++path_visits_;
  return overlap(environment_.k(), member.path, environment_.nodes()[node]);
}

// F's subtree against a leaf of E.
void EnvironmentWalk::open(const Member& member, std::uint32_t leaf) {
  std::vector<BatchPair> stack;
  for (BatchQuery* stamp : member.flying->stamps) {
    if (member.query != nullptr && stamp != member.query) continue;
    stack.push_back({member.start, leaf});
    stamp->walk_pairs(stack);
  }
}

}  // namespace collisionchip

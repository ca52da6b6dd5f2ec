// The points that no other point beats: every other point is worse in at least one objective.
#pragma once

#include <cstdint>
#include <vector>

namespace collisionchip {

class ParetoFront {
 public:
  struct Member {
    std::uint64_t point;
    std::vector<std::uint64_t> values;  // by objective; less is better
  };

  // Called for points by rising number. If two points are equal in all objectives, the first one stays.
  void add(std::uint64_t point, const std::vector<std::uint64_t>& values);

  // The members sorted by their first objective, least first.
  std::vector<Member> members() const;
  std::size_t size() const { return members_.size(); }

 private:
  std::vector<Member> members_;
};

}  // namespace collisionchip

// The points that no other point beats: of any other one at least one objective is worse.
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

  // Points come by rising number. Of two that are equal in all objectives the first one stays.
  void add(std::uint64_t point, const std::vector<std::uint64_t>& values);

  // The least first objective first.
  std::vector<Member> members() const;
  std::size_t size() const { return members_.size(); }

 private:
  std::vector<Member> members_;
};

}  // namespace collisionchip

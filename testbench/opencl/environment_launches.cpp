#include "collisionchip/testbench/opencl/environment_launches.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace collisionchip {

namespace {

constexpr std::size_t kWalkGroup = 64, kPathsOfAGroup = 8, kDopBytes = 28 * sizeof(float);

struct Member {
  cl_uint node, dop, first_query, query_count;
};

// A node of E that is reached, with its members.
struct Reached {
  cl_uint node, first, count, unused;
};

}  // namespace

void EnvironmentLaunches::take(const DeviceRound& round, const std::vector<std::vector<cl_uint>>& active,
                               const std::vector<std::vector<std::uint32_t>>& starts, bool by_path) {
  std::vector<Member> members;
  std::vector<cl_uint> queries;
  by_path_ = by_path;
  most_queries_ = 1;
  for (std::size_t object = 0; object < active.size(); ++object) {
    const auto first = static_cast<cl_uint>(queries.size()),
               count = static_cast<cl_uint>(active[object].size());
    queries.insert(queries.end(), active[object].begin(), active[object].end());
    for (const std::uint32_t start : starts[object]) {
      if (by_path && count > 0) {
        members.push_back({start, static_cast<cl_uint>(members.size()), first, count});
        most_queries_ = std::max(most_queries_, count);
      }
      for (cl_uint i = first; !by_path && i < first + count; ++i)
        members.push_back({start, queries[i] / round.objects * round.node_count + start, i, 1});
    }
  }
  member_count_ = static_cast<std::uint32_t>(members.size());
  members_.write(device_, members);
  queries_.write(device_, queries);
  if (by_path) enclose_paths(round);
}

void EnvironmentLaunches::enclose_paths(const DeviceRound& round) {
  paths_.reserve(device_, member_count_ * kDopBytes);
  device_.run(program_.kernel("EnclosePaths"), {round.k, whole_groups(member_count_, kPathsOfAGroup)},
              {round.k, kPathsOfAGroup}, members_, cl_uint{member_count_}, queries_, round.objects,
              round.tumbled, round.node_count, paths_);
}

void EnvironmentLaunches::walk(const DeviceRound& round, const OpenclBuffer& counts,
                               const DeviceLists& walked) {
  std::vector<cl_uint> all(member_count_);
  std::iota(all.begin(), all.end(), 0);
  lists_.write(device_, all);
  std::vector<Reached> roots;
  for (cl_uint root = 0; root < round.roots; ++root) roots.push_back({root, 0, member_count_, 0});
  frontier_.reserve(device_, round.e_node_count * sizeof(Reached));
  next_frontier_.reserve(device_, round.e_node_count * sizeof(Reached));
  frontier_.write(device_, roots);
  reads_ = 0;
  // A level's lists take at most twice the room of those above: both children have the parent's list.
  std::size_t reached = roots.size(), room = std::size_t{2} * member_count_;
  while (reached > 0) {
    reads_ += reached;
    next_counts_.write(device_, std::vector<cl_uint>(2, 0));
    next_lists_.reserve(device_, std::max<std::size_t>(room, 1) * sizeof(cl_uint));
    device_.run(program_.kernel("WalkEnvironment"), {reached * kWalkGroup}, {kWalkGroup}, round.f_nodes,
                round.e_nodes, round.tumbled, round.node_count, round.objects,
                by_path_ ? paths_ : round.tumbled, cl_uint{by_path_ ? 1u : 0u}, members_, queries_,
                most_queries_, frontier_, lists_, next_counts_, next_frontier_, next_lists_, counts,
                walked.counts(), walked.list(0), walked.capacity(), walked.list(1), walked.capacity());
    const auto next = next_counts_.read<cl_uint>(device_, 2);
    reached = next[0];
    room = std::size_t{2} * next[1];
    std::swap(frontier_, next_frontier_);
    std::swap(lists_, next_lists_);
  }
}

}  // namespace collisionchip

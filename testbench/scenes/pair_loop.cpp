#include "collisionchip/testbench/scenes/pair_loop.h"

#include <algorithm>

#include "collisionchip/tlm/machines/derived_of.h"

namespace collisionchip {

FrameCounts PairLoop::ask(const std::vector<ImageQuery>& queries, const Taker& take, bool may_stop) {
  const ChipConfig& config = simulation_.board().config();
  const std::size_t together = may_stop ? queries_of(config) : most_in_a_batch(config);
  const std::uint64_t bytes = simulation_.driver().pci_bytes();
  FrameCounts counts;
  bool goes_on = true;
  for (std::size_t next = 0; goes_on && next < queries.size();) {
    const auto begin = queries.begin() + static_cast<std::ptrdiff_t>(next);
    const std::size_t count = std::min(together, queries.size() - next);
    ChipBatch batch = start({begin, begin + static_cast<std::ptrdiff_t>(count)});
    const ChipAnswer& whole = most_in_a_batch(config) > 1 ? batch.whole : batch.answers.front();
    counts.cycles += whole.cycles;
    counts.settled_cycles += whole.settled_cycles;
    counts.host.add(whole.host);
    counts.pci_cycles += whole.setup_cycles + whole.readback_cycles;
    std::uint64_t pairs = 0;
    for (const ChipAnswer& answer : batch.answers) {
      pairs += answer.pairs.size();
      counts.pairs_colliding += answer.pairs.empty() ? 0 : 1;
    }
    counts.pairs_tested += count;
    counts.triangle_pairs += pairs;
    if (listener_) listener_(whole, count, pairs);
    for (ChipAnswer& answer : batch.answers) goes_on = take(next++, answer) && goes_on;
  }
  counts.pci_bytes = simulation_.driver().pci_bytes() - bytes;
  return counts;
}

ChipBatch PairLoop::start(const std::vector<ImageQuery>& queries) {
  if (most_in_a_batch(simulation_.board().config()) > 1)
    return simulation_.query_batch(image_, queries, first_witness_);
  const ImageQuery& query = queries.front();
  simulation_.driver().use(image_, query.a, query.b);
  ChipBatch batch;
  batch.answers.push_back(simulation_.query(query.pose, first_witness_));
  return batch;
}

}  // namespace collisionchip

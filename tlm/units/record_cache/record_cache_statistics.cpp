// What the unit counts, what its accounts mean, and which of its sums must be equal.
#include "collisionchip/tlm/units/record_cache/record_cache.h"

namespace collisionchip {

const std::vector<AccountMeaning>& RecordCache::account_meanings() {
  static const std::vector<AccountMeaning> all = {
      {"",
       "it looks at requests or sends bursts",
       {{"memory", "the Memory Controller takes no burst", "memory"}}}};
  return all;
}

std::vector<DeclaredStatistic<Unit>> RecordCache::statistic_rows() {
  using S = Statistics;
  using Row = StatisticsOf<RecordCache, Unit>;
  const auto of = [](Counts S::*what, std::uint64_t Counts::*count) {
    return [what, count](const RecordCache& unit) { return unit.statistics().*what.*count; };
  };
  return {Row::sum("group_requests", of(&S::groups, &Counts::requests), "groups", "ours", "groups requested"),
          Row::sum("group_hits", of(&S::groups, &Counts::hits), "groups", "ours",
                   "requested groups found in the cache"),
          Row::sum("group_shared", of(&S::groups, &Counts::shared), "groups", "ours",
                   "requested groups that another request already waits for"),
          Row::sum("group_reads", of(&S::groups, &Counts::reads), "groups", "ours",
                   "requested groups read from the memory"),
          Row::sum("block_requests", of(&S::blocks, &Counts::requests), "blocks", "ours", "blocks requested"),
          Row::sum("block_hits", of(&S::blocks, &Counts::hits), "blocks", "ours",
                   "requested blocks found in the cache"),
          Row::sum("block_shared", of(&S::blocks, &Counts::shared), "blocks", "ours",
                   "requested blocks that another request already waits for"),
          Row::sum("block_reads", of(&S::blocks, &Counts::reads), "blocks", "ours",
                   "requested blocks read from the memory"),
          Row::sum("tumbled_bursts", &S::tumbled_bursts, "bursts", "ours", "bursts for tumbled groups"),
          Row::sum("aligned_bursts", &S::aligned_bursts, "bursts", "ours", "bursts for aligned groups"),
          Row::sum("block_bursts", &S::block_bursts, "bursts", "ours", "bursts for blocks"),
          Row::sum("row_bursts", &S::row_bursts, "bursts", "ours",
                   "bursts in the row that the burst before left open in their bank"),
          Row::sum("passed", &S::passed, "bursts", "ours", "bursts that went before an older burst"),
          Row::maximum("most_pending", &S::most_pending, "records", "ours",
                       "most records that waited for the memory at once")};
}

ClosingSums RecordCache::closing_sums() {
  using namespace closing;
  // What hits a line or shares a read is not read.
  return {{{number("group_hits"), number("group_shared"), number("group_reads")},
           kEqual,
           {number("group_requests")}},
          {{number("block_hits"), number("block_shared"), number("block_reads")},
           kEqual,
           {number("block_requests")}}};
}

}  // namespace collisionchip

#include "collisionchip/testbench/account/query_facts.h"

#include <fmt/format.h>

#include "collisionchip/testbench/account/roofs.h"

namespace collisionchip {

const std::vector<QueryFact>& time_facts() {
  using Kind = QueryFact::Kind;
  static const std::vector<QueryFact> facts = {
      {"total_ns", Kind::count, "ns", "from handing over the pose until its last pair is settled"},
      {"chip_ns", Kind::count, "ns", "`cycles` by the chip's clock"},
      {"link_ns", Kind::count, "ns",
       "that bus and doorbell add until the last entry has come to the host. What the bus does while the "
       "chip "
       "works is not in it"},
      {"host_ns", Kind::count, "ns",
       "that the keys of section `host` charge: a set-up for each pose whose registers the host makes, each "
       "pair that it settles, and the call"},
      {"overlap_ns", Kind::count, "ns",
       "of `host_ns` while chip and bus work: `chip_ns` + `link_ns` + `host_ns` - `total_ns`"}};
  return facts;
}

const std::vector<QueryFact>& bound_facts() {
  using Kind = QueryFact::Kind;
  static const std::vector<QueryFact> facts = {
      {"bound_by", Kind::text, "",
       fmt::format("`roof` if `roof_share` is at least {:.1f}, otherwise `latency`: then no resource is "
                   "short, and units "
                   "wait for each other",
                   kBoundFrom)},
      {"roof", Kind::text, "",
       "the busiest resource of the machine: a unit by its account, `sdram` for the pins of all memory "
       "channels. Of units "
       "that are alike, all together"},
      {"roof_share", Kind::share, "",
       "share of `roof` that the query uses, 0 to 1: busy cycles of all cycles, or bytes read of those that "
       "the pins could "
       "carry. 1 / `roof_share` is the distance from the roof"}};
  return facts;
}

}  // namespace collisionchip

#include "collisionchip/testbench/account/query_facts.h"

#include <fmt/format.h>

#include "collisionchip/testbench/account/roofs.h"

namespace collisionchip {

const std::vector<QueryFact>& time_facts() {
  using Kind = QueryFact::Kind;
  static const std::vector<QueryFact> facts = {
      {"total_ns", Kind::count, "ns", "from handing over the pose until its last pair is settled"},
      {"chip_ns", Kind::count, "ns", "`cycles` times the length of a chip cycle"},
      {"link_ns", Kind::count, "ns",
       "time of bus and doorbell before and after the chip's work, until the last entry has come to the "
       "host"},
      {"host_ns", Kind::count, "ns",
       "work of the host by the keys of section `host`: a set-up for each pose whose registers it makes, "
       "each pair that it settles, and the call"},
      {"overlap_ns", Kind::count, "ns",
       "part of `host_ns` while chip and bus work: `chip_ns` + `link_ns` + `host_ns` - `total_ns`"}};
  return facts;
}

const std::vector<QueryFact>& bound_facts() {
  using Kind = QueryFact::Kind;
  static const std::vector<QueryFact> facts = {
      {"bound_by", Kind::text, "",
       fmt::format("`roof` if `roof_share` is at least {:.1f}, otherwise `latency`: no resource is short, "
                   "units wait for each other",
                   kBoundFrom)},
      {"roof", Kind::text, "",
       "the busiest resource: a unit by its account, units of one kind together, or `sdram` for the pins of "
       "all memory channels"},
      {"roof_share", Kind::share, "",
       "share of `roof` in use, 0 to 1: busy cycles / cycles, or bytes read / bytes that the pins could "
       "carry. 1 / `roof_share` is the distance from the roof"}};
  return facts;
}

}  // namespace collisionchip

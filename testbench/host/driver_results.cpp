// What the driver makes of entries, wherever it has them from: pairs, work that found no room, and the end of a query.
#include <string>

#include <fmt/format.h>

#include "collisionchip/reference/triangle/exact_triangle_intersection.h"
#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/testbench/machines/host_kinds.h"

namespace collisionchip {

// ChipError if the entries of a query that has ended without an error do not agree with its closing entry.
void Driver::check_entries(std::size_t entry) const {
  if (!checks_entries()) return;
  const std::string objection = audits_[entry].objection();
  if (objection.empty()) return;
  throw ChipError("chip: " + (has_queue_ ? fmt::format("query {}: ", entry) : "") + objection);
}

void Driver::take_entry(const EntryWords& words) {
  const QueryFinding found = has_queue_ ? query_finding_of(words) : QueryFinding{0, finding_of(words)};
  if (found.query >= run_.poses.size() || run_.poses[found.query] == Run::kNone)
    throw ChipError(fmt::format("chip: an entry of the Pointer FIFO belongs to query {} of {}", found.query,
                                run_.poses.size()));
  if (checks_entries()) {
    audits_[found.query].take(words);
    if (found.finding.kind == Finding::Kind::end) {
      const std::size_t pose = run_.poses[found.query];
      run_.ended.push_back(pose);
      close(asked_[pose]);
      on_closed(found.query, pose);
      return;
    }
  }
  take_finding(found.query, found.finding);
}

// Its closing entry has come. What was asked by a doorbell counts from there.
void Driver::close(Asked& asked) const {
  HostAnswer& answer = asked.answer;
  answer.settled_cycles = clock_.now() - asked.begin;
  answer.host = by_pose_
                    ? host_.charge_posted(asked.posted, asked.last_pair, asked.begin - begin_, since_call())
                    : host_.charge(asked.last_pair, since_call());
}

void Driver::take_finding(std::size_t entry, const Finding& finding) {
  Asked& asked = asked_[run_.poses[entry]];
  HostAnswer& answer = asked.answer;
  if (finding.kind == Finding::Kind::end)
    throw ChipError("chip: an entry of the Pointer FIFO has an unknown kind");
  if (finding.kind == Finding::Kind::unfinished) {
    unfinished_.push_back({run_.poses[entry], {finding.tumbled, finding.aligned}});
    ++answer.unfinished;
    return;
  }
  const bool a_tumbled = side_of(asked) == TumbledSide::a;
  const HostKind& host = host_of(config_);
  if (host.pairs_named == nullptr) return take_pair(asked, a_tumbled, finding);
  const PlacedObject &tumbled = a_tumbled ? asked.a : asked.b, &aligned = a_tumbled ? asked.b : asked.a;
  const std::vector<Finding> pairs = host.pairs_named(config_, tumbled, aligned, finding);
  if (pairs.empty())
    throw ChipError("chip: an entry of the Pointer FIFO names no triangles of leaves of these objects");
  for (const Finding& pair : pairs) take_pair(asked, a_tumbled, pair);
}

void Driver::take_pair(Asked& asked, bool a_tumbled, const Finding& finding) {
  HostAnswer& answer = asked.answer;
  const TrianglePair pair = a_tumbled ? TrianglePair{finding.tumbled, finding.aligned}
                                      : TrianglePair{finding.aligned, finding.tumbled};
  const std::vector<TriangleRecord>&a = asked.a.object->triangles, &b = asked.b.object->triangles;
  if (pair.a >= a.size() || pair.b >= b.size()) {
    throw ChipError(fmt::format("chip: reported triangles {} and {} of objects with {} and {}", pair.a,
                                pair.b, a.size(), b.size()));
  }
  // The chip stops at a witness it is certain of; one that was settled before it comes first.
  if (first_witness_ && !answer.pairs.empty()) return;
  const bool is_uncertain = finding.kind == Finding::Kind::uncertain;
  if (is_uncertain) {
    on_uncertain(asked.pose, pair);
    ++answer.uncertain;
    host_.settle(since_call());
    asked.last_pair = host_.done();
  }
  // The exact answer. The host knows the objects: it uploaded them.
  const bool settled =
      is_uncertain && triangles_intersect_exactly(a[pair.a].corners, b[pair.b].corners, asked.pose);
  if (!is_uncertain || settled) answer.pairs.push_back(pair);
  asked.settled_witness |= settled && first_witness_;
}

}  // namespace collisionchip

#include "collisionchip/testbench/account/roofs.h"

#include <algorithm>

namespace collisionchip {

namespace {

constexpr const char *kPins = "sdram", *kPinsOwner = "memory_controller";

// The account without the number of its memory channel or engine: "group_unit.compare" of "group_unit_1.compare".
std::string without_number(const std::string& account) {
  const std::size_t dot = std::min(account.find('.'), account.size());
  const std::size_t end = account.find_last_not_of("0123456789", dot - 1);
  const bool is_numbered = end + 1 < dot && account[end] == '_';
  return is_numbered ? account.substr(0, end) + account.substr(dot) : account;
}

struct Alike {
  std::string name;
  Cycle busy = 0;
  std::uint64_t count = 0;
};

std::vector<Alike> together(const std::vector<std::pair<std::string, Cycle>>& accounts) {
  std::vector<Alike> all;
  for (const auto& [account, busy] : accounts) {
    const std::string name = without_number(account);
    auto found = std::find_if(all.begin(), all.end(), [&](const Alike& alike) { return alike.name == name; });
    if (found == all.end()) found = all.insert(all.end(), Alike{name});
    found->busy += busy;
    ++found->count;
  }
  return all;
}

}  // namespace

std::vector<Roof> roofs(const UsedResources& used) {
  std::vector<Roof> all;
  for (const Alike& alike : together(used.busy)) {
    if (alike.name == kPinsOwner) continue;  // it is busy when its pins are
    const double whole = alike.name == kPins
                             ? used.peak_bytes
                             : static_cast<double>(used.cycles) * static_cast<double>(alike.count);
    const auto part = static_cast<double>(alike.name == kPins ? used.bytes : alike.busy);
    all.push_back({alike.name, whole > 0 ? part / whole : 0});
  }
  std::stable_sort(all.begin(), all.end(), [](const Roof& a, const Roof& b) { return a.share > b.share; });
  return all;
}

UnderRoofs under_roofs(const UsedResources& used, std::uint64_t work) {
  const auto ratio = [](double part, double whole) { return whole > 0 ? part / whole : 0; };
  const auto done = static_cast<double>(work), cycles = static_cast<double>(used.cycles),
             bytes = static_cast<double>(used.bytes);
  return {ratio(1000 * done, cycles), ratio(1000 * done, bytes), ratio(bytes, cycles)};
}

double work_at(const Roof& roof, const UnderRoofs& query) {
  return query.work_per_1000_cycles / roof.share;
}

std::string bound_by(const std::vector<Roof>& roofs) {
  return !roofs.empty() && roofs.front().share >= kBoundFrom ? roofs.front().name : "latency";
}

}  // namespace collisionchip

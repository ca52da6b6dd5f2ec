#include "collisionchip/testbench/explore/answer_row.h"

#include <algorithm>

namespace collisionchip {

namespace {

using Tells = bool (*)(const Capabilities& can);

bool everybody(const Capabilities&) {
  return true;
}
bool who_counts(const Capabilities& can) {
  return can.counts;
}
bool chip(const Capabilities& can) {
  return can.cycles;
}
// The chip counts, but no visits.
bool software(const Capabilities& can) {
  return can.counts && !can.cycles;
}

struct Number {
  const char* name;
  Tells tells;
  std::uint64_t (*of)(const Answer& answer);
};

std::uint64_t cache_hits(const Answer& answer) {
  return answer.chip->statistics.number("triangle_unit.aligned_cache_hits");
}

const Number kNumbers[] = {
    {"pairs", everybody, [](const Answer& a) { return std::uint64_t{a.pairs.size()}; }},
    {"colliding", everybody, [](const Answer& a) { return std::uint64_t{!a.pairs.empty()}; }},
    {"triangle_tests", who_counts, [](const Answer& a) { return a.counters.triangle_tests; }},
    {"lists", who_counts, [](const Answer& a) { return a.counters.lists; }},
    {"aligned_pairs", who_counts, [](const Answer& a) { return a.counters.aligned_pairs; }},
    {"visits", software,
     [](const Answer& a) { return a.counters.tumbled_visits + a.counters.aligned_visits; }},
    {"aligned_visits", software, [](const Answer& a) { return a.counters.aligned_visits; }},
    {"transforms", software, [](const Answer& a) { return a.counters.transforms; }},
    {"overlap_tests", software, [](const Answer& a) { return a.counters.overlap_tests; }},
    {"node_writes", software, [](const Answer& a) { return a.counters.node_writes; }},
    {"cycles", chip, [](const Answer& a) { return std::uint64_t{a.chip->cycles}; }},
    {"eq5_cycles", chip, [](const Answer& a) { return std::uint64_t{a.chip->eq5_cycles}; }},
    {"pci_cycles", chip,
     [](const Answer& a) { return std::uint64_t{a.chip->setup_cycles + a.chip->readback_cycles}; }},
    {"cache_hits", chip, cache_hits},
    {"cache_tests", chip,
     [](const Answer& a) {
       return cache_hits(a) + a.chip->statistics.number("triangle_unit.aligned_cache_misses");
     }},
};

}  // namespace

const std::vector<std::string>& answer_numbers() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Number& number : kNumbers) all.emplace_back(number.name);
    return all;
  }();
  return names;
}

const std::vector<std::string>& answer_columns() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const std::string& name : answer_numbers()) {
      for (const char* what : {".total", ".largest"}) all.push_back("answer." + name + what);
    }
    return all;
  }();
  return names;
}

void AnswerRow::add(const Answer& answer) {
  std::size_t column = 0;
  for (const Number& number : kNumbers) {
    auto &total = values_[column++], &largest = values_[column++];
    if (!number.tells(can_)) continue;
    const std::uint64_t value = number.of(answer);
    total = total.value_or(0) + value;
    largest = std::max(largest.value_or(0), value);
  }
}

}  // namespace collisionchip

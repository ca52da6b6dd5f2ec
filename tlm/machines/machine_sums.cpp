#include "collisionchip/tlm/machines/machine_sums.h"

#include <algorithm>

#include "collisionchip/tlm/machines/machine_kinds.h"

namespace collisionchip {

using namespace closing;

namespace machine_sums {

Terms operator+(Terms terms, const Terms& more) {
  terms.insert(terms.end(), more.begin(), more.end());
  return terms;
}

void append(std::vector<MachineSum>& sums, const std::vector<MachineSum>& more) {
  sums.insert(sums.end(), more.begin(), more.end());
}

std::vector<MachineSum> results(const Terms& found) {
  return {{"entries", {found, kEqual, {number("pointer_fifo.entries")}, Where::all_pairs_unchecked}},
          {"fifo words",
           {{number("pointer_fifo.entries", Times::two)},
            kEqual,
            {number("pci_interface.fifo_words"), number("result_unit.entries", Times::two)}}}};
}

MachineSum triangles_read(const Terms& asked_for) {
  return {"triangles read", {asked_for, kEqual, {number("memory_controller.triangles")}}};
}

MachineSum aligned_read(const Terms& asked_for, const Terms& kept) {
  return {"aligned pairs read", {asked_for, kEqual, Terms{number("memory_controller.aligned_pairs")} + kept}};
}

// A prefetch in vain may still be on its way at the end.
MachineSum tumbled_read(const Terms& answered, const Terms& asked_for) {
  return {"tumbled pairs read",
          {Terms{number("memory_controller.tumbled_pairs")} + answered, kAtMost, asked_for}};
}

namespace {

bool is_same(const ClosingSum::Term& a, const ClosingSum::Term& b) {
  return a.measure == b.measure && a.name == b.name && a.times == b.times;
}
bool is_same(const MachineSum& a, const MachineSum& b) {
  return a.name == b.name;
}

template <typename Item>
typename std::vector<Item>::iterator place_in(std::vector<Item>& all, const Item& item) {
  return std::find_if(all.begin(), all.end(), [&](const Item& known) { return is_same(known, item); });
}

void join(ClosingSum::Term&, const ClosingSum::Term&) {}
void join(MachineSum& to, const MachineSum& from);

// What both have is joined; what is new stands before the next one that both have, or else at the end.
template <typename Item>
void merge(std::vector<Item>& all, const std::vector<Item>& more) {
  for (std::size_t i = 0; i < more.size(); ++i) {
    const auto known = place_in(all, more[i]);
    if (known != all.end()) {
      join(*known, more[i]);
      continue;
    }
    auto next = all.end();
    for (std::size_t later = i + 1; next == all.end() && later < more.size(); ++later)
      next = place_in(all, more[later]);
    all.insert(next, more[i]);
  }
}

void join(MachineSum& to, const MachineSum& from) {
  merge(to.sum.left, from.sum.left);
  merge(to.sum.right, from.sum.right);
}

}  // namespace
}  // namespace machine_sums

ClosingSums sums_of_machines() {
  std::vector<MachineSum> all;
  for (const MachineKind& machine : machine_kinds()) machine_sums::merge(all, machine.sums());
  ClosingSums sums;
  for (const MachineSum& one : all) sums.push_back(one.sum);
  return sums;
}

}  // namespace collisionchip

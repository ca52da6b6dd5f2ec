// What the driver does where a Pose Unit makes the registers: queries are doorbells, which go while others run.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "collisionchip/reference/groups/integer_map.h"
#include "collisionchip/reference/groups/object_record.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/host/driver.h"
#include "collisionchip/tlm/machine/doorbell.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {

using namespace registers;

// Records that have come are in the table before anything else is written.
void Driver::fill_table(const std::vector<PlacedObject>& objects) {
  const std::uint32_t slots = config_.pose_unit.objects;
  if (objects.size() > slots)
    throw InputError("pose_unit.objects",
                     fmt::format("at least the {} objects in the memory", objects.size()),
                     fmt::format(", got {}", slots));
  placed_ = objects;
  table_.resize(std::max(table_.size(), objects.size()));
  for (std::size_t slot = 0; slot < objects.size(); ++slot) {
    ObjectRecord record = make_object_record(*objects[slot].object->groups);
    record[object_words::kBase] = static_cast<std::uint32_t>(objects[slot].begin / kGroupUnitBytes);
    record[object_words::kRoot] = objects[slot].root;
    if (table_[slot] == record) continue;
    table_[slot] = record;
    sc_core::sc_time delay;
    write_words(kObjectTable + 4 * kObjectWords * slot, {record.begin(), record.end()}, delay);
    delay += clock_.duration(link_.write(kObjectWords).later + kTakenAfter);
    elapse(delay);
  }
}

// Objects lie at different places.
std::size_t Driver::slot_of(const PlacedObject& object) const {
  const auto found = std::find_if(placed_.begin(), placed_.end(),
                                  [&](const PlacedObject& placed) { return placed.begin == object.begin; });
  return static_cast<std::size_t>(found - placed_.begin());
}

// The run ends with the last of them.
void Driver::stream(const std::vector<Work>& work, sc_core::sc_time& delay, HostBatch& batch) {
  run_.poses.assign(loaded_.size(), Run::kNone);
  audits_.assign(loaded_.size(), EntryAudit(has_queue_ ? kEntryNumberMask : ~0u));
  std::size_t next = 0;
  open_ = 0;
  while (next < work.size() || open_ > 0) {
    for (std::size_t entry = 0; entry < run_.poses.size() && next < work.size(); ++entry) {
      if (run_.poses[entry] != Run::kNone) continue;
      const bool first = next == 0;
      post(entry, work[next], next + 1 == work.size(), delay);
      if (first) batch.setup_cycles += clock_.cycles(delay) + link_.write(kDoorbellWords).later;
      ++next;
      elapse(delay);
    }
    look_for_bursts(batch);
  }
}

void Driver::post(std::size_t entry, const Work& work, bool last, sc_core::sc_time& delay) {
  Asked& asked = asked_[work.pose];
  const Roots own = roots_of(asked);
  PoseCommand command;
  command.pose = pose_words(asked.pose);
  command.object_a = static_cast<std::uint32_t>(slot_of(asked.a));
  command.object_b = static_cast<std::uint32_t>(slot_of(asked.b));
  if (work.roots.tumbled != own.tumbled) command.tumbled_root = work.roots.tumbled;
  if (work.roots.aligned != own.aligned) command.aligned_root = work.roots.aligned;
  command.query = static_cast<std::uint32_t>(entry);
  command.first_witness = first_witness_;
  command.a_tumbled = side_of(asked) == TumbledSide::a;
  command.last = last;
  if (!run_.begun.empty()) host_.post(since_call());
  if (asked.begin == 0) {
    asked.begin = clock_.now();
    asked.posted = host_.done();
  }
  const DoorbellWords words = doorbell_words(command);
  write_words(kDoorbell, {words.begin(), words.end()}, delay);
  asked.settled_witness = false;
  run_.poses[entry] = work.pose;
  run_.begun.push_back(work.pose);
  audits_[entry] = EntryAudit(has_queue_ ? kEntryNumberMask : ~0u);
  ++open_;
}

}  // namespace collisionchip

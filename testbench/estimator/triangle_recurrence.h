// The Triangle Unit as a recurrence: when its reads are asked for, when each message of leaf tests is done.
// The contract is docs/triangle_unit.md. What its memories hold is known beforehand: it depends on the order
// of the tests alone.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/traverse/list_tape.h"
#include "collisionchip/testbench/estimator/host_recurrence.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

// Which triangle tests of a query find a triangle missing: bit 0 the tumbled one, bit 1 the aligned one.
std::vector<std::uint8_t> triangle_misses(const ListTape& tape, std::uint32_t lines, std::uint32_t ways);

class TriangleRecurrence {
 public:
  // `witness`: the test whose hit ends the query, or kNoTest.
  // `host` may be null: then results always find room.
  TriangleRecurrence(const ChipConfig& config, const ListTape& tape, const std::vector<std::uint8_t>& misses,
                     std::uint32_t witness, HostRecurrence* host);

  // First cycle in which the next message can be put; kNever while that depends on a read to come.
  Cycle room() const { return pending_ == queue_.size() ? kNever : queue_[tail_].free; }
  // A message put in cycle `put`, not before room(): tests [first, end) of the tape.
  void take(Cycle put, std::uint32_t first, std::uint32_t end);

  // From which cycle on the Memory Controller sees the read that the unit waits for; kNever: it wants none.
  Cycle wanted() const { return wanted_; }
  bool wants_tumbled() const { return (to_read_ & 1u) != 0; }
  std::uint32_t wanted_triangle() const {
    return wants_tumbled() ? tape_.tests[test_].tumbled : tape_.tests[test_].aligned;
  }
  // All of the wanted record is in from `here` on.
  void read(Cycle here);

  // When the Stack Engine is told to stop; kNever: the witness has not been tested.
  Cycle stop() const { return stop_; }
  // When the end of the query is known to the host, if it was the last message and nothing is wanted.
  Cycle end();
  Cycle waited_for_host() const { return waited_for_host_; }

 private:
  struct Slot {
    Cycle visible = 0;  // the message in it
    std::uint32_t first = 0, end = 0;
    Cycle free = 0;  // once the message is gone
  };

  void work();
  bool work_off(std::uint32_t end);
  bool issue();

  const ListTape& tape_;
  const std::vector<std::uint8_t>& misses_;
  const Cycle depth_, cycles_per_test_;
  const bool ideal_;
  const bool end_is_entry_;  // of the Pointer FIFO
  std::vector<Slot> queue_;  // a ring
  std::size_t head_ = 0, tail_ = 0, pending_ = 0;
  bool begun_ = false;         // the message at the head
  bool present_ = false;       // both triangles of the test at the head
  std::uint32_t test_ = 0;     // the test at the head
  std::uint32_t to_read_ = 0;  // its triangles still to be asked for
  Cycle wanted_ = kNever;
  Cycle all_read_ = 0;  // all that has been asked for is in
  // The step that is next: while a triangle is wanted, the one that asked for the first one.
  Cycle now_ = 0;
  Cycle pipeline_free_ = 0, last_result_ = 0, waited_for_host_ = 0;
  Cycle stop_ = kNever;
  const std::uint32_t witness_;
  HostRecurrence* const host_;
};

}  // namespace collisionchip

// The Triangle Unit as a recurrence: when it asks for its reads, and when each message of leaf tests is done. The contract is
// docs/triangle_unit.md. The contents of its memories are known beforehand, because they depend only on the order of the tests.
#pragma once

#include <cstdint>
#include <vector>

#include "collisionchip/reference/traverse/list_tape.h"
#include "collisionchip/testbench/estimator/host_recurrence.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/cycle.h"

namespace collisionchip {

// For each triangle test of a query, which triangles are missing in the unit's memory: bit 0 the tumbled one, bit 1 the aligned one.
std::vector<std::uint8_t> triangle_misses(const ListTape& tape, std::uint32_t lines, std::uint32_t ways);

class TriangleRecurrence {
 public:
  // `witness`: the test whose hit ends the query, or kNoTest.
  // If `host` is null, results always find room.
  TriangleRecurrence(const ChipConfig& config, const ListTape& tape, const std::vector<std::uint8_t>& misses,
                     std::uint32_t witness, HostRecurrence* host);

  // The first cycle in which the next message can be put. kNever while that depends on a read that is not answered yet.
  Cycle room() const { return pending_ == queue_.size() ? kNever : queue_[tail_].free; }
  // Takes a message that is put in cycle `put`, at room() or later. It has the tests [first, end) of the tape.
  void take(Cycle put, std::uint32_t first, std::uint32_t end);

  // The first cycle in which the Memory Controller sees the read that the unit waits for. kNever if it waits for no read.
  Cycle wanted() const { return wanted_; }
  bool wants_tumbled() const { return (to_read_ & 1u) != 0; }
  std::uint32_t wanted_triangle() const {
    return wants_tumbled() ? tape_.tests[test_].tumbled : tape_.tests[test_].aligned;
  }
  // The unit has the whole wanted record from cycle `here` on.
  void read(Cycle here);

  // The cycle in which the Stack Engine is told to stop. kNever if the witness has not been tested.
  Cycle stop() const { return stop_; }
  // The cycle in which the host knows the end of the query. Called after the last message, when wanted() is kNever.
  Cycle end();
  Cycle waited_for_host() const { return waited_for_host_; }

 private:
  struct Slot {
    Cycle visible = 0;  // when the unit sees the message
    std::uint32_t first = 0, end = 0;
    Cycle free = 0;  // when the message is gone
  };

  void work();
  bool work_off(std::uint32_t end);
  bool issue();

  const ListTape& tape_;
  const std::vector<std::uint8_t>& misses_;
  const Cycle depth_, cycles_per_test_;
  const bool ideal_;
  const bool end_is_entry_;  // the end of a query is an entry of the Pointer FIFO
  std::vector<Slot> queue_;  // a ring
  std::size_t head_ = 0, tail_ = 0, pending_ = 0;
  bool begun_ = false;         // the message at the head is begun
  bool present_ = false;       // the unit has both triangles of the test at the head
  std::uint32_t test_ = 0;     // the test at the head
  std::uint32_t to_read_ = 0;  // triangles of this test that are not requested yet
  Cycle wanted_ = kNever;
  Cycle all_read_ = 0;  // when all requested records have arrived
  // The cycle of the next step. While the unit waits for a triangle: the cycle of the step that asked for the first triangle.
  Cycle now_ = 0;
  Cycle pipeline_free_ = 0, last_result_ = 0, waited_for_host_ = 0;
  Cycle stop_ = kNever;
  const std::uint32_t witness_;
  HostRecurrence* const host_;
};

}  // namespace collisionchip

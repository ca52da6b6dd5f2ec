// A query's time as a recurrence over its lists: each event of docs/stack_engine.md and docs/dop_unit.md is
// the latest of those it waits for, plus a latency. No clock, no channels, no data. What the units decide is
// read off the profile.
//
// Lists may be left out: the recurrence goes on as if the next one followed at once, and what was kept or
// fetched ahead for it were here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/reference/image/triangle_record.h"
#include "collisionchip/testbench/estimator/memory_recurrence.h"
#include "collisionchip/testbench/estimator/query_profile.h"
#include "collisionchip/testbench/estimator/triangle_recurrence.h"
#include "collisionchip/testbench/estimator/tumbled_sequence.h"
#include "collisionchip/tlm/kernel/cycle.h"
#include "collisionchip/tlm/units/dop_unit/dop_schedule.h"

namespace collisionchip {

// What the lists waited for, in cycles: the causes of docs/stack_engine.md, the wait for aligned pairs
// divided into that for memory and that for comparators. The rest is the Stack Engine's own.
struct WaitAccount {
  Cycle tumbled_read = 0, transform = 0, memory = 0, comparators = 0, triangle_unit = 0;
};

// Where an object lies in the SDRAM.
struct ObjectAddresses {
  const NodeFormat& format;
  std::uint64_t pairs, triangles;

  std::uint64_t pair(std::uint32_t number) const { return pairs + format.offset_of(number); }
  std::uint64_t triangle(std::uint32_t number) const {
    return triangles + std::uint64_t{kTriangleBytes} * number;
  }
};

class ChipRecurrence {
 public:
  // `with_host`: as long as no list is left out, the Pointer FIFO's filling is known too; otherwise it is
  // taken to have room.
  ChipRecurrence(const ChipConfig& config, const QueryProfile& profile,
                 const std::vector<std::uint8_t>& misses, bool with_host);

  // Works off list `list` of the tape; returns the cycle in which the next list can begin. Cycle 0 is the
  // begin of the query.
  Cycle meet(std::size_t list);
  // True once the witness that is enough has been found: no further list is begun.
  bool stopped() const { return triangles_.stop() <= next_list_; }
  // The cycle in which the query ends if the last list is done.
  Cycle end();

  const WaitAccount& waits() const { return waits_; }
  // Part of what waits() gives the Triangle Unit may be this: no room for its results.
  Cycle waited_for_host() const { return triangles_.waited_for_host(); }

 private:
  Cycle begin_tumbled(std::size_t list, const TumbledStep& step, Cycle begin);
  void prefetch(std::uint32_t pair, Cycle earliest);
  void write_heads(std::size_t list, Cycle known);
  bool meet_entries(std::size_t list, Cycle here, Cycle earliest);
  Cycle request_node(Cycle put, bool tumbled, std::uint64_t address);
  void read_triangle();
  std::size_t take_tumbled(Cycle in_register);
  void take_aligned(Cycle in_register);
  void take_flags();
  bool send_tests();
  Cycle pointers_known(Cycle in_register) const { return in_register + pointers_latency_; }
  std::uint32_t first_burst(std::size_t list) const;
  Cycle read_words(Cycle put, int side, std::uint32_t count);

  const ChipConfig& config_;
  const QueryProfile& profile_;
  const ListTape& tape_;
  const DopUnitParams dop_unit_;
  const StackEngineParams stack_engine_;
  const Cycle sram_latency_;      // from a read of a stack SRAM to its first word
  const Cycle pointers_latency_;  // from a pair's first beat in the register to its pointers
  const bool paced_by_bus_;       // a comparison takes as long as its beats: more comparators would not help
  const ObjectAddresses tumbled_at_, aligned_at_;
  const Cycle origin_;
  MemoryRecurrence memory_;
  std::optional<HostRecurrence> host_;
  TriangleRecurrence triangles_;
  WaitAccount waits_;

  // Stack Engine.
  Cycle next_list_;
  Cycle last_put_ = 0;               // a request to the memory
  std::vector<Cycle> request_free_;  // when each slot of the request channel is free again, a ring
  std::size_t request_slot_ = 0;
  const std::size_t head_words_;    // of each list in its SRAM
  std::array<Cycle, 2> sram_free_;  // the SRAMs' ports
  TumbledSequence tumbled_;
  std::size_t following_ = 0;  // the list that follows the one met last
  bool ahead_ = false;         // a pair is here or on its way that was fetched ahead
  Cycle prefetch_in_register_ = 0;

  // The current list: of its entries, `compared_` have been read and compared, `flagged_` of these evaluated.
  struct Compared {
    Cycle flags;                // visible, then taken
    Cycle WaitAccount::*cause;  // what its comparison waited for
  };
  std::uint32_t first_entry_ = 0;
  std::vector<Compared> entries_;
  std::size_t compared_ = 0, flagged_ = 0;
  bool unsent_ = false;  // the tests of the entry evaluated last
  Cycle last_flag_ = 0, sent_ = 0;
  Cycle accounted_ = 0;  // up to here waits_ has it

  // DOP Unit.
  struct RegisterSet {
    Cycle ready = 0, registers_free = 0, results_free = 0;
    bool occupied = false;
  };
  const TransformSchedule undelayed_;  // of a pair that is in the register in cycle 0
  std::vector<RegisterSet> sets_;
  std::size_t own_set_ = 0, prefetched_set_ = 0;
  Cycle pipeline_free_ = 0;
  ComparatorsFree comparators_free_{};
};

}  // namespace collisionchip

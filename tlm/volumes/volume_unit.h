// What all units of bounding volumes share (docs/dop_unit.md, docs/obb.md): tumbled pairs are placed in the aligned frame
// and wait in register sets; then lists of aligned pairs are compared with them.
//
// Timing contract, in each cycle:
// - A list command is taken when it is visible and the list before it has taken its last aligned pair. Unless it
//   keeps that list's tumbled pair, the pair's set is free in the same cycle.
// - Tumbled pairs fetched in vain are dropped, as many as have arrived.
// - One pair is taken: a tumbled one if one waits and a set is free, otherwise an aligned one. An aligned pair needs its
//   list's tumbled pair and room for its flags. An ancestor of a later aligned pair needs neither of these two.
// - A list whose pair comes from the stack takes it when it is visible and a set is free. A pair that goes to the stack
//   leaves in the cycle after it is transformed and its list has begun.
// Each unit itself says how long a pair takes and when its input register is free again.
// Reset forgets pairs and lists; the host's writes stay.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/machine/stack_messages.h"

namespace collisionchip {

class UnitPorts;

struct VolumeUnitParams {
  std::uint32_t clock_period_ps = 0;
  std::uint32_t register_sets = 0;  // tumbled pairs in the aligned frame
  std::uint32_t flag_latency = 0;   // cycles from the last comparison to the flags leaving the unit
  bool flags_at_once = false;       // as soon as a pair is in the input register, whatever it takes
};

class VolumeUnit : public Unit {
 public:
  struct Ports {
    Channel<NodePairData>& tumbled_data;  // from the Memory Controller
    Channel<NodePairData>& aligned_data;
    Channel<ListCommand>& list_commands;  // from the Stack Engine
    Channel<MatrixWrite>& matrix_writes;  // from the PCI Interface
    Channel<RegisterRelease>& releases;   // to the Memory Controller
    Channel<OverlapFlags>& flags;         // to the Stack Engine
    // From and to an engine that keeps transformed pairs on its stack; nullptr: none does.
    Channel<StackCommand>* stack_commands = nullptr;
    Channel<TransformedPair>* from_stack = nullptr;
    Channel<TransformedPair>* to_stack = nullptr;

    static Ports of(const UnitPorts& ports);
  };

  // Places in cycles(): the account of the pairs that are placed, and that of the comparisons.
  static constexpr std::size_t kTransform = 0, kOverlap = 1;

 protected:
  // A pair at the unit: first beat in the input register, and the cycle in which it is taken.
  struct Taken {
    const NodePairData& pair;
    Cycle in_register, now;
  };
  // What a unit makes of a tumbled pair.
  struct Placed {
    Cycle ready;           // from when on aligned ones may meet it
    Cycle input_released;  // the input register may be written again
  };
  // And of an aligned one.
  struct Compared {
    std::uint32_t bits;  // of OverlapFlags
    Cycle end;           // of the last comparison
    Cycle input_released;
  };
  // When the contents of one set may be used, and written over.
  struct SetTimes {
    Cycle ready = 0;
    Cycle results_free = 0;  // the last comparison with what is in it is over
  };

  // `accounts`: the meanings of both.
  VolumeUnit(const sc_core::sc_module_name& name, const VolumeUnitParams& params, const Ports& ports,
             const std::vector<AccountMeaning>& accounts);

  // Into the matrix memory; matrix_written() when all that is visible has been taken.
  virtual void set_matrix_word(std::uint32_t word, std::uint32_t value) = 0;
  virtual void matrix_written() = 0;
  // Into the set of this number, and of an aligned pair against what is in it.
  virtual Placed place(std::size_t set, const SetTimes& times, const Taken& taken) = 0;
  virtual Compared compare(std::size_t set, const SetTimes& times, const Taken& taken) = 0;
  virtual void note_discarded(std::uint32_t pairs) = 0;
  // An aligned pair that is not compared: only its boxes are needed. Returns the cycle from which its input register may
  // be written again.
  virtual Cycle pass_ancestor(const Taken& taken) { return taken.now; }
  // A transformed pair goes into the set, or out; returns the cycles that its words take. Units without such a stack keep
  // these defaults.
  virtual Cycle load(std::size_t /*set*/, const TransformedPair& /*pair*/) { return 0; }
  virtual Cycle hand_out(std::size_t /*set*/, TransformedPair& /*pair*/) { return 0; }
  void note_list(Cycle visible) { overlap_account_.spend(visible, CycleAccount::kIdle); }

  void reset_state() override;

  const Ports& ports() const { return ports_; }
  CycleAccount& transform_account() { return transform_account_; }
  CycleAccount& overlap_account() { return overlap_account_; }

 private:
  struct RegisterSet {
    SetTimes times;
    bool occupied = false;
  };

  Cycle step(Cycle now) override;
  void take_matrix_writes(Cycle now);
  void start_list(Cycle now);
  void discard_arrived(Cycle now);
  void own_arrived();
  void take_from_stack(Cycle now);
  void give_to_stack(Cycle now);
  std::vector<RegisterSet>::iterator free_set();
  bool take_tumbled(Cycle now);
  bool take_aligned(Cycle now);
  bool take_ancestor(Cycle now, const NodePairData& pair);

  const VolumeUnitParams params_;
  Ports ports_;
  std::vector<RegisterSet> sets_;
  std::optional<std::size_t> own_;   // the set of the list at work, then of the one before
  std::deque<std::size_t> arrived_;  // the other sets with a pair, in order of arrival
  std::uint32_t to_discard_ = 0;     // pairs to drop of those that have arrived or will next
  std::uint32_t remaining_ = 0;      // aligned pairs of the current list still to come
  StackCommand stack_;               // of the current list, until it is obeyed
  CycleAccount transform_account_, overlap_account_;
};

}  // namespace collisionchip

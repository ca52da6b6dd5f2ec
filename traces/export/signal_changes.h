// The signals of a trace and how they change: what a waveform file of any format holds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/traces/export/export_window.h"

namespace collisionchip::trace_detail {

struct Signal {
  std::string scope;  // "dop_unit.flags": nested scopes, by their names
  std::string name;
  std::uint32_t bits = 0;  // 0: a text
};

// The value of a signal from a cycle on. Numbers are two's
// complement in the signal's bits; what has no value is undefined.
struct SignalChange {
  TraceCycle cycle = 0;  // absolute: of the simulation
  std::uint32_t signal = 0;
  bool defined = false;
  std::int64_t number = 0;
  std::string text;
};

class SignalSource {
 public:
  explicit SignalSource(const TraceReader& trace);

  const std::vector<Signal>& signals() const { return signals_; }
  // All changes of a query, in the order of their cycles; a signal changes at most once in each.
  std::vector<SignalChange> changes(const TraceQuery& query, TraceWindow window) const;

 private:
  class Gatherer;

  struct ChannelSignals {
    std::uint32_t valid, occupancy, kind, value, detail, digest;
  };
  struct BankSignals {
    std::uint32_t open, row;
  };
  struct MemorySignals {
    std::uint32_t command, command_bank, command_row, command_column, data, data_address;
    std::vector<BankSignals> banks;
  };

  std::uint32_t add(const std::string& scope, const std::string& name, std::uint32_t bits);
  MemorySignals add_memory(const std::string& scope, std::size_t banks);
  void gather_transfers(Gatherer& changes, const TraceChannel& channel,
                        TraceStream<TraceTransfer> stream) const;
  static void gather_commands(Gatherer& changes, const MemorySignals& memory,
                              TraceStream<TraceCommand> stream);
  static void gather_reads(Gatherer& changes, const MemorySignals& memory, TraceStream<TraceRead> stream);

  const TraceReader& trace_;
  std::vector<Signal> signals_;
  std::uint32_t query_ = 0, list_ = 0, list_length_ = 0;
  std::vector<std::uint32_t> states_;     // index = unit
  std::vector<ChannelSignals> channels_;  // index = channel
  std::vector<MemorySignals> memories_;
};

}  // namespace collisionchip::trace_detail

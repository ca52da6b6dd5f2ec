#include "collisionchip/traces/export/signal_changes.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "collisionchip/tlm/machine/netlist.h"
#include "collisionchip/traces/file/trace_text.h"

namespace collisionchip::trace_detail {

namespace {

std::size_t banks_of(const TraceRun& run) {
  const auto configuration = nlohmann::json::parse(run.configuration, nullptr, false);
  if (!configuration.is_object()) return 0;
  return configuration.value(nlohmann::json::json_pointer("/sdram/banks"), std::size_t{0});
}

}  // namespace

// Collects changes in any order; cycles count from the start of a query.
class SignalSource::Gatherer {
 public:
  explicit Gatherer(std::uint64_t start) : start_(static_cast<TraceCycle>(start)) {}

  void number(std::uint32_t signal, TraceCycle cycle, std::int64_t value) {
    changes_.push_back({start_ + cycle, signal, true, value, {}});
  }
  void text(std::uint32_t signal, TraceCycle cycle, std::string value) {
    changes_.push_back({start_ + cycle, signal, true, 0, std::move(value)});
  }
  void nothing(std::uint32_t signal, TraceCycle cycle) {
    changes_.push_back({start_ + cycle, signal, false, 0, {}});
  }
  template <typename Number>
  void optional(std::uint32_t signal, TraceCycle cycle, const std::optional<Number>& value) {
    if (value) {
      number(signal, cycle, static_cast<std::int64_t>(*value));
    } else {
      nothing(signal, cycle);
    }
  }

  // If a signal changes several times in one cycle, the last change holds.
  std::vector<SignalChange> sorted() {
    const auto place = [](const SignalChange& c) { return std::pair(c.cycle, c.signal); };
    std::stable_sort(changes_.begin(), changes_.end(),
                     [&](const SignalChange& a, const SignalChange& b) { return place(a) < place(b); });
    std::vector<SignalChange> last;
    for (SignalChange& change : changes_) {
      if (!last.empty() && place(last.back()) == place(change)) last.pop_back();
      last.push_back(std::move(change));
    }
    return last;
  }

 private:
  TraceCycle start_;
  std::vector<SignalChange> changes_;
};

SignalSource::SignalSource(const TraceReader& trace) : trace_(trace) {
  query_ = add("", "query", 32);
  for (const TraceUnit& unit : trace.units()) states_.push_back(add(unit.name, "state", 0));
  list_ = add("stack_engine", "list", 32);
  list_length_ = add("stack_engine", "list_aligned_pairs", 32);
  for (const TraceChannel& channel : trace.channels()) {
    const std::string& scope = channel.name;
    ChannelSignals signals{};
    signals.valid = add(scope, "valid", 1);
    signals.occupancy = add(scope, "occupancy", 16);
    if (!channel.kinds.empty()) signals.kind = add(scope, "kind", 0);
    if (!channel.value.empty()) signals.value = add(scope, "value", 64);
    if (!channel.detail.empty()) signals.detail = add(scope, "detail", 64);
    signals.digest = add(scope, "digest", 52);
    channels_.push_back(signals);
  }
  for (std::uint32_t i = 0; i < trace.memories(); ++i)
    memories_.push_back(add_memory(numbered("sdram", i), banks_of(trace.run())));
}

SignalSource::MemorySignals SignalSource::add_memory(const std::string& scope, std::size_t banks) {
  MemorySignals memory{};
  memory.command = add(scope, "command", 0);
  memory.command_bank = add(scope, "bank", 8);
  memory.command_row = add(scope, "row", 32);
  memory.command_column = add(scope, "column", 32);
  memory.data = add(scope, "data", 0);
  memory.data_address = add(scope, "data_address", 32);
  for (std::size_t bank = 0; bank < banks; ++bank) {
    const std::string of_bank = scope + ".bank" + std::to_string(bank);
    const std::uint32_t open = add(of_bank, "open", 1);
    memory.banks.push_back({open, add(of_bank, "open_row", 32)});
  }
  return memory;
}

std::uint32_t SignalSource::add(const std::string& scope, const std::string& name, std::uint32_t bits) {
  signals_.push_back({scope, name, bits});
  return static_cast<std::uint32_t>(signals_.size() - 1);
}

std::vector<SignalChange> SignalSource::changes(const TraceQuery& query, TraceWindow window) const {
  Gatherer changes(query.start);
  changes.number(query_, 0, query.id);
  if (query.cycles >= 0) changes.nothing(query_, query.cycles);
  for (const TraceUnit& unit : trace_.units()) {
    TraceCycle end = 0;
    for (auto phases = trace_.phases(query.id, unit.id, window); const TracePhase* phase = phases.next();) {
      changes.text(states_[unit.id], phase->begin, unit.states.at(phase->state));
      end = phase->end;
    }
    changes.text(states_[unit.id], end, "");
  }
  for (auto lists = trace_.lists(query.id, window); const TraceList* list = lists.next();) {
    changes.nothing(list_, list->end);
    changes.nothing(list_length_, list->end);
    changes.number(list_, list->begin, static_cast<std::int64_t>(list->number));
    changes.number(list_length_, list->begin, list->aligned_pairs);
  }
  for (const TraceChannel& channel : trace_.channels())
    gather_transfers(changes, channel, trace_.transfers(query.id, channel.id, window));
  for (std::uint32_t i = 0; i < memories_.size(); ++i) {
    gather_commands(changes, memories_[i], trace_.commands(query.id, i, window));
    gather_reads(changes, memories_[i], trace_.reads(query.id, i, window));
  }
  return changes.sorted();
}

// The oldest item shows from the cycle in which it is visible and the item before it is gone, up to and including the cycle in
// which it is taken. If several items are taken in one cycle, the first shows.
void SignalSource::gather_transfers(Gatherer& changes, const TraceChannel& channel,
                                    TraceStream<TraceTransfer> stream) const {
  const ChannelSignals& signals = channels_[channel.id];
  std::vector<std::pair<TraceCycle, int>> moves;  // in and out
  TraceCycle free_from = kTraceBegin;
  while (const TraceTransfer* t = stream.next()) {
    moves.emplace_back(t->put, 1);
    if (t->taken) moves.emplace_back(*t->taken + 1, -1);
    const TraceCycle shows = std::max(t->visible, free_from);
    if (t->taken && shows > *t->taken) continue;
    changes.number(signals.valid, shows, 1);
    if (t->kind) changes.text(signals.kind, shows, name_of(channel, *t));
    if (!channel.value.empty()) changes.optional(signals.value, shows, t->value);
    if (!channel.detail.empty()) changes.optional(signals.detail, shows, t->detail);
    changes.optional(signals.digest, shows, t->digest);
    if (!t->taken) break;  // it stays
    free_from = *t->taken + 1;
    changes.number(signals.valid, free_from, 0);  // unless the next one shows
  }
  std::stable_sort(moves.begin(), moves.end());
  int occupancy = 0;
  for (const auto& [cycle, move] : moves) changes.number(signals.occupancy, cycle, occupancy += move);
}

void SignalSource::gather_commands(Gatherer& changes, const MemorySignals& memory,
                                   TraceStream<TraceCommand> stream) {
  const auto close = [&](std::size_t bank, TraceCycle cycle) {
    if (bank >= memory.banks.size()) return;
    changes.number(memory.banks[bank].open, cycle, 0);
    changes.nothing(memory.banks[bank].row, cycle);
  };
  while (const TraceCommand* command = stream.next()) {
    const TraceCycle cycle = command->cycle;
    changes.text(memory.command, cycle, name_of(command->kind));
    changes.number(memory.command_bank, cycle, command->bank);
    changes.number(memory.command_row, cycle, command->row);
    changes.number(memory.command_column, cycle, command->column);
    changes.text(memory.command, cycle + 1, "");  // unless another one follows at once
    if (command->kind == TraceCommandKind::activate && command->bank < memory.banks.size()) {
      changes.number(memory.banks[command->bank].open, cycle, 1);
      changes.number(memory.banks[command->bank].row, cycle, command->row);
    }
    if (command->kind == TraceCommandKind::precharge) close(command->bank, cycle + 1);
    if (closes_its_row(command->kind)) close(command->bank, cycle + std::max(command->beats, 1u));
    for (std::size_t bank = 0; command->kind == TraceCommandKind::precharge_all && bank < memory.banks.size();
         ++bank)
      close(bank, cycle + 1);
  }
}

void SignalSource::gather_reads(Gatherer& changes, const MemorySignals& memory,
                                TraceStream<TraceRead> stream) {
  while (const TraceRead* read = stream.next()) {
    changes.text(memory.data, read->first_beat, name_of(read->purpose));
    changes.number(memory.data_address, read->first_beat, read->address);
    changes.text(memory.data, read->end, "");  // unless the next burst follows at once
    changes.nothing(memory.data_address, read->end);
  }
}

}  // namespace collisionchip::trace_detail

#include "collisionchip/traces/file/trace_text.h"

#include <fmt/format.h>

namespace collisionchip {

namespace {

template <typename Number>
std::string number_or(const std::optional<Number>& number, const char* nothing) {
  return number ? std::to_string(*number) : nothing;
}

}  // namespace

const std::string& name_of(const TraceChannel& channel, const TraceTransfer& transfer) {
  const bool named = transfer.kind && *transfer.kind < channel.kinds.size();
  return named ? channel.kinds[*transfer.kind] : channel.item;
}

std::string describe(const TraceChannel& channel, const TraceTransfer& transfer) {
  std::string text =
      fmt::format("item {}, {}: put {}, visible {}, taken {}", transfer.number, name_of(channel, transfer),
                  transfer.put, transfer.visible, number_or(transfer.taken, "never"));
  if (transfer.value) text += fmt::format(", value {}", *transfer.value);
  if (transfer.detail) text += fmt::format(", detail {}", *transfer.detail);
  if (transfer.digest) text += fmt::format(", digest {:013x}", *transfer.digest);
  return text;
}

std::string describe(const TraceUnit& unit, const TracePhase& phase) {
  const bool named = phase.state < unit.states.size();
  return fmt::format("[{}, {}) {}", phase.begin, phase.end,
                     named ? unit.states[phase.state] : std::to_string(phase.state));
}

std::string describe(const TraceCommand& command) {
  return fmt::format("cycle {}, {} bank {} row {} column {} beats {}", command.cycle, name_of(command.kind),
                     command.bank, command.row, command.column, command.beats);
}

std::string describe(const TraceRead& read) {
  return fmt::format("read {}, {}: request {}, accepted {}, first beat {}, end {}, address {}, {} bytes",
                     read.number, name_of(read.purpose), read.request, read.accepted, read.first_beat,
                     read.end, read.address, read.bytes);
}

std::string describe(const TraceList& list) {
  return fmt::format(
      "list {}: begin {}, first flags {}, end {}, tumbled pair {}, {} aligned pairs, {} answered, {} "
      "discarded{}",
      list.number, list.begin, number_or(list.first_flags, "none"), list.end, number_or(list.tumbled, "none"),
      list.aligned_pairs, list.answered, list.discarded, list.kept ? ", kept" : "");
}

}  // namespace collisionchip

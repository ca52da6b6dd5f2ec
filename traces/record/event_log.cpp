#include "collisionchip/traces/record/event_log.h"

#include <algorithm>
#include <stdexcept>

#include "collisionchip/tlm/chip/chip.h"

namespace collisionchip {

using trace_detail::ItemCells;
using trace_detail::kNull;

namespace {

bool same(const ItemCells& a, const ItemCells& b) {
  return a.kind == b.kind && a.value == b.value && a.detail == b.detail && a.digest == b.digest;
}

std::string text(const ChannelEvents& channel, const ItemCells& cells) {
  std::string words = channel.item;
  if (cells.kind != kNull && !channel.kinds.empty())
    words += " " + channel.kinds.at(static_cast<std::size_t>(cells.kind));
  if (cells.value != kNull) words += " " + std::to_string(cells.value);
  if (cells.detail != kNull) words += ", " + std::to_string(cells.detail);
  if (cells.digest != kNull) words += ", digest " + std::to_string(cells.digest);
  return words;
}

std::string put_text(const ChannelEvents& channel, std::size_t i) {
  if (i >= channel.puts.size()) return "no such item";
  const LoggedItem& put = channel.puts[i];
  return text(channel, put.cells) + ", visible in cycle " + std::to_string(put.visible);
}

std::string pop_text(const ChannelEvents& channel, std::size_t i) {
  return i < channel.pops.size() ? "taken in cycle " + std::to_string(channel.pops[i]) : "not taken";
}

std::string both(const std::string& a_name, const std::string& a, const std::string& b_name,
                 const std::string& b) {
  return a_name + ": " + a + "; " + b_name + ": " + b;
}

// The first of `a` and `b` in which they differ, if they do.
template <typename T, typename Same>
std::optional<std::size_t> parting(const std::vector<T>& a, const std::vector<T>& b, Same&& equal) {
  const auto [at_a, at_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), equal);
  if (at_a == a.end() && at_b == b.end()) return std::nullopt;
  return static_cast<std::size_t>(at_a - a.begin());
}

// Keeps the earlier one.
void note(std::optional<EventDifference>& first, EventDifference difference) {
  if (!first || difference.cycle < first->cycle) first = std::move(difference);
}

void note_puts(std::optional<EventDifference>& first, const ChannelEvents& a, const std::string& a_name,
               const ChannelEvents& b, const std::string& b_name) {
  const auto same_put = [](const LoggedItem& x, const LoggedItem& y) {
    return x.visible == y.visible && same(x.cells, y.cells);
  };
  const auto i = parting(a.puts, b.puts, same_put);
  if (!i) return;
  std::int64_t cycle = *i < a.puts.size() ? a.puts[*i].visible : b.puts[*i].visible;
  if (*i < b.puts.size()) cycle = std::min(cycle, b.puts[*i].visible);
  note(first, {a.writer, cycle,
               a.name + " item " + std::to_string(*i) + ": " +
                   both(a_name, put_text(a, *i), b_name, put_text(b, *i))});
}

void note_pops(std::optional<EventDifference>& first, const ChannelEvents& a, const std::string& a_name,
               const ChannelEvents& b, const std::string& b_name) {
  const auto i = parting(a.pops, b.pops, [](std::int64_t x, std::int64_t y) { return x == y; });
  if (!i) return;
  std::int64_t cycle = *i < a.pops.size() ? a.pops[*i] : b.pops[*i];
  if (*i < b.pops.size()) cycle = std::min(cycle, b.pops[*i]);
  note(first, {a.reader, cycle,
               a.name + " item " + std::to_string(*i) + ": " +
                   both(a_name, pop_text(a, *i), b_name, pop_text(b, *i))});
}

}  // namespace

EventLog::~EventLog() = default;

void EventLog::watch(Chip& chip) {
  chip.for_each_channel(
      [this](auto& channel, const ChannelRow& row) { watch(channel, unit_of(row.reader)); });
}

std::vector<ChannelEvents> EventLog::take(Cycle origin) {
  std::vector<ChannelEvents> all;
  for (const auto& channel : channels_) all.push_back(channel->take(origin));
  return all;
}

std::string EventDifference::text() const {
  return unit + ", cycle " + std::to_string(cycle) + ": " + what;
}

std::optional<EventDifference> first_difference(const std::vector<ChannelEvents>& a,
                                                const std::string& a_name,
                                                const std::vector<ChannelEvents>& b,
                                                const std::string& b_name) {
  if (a.size() != b.size()) throw std::logic_error("events of different channels");
  std::optional<EventDifference> first;
  for (std::size_t c = 0; c < a.size(); ++c) note_puts(first, a[c], a_name, b[c], b_name);
  for (std::size_t c = 0; c < a.size(); ++c) note_pops(first, a[c], a_name, b[c], b_name);
  return first;
}

std::uint64_t count_events(const std::vector<ChannelEvents>& events) {
  std::uint64_t count = 0;
  for (const ChannelEvents& channel : events) count += channel.puts.size() + channel.pops.size();
  return count;
}

}  // namespace collisionchip

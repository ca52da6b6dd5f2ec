#include "collisionchip/testbench/report/trace_track.h"

#include <algorithm>
#include <cmath>

namespace collisionchip {

namespace {

void put_leb128(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<std::uint8_t>(number | 0x80));
  bytes.push_back(static_cast<std::uint8_t>(number));
}

std::uint64_t zigzag(std::int64_t number) {
  return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
}

}  // namespace

TraceTrack::TraceTrack(std::string group, std::string name, std::vector<std::string> states,
                       std::string value_name, TraceCycle cycles, TraceDetail detail)
    : group_(std::move(group)),
      name_(std::move(name)),
      value_name_(std::move(value_name)),
      states_(std::move(states)),
      cycles_(cycles),
      detail_(detail),
      bins_(kBins * states_.size()) {}

void TraceTrack::add(TraceCycle begin, TraceCycle end, std::uint32_t state, std::int64_t value) {
  begin = std::max(begin, at_);
  end = std::min(end, cycles_);
  if (begin >= end) return;
  close_phase(std::min(begin, open_end_), open_state_, open_value_);
  close_phase(begin, 0, 0);
  open_end_ = end;
  open_state_ = state;
  open_value_ = value;
}

void TraceTrack::close_phase(TraceCycle end, std::uint32_t state, std::int64_t value) {
  if (end <= at_) return;
  count_in_bins(at_, end, state);
  const TraceCycle from = std::max(at_, detail_.from), to = std::min(end, detail_.to);
  if (from < to) write_cell(to - from, state, value);
  at_ = end;
}

void TraceTrack::count_in_bins(TraceCycle begin, TraceCycle end, std::uint32_t state) {
  const double width = static_cast<double>(cycles_) / static_cast<double>(kBins);
  const auto first = static_cast<double>(begin), last = static_cast<double>(end);
  for (auto bin = static_cast<std::size_t>(first / width); bin < kBins; ++bin) {
    const double from = std::max(first, width * static_cast<double>(bin));
    const double to = std::min(last, width * static_cast<double>(bin + 1));
    if (from >= last) break;
    if (to > from) bins_[bin * states_.size() + state] += to - from;
  }
}

void TraceTrack::write_cell(TraceCycle length, std::uint32_t state, std::int64_t value) {
  put_leb128(cells_, static_cast<std::uint64_t>(length) * states_.size() + state);
  if (!value_name_.empty()) {
    put_leb128(values_, zigzag(value - last_value_));
    last_value_ = value;
  }
  ++phases_;
}

std::vector<std::uint8_t> TraceTrack::bin_shares() const {
  const double width = static_cast<double>(cycles_) / static_cast<double>(kBins);
  std::vector<std::uint8_t> shares;
  for (const double cycles : bins_) {
    shares.push_back(static_cast<std::uint8_t>(std::min(255.0, std::round(255 * cycles / width))));
  }
  return shares;
}

nlohmann::ordered_json TraceTrack::json(ReportPage& page) {
  close_phase(std::min(open_end_, cycles_), open_state_, open_value_);
  close_phase(cycles_, 0, 0);
  nlohmann::ordered_json json = {{"group", group_},
                                 {"name", name_},
                                 {"states", states_},
                                 {"value_name", value_name_},
                                 {"phases", phases_},
                                 {"cells", page.add(cells_)},
                                 {"bins", page.add(bin_shares())}};
  if (!value_name_.empty()) json["values"] = page.add(values_);
  return json;
}

}  // namespace collisionchip

#include "collisionchip/testbench/judge/chip_parity.h"

#include <algorithm>

#include <fmt/format.h>

#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/tlm/statistics/statistics.h"

namespace collisionchip {

namespace {

std::string name_of(const ChipConfig& config) {
  std::string name = "rtl";
  for (const std::string& unit : replaceable_units()) {
    if (model_of(config, unit) == UnitModel::rtl) name += " " + unit;
  }
  return name;
}

std::string text(const UnitCycles& unit) {
  std::string words = fmt::format("busy {} idle {}", unit.busy, unit.idle);
  for (const auto& stall : unit.stalls) words += fmt::format(" {} {}", stall.first, stall.second);
  return words;
}

std::string text(const Statistics::Value& value) {
  std::string words = std::to_string(value.number);
  const std::vector<std::uint64_t>& counts = value.histogram.counts();
  for (std::size_t v = 0; v < counts.size(); ++v) {
    if (counts[v] > 0) words += fmt::format(" {}:{}", v, counts[v]);
  }
  return words;
}

// A model that tells an item ahead has it in the channel
// from then on, the RTL from the cycle before it is visible.
bool is_occupancy(const std::string& statistic) {
  const std::string ending = "_occupancy";
  return statistic.size() > ending.size() &&
         statistic.compare(statistic.size() - ending.size(), ending.size(), ending) == 0;
}

}  // namespace

std::string first_line(const std::exception& error) {
  const auto* const report = dynamic_cast<const sc_core::sc_report*>(&error);
  const std::string text = report != nullptr ? report->get_msg() : error.what();
  return text.substr(0, text.find('\n'));
}

ChipParity::ChipParity(Simulation& simulation, const ChipConfig& config, const CollisionObject& a,
                       const CollisionObject& b)
    : chip_(simulation.board().chip()),
      driver_(simulation.driver()),
      models_(config),
      image_(make_board_image(config, a, b)) {
  verdict_.name = name_of(config);
  for (const std::string& unit : replaceable_units()) set_model(models_, unit, UnitModel::tlm);
  log_.watch(chip_);
  hook_ = driver_.on_query_end.insert(driver_.on_query_end.end(),
                                      [this] { events_.push_back(log_.take(chip_.query_begin())); });
}

void ChipParity::deform(const CollisionObject& a, const CollisionObject& b) {
  image_ = make_board_image(models_, a, b);
}

ChipParity::~ChipParity() {
  driver_.on_query_end.erase(hook_);
}

Cycle ChipParity::expect(const Pose& pose, bool first_witness) {
  events_.clear();
  expected_.clear();
  BoardOptions options;
  options.checkers = false;
  JudgedSimulation other(models_, options);
  Chip& chip = other.board().chip();
  EventLog log;
  log.watch(chip);
  other.driver().on_query_end.push_back([&] { expected_.push_back(log.take(chip.query_begin())); });
  other.attach(image_);
  expected_answer_ = other.query(pose, first_witness);
  return expected_answer_.setup_cycles + expected_answer_.cycles + expected_answer_.readback_cycles;
}

bool ChipParity::check(const std::string& query, const ChipAnswer& answer) {
  ++verdict_.queries;
  verdict_.cycles += expected_answer_.cycles;
  for (const std::vector<ChannelEvents>& events : expected_) verdict_.events += count_events(events);
  const std::string found = difference(answer);
  if (found.empty()) return true;
  if (verdict_.first_difference.empty()) verdict_.first_difference = query + ": " + found;
  return false;
}

std::string ChipParity::failure(const std::exception& error) {
  events_.push_back(log_.take(chip_.query_begin()));
  const std::string parting = event_difference();
  if (parting.empty()) return "";
  return fmt::format("models disagree: {}; later: {}", parting, first_line(error));
}

std::string ChipParity::event_difference() const {
  for (std::size_t sub_query = 0; sub_query < std::min(events_.size(), expected_.size()); ++sub_query) {
    const auto at =
        collisionchip::first_difference(events_[sub_query], verdict_.name, expected_[sub_query], "tlm");
    if (at) return at->text();
  }
  return "";
}

std::string ChipParity::difference(const ChipAnswer& answer) const {
  std::string event = event_difference();
  if (!event.empty()) return event;
  if (events_.size() != expected_.size()) return "another number of sub-queries";
  const ChipAnswer& model = expected_answer_;
  for (std::size_t u = 0; u < model.units.size(); ++u) {
    const std::string a = text(answer.units.at(u)), b = text(model.units[u]);
    if (a != b)
      return fmt::format("account of {}: {}: {}; tlm: {}", model.units[u].unit, verdict_.name, a, b);
  }
  for (std::size_t i = 0; i < statistics_table().size(); ++i) {
    if (is_occupancy(statistics_table()[i].name)) continue;
    const std::string a = text(answer.statistics.at(i)), b = text(model.statistics.at(i));
    if (a != b) return fmt::format("{}: {}: {}; tlm: {}", statistics_table()[i].name, verdict_.name, a, b);
  }
  return "";
}

}  // namespace collisionchip

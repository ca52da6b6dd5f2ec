// A unit as TLM model and as RTL under the same random traffic: every channel event, account and statistic
// must be the same.
//
// A bench builds one unit by a factory between sources and sinks of its own, runs the traffic of a seed, and
// returns what happened. The traffic may depend on what the unit does, but on nothing else; then both models
// see the same until they part.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "collisionchip/rtl_model/adapter/rtl_units.h"
#include "collisionchip/testbench/judge/chip_parity.h"
#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/traces/record/event_log.h"

namespace collisionchip::testing_support {

// A unit of this kind as `units.*` asks for it.
template <typename U>
std::unique_ptr<U> made(const UnitKinds& kinds, const std::string& kind, const ChipConfig& config,
                        const UnitPorts& ports) {
  std::unique_ptr<Unit> unit = make_unit(kinds, {kind, kind, model_of(config, kind)}, config, ports);
  return std::unique_ptr<U>(&dynamic_cast<U&>(*unit.release()));
}

struct UnitRun {
  std::vector<ChannelEvents> events;
  std::vector<std::string> accounts;  // one line each: accounts and statistics in words
  Cycle cycles = 0;
  std::uint64_t transactions = 0;  // queries, items: what the unit was asked for
};

class UnitParity {
 public:
  // `transactions`: what they are called, "lists".
  UnitParity(std::string unit, std::string transactions)
      : unit_(std::move(unit)), transactions_name_(std::move(transactions)) {}

  // Runs the seed on both models. False at a difference, which is printed with both sides.
  bool same(ChipConfig config, std::uint64_t seed,
            const std::function<UnitRun(const ChipConfig&, const UnitKinds&, std::uint64_t seed)>& bench) {
    const UnitRun model = bench(config, unit_kinds(), seed);
    set_model(config, unit_, UnitModel::rtl);
    ++runs_;
    cycles_ += model.cycles;
    transactions_ += model.transactions;
    events_ += count_events(model.events);
    std::string found;
    try {
      found = difference(bench(config, unit_kinds(), seed), model);
    } catch (const std::exception& error) {
      found = fmt::format("{}: the RTL did what no unit may: {}", unit_, first_line(error));
    }
    if (found.empty()) return true;
    ++differences_;
    first_difference_ = fmt::format("seed {}: {}", seed, found);
    return false;
  }

  const std::string& first_difference() const { return first_difference_; }
  std::uint64_t transactions() const { return transactions_; }

  // "PARITY: dop_unit rtl = tlm: runs 300, lists 9000, cycles
  // compared 123456, events compared 54321, differences 0"
  std::string line() const {
    return fmt::format(
        "PARITY: {} rtl {} tlm: runs {}, {} {}, cycles compared {}, events compared {}, differences {}",
        unit_, differences_ == 0 ? "=" : "!=", runs_, transactions_name_, transactions_, cycles_, events_,
        differences_);
  }

  // Seeds from `first` on, stopping at the first difference. `config_of` may draw a machine for each.
  void run(std::uint64_t first, std::uint64_t count,
           const std::function<ChipConfig(std::uint64_t)>& config_of,
           const std::function<UnitRun(const ChipConfig&, const UnitKinds&, std::uint64_t)>& bench) {
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
      if (!same(config_of(seed), seed, bench)) break;
    }
    fmt::print("{}\n", line());
    EXPECT_EQ(first_difference_, "");
  }

 private:
  static std::string difference(const UnitRun& rtl, const UnitRun& model) {
    if (const auto at = collisionchip::first_difference(rtl.events, "rtl", model.events, "tlm"))
      return at->text();
    for (std::size_t i = 0; i < model.accounts.size(); ++i) {
      if (rtl.accounts.at(i) != model.accounts[i])
        return fmt::format("rtl: {}; tlm: {}", rtl.accounts.at(i), model.accounts[i]);
    }
    return "";
  }

  std::string unit_, transactions_name_;
  std::uint64_t runs_ = 0, transactions_ = 0, cycles_ = 0, events_ = 0, differences_ = 0;
  std::string first_difference_;
};

inline std::string in_words(const UnitCycles& unit) {
  std::string words = fmt::format("{}: busy {} idle {}", unit.unit, unit.busy, unit.idle);
  for (const auto& stall : unit.stalls) words += fmt::format(" {} {}", stall.first, stall.second);
  return words;
}

// In which something happened.
inline Cycle last_cycle(const std::vector<ChannelEvents>& events) {
  std::int64_t last = 0;
  for (const ChannelEvents& channel : events) {
    for (const LoggedItem& put : channel.puts) last = std::max(last, put.visible);
    for (const std::int64_t pop : channel.pops) last = std::max(last, pop);
  }
  return static_cast<Cycle>(last);
}

// Takes items with stalls: after each, with some probability, none for a random number of cycles.
template <typename T>
class StallingSink : public Unit {
 public:
  // A stall of up to `longest` cycles follows `often` of 8 items.
  StallingSink(const char* name, const ChipConfig& config, Channel<T>& channel, std::uint64_t seed, int often,
               int longest)
      : Unit(name, Clock(config.chip.clock_period_ps)),
        channel_(channel),
        random_(seed),
        often_(often),
        longest_(longest) {
    channel_.bind_reader(*this);
    listen(channel_);
  }

 private:
  Cycle step(Cycle now) override {
    if (channel_.front(now) == nullptr) return kNever;
    if (now < open_at_) return open_at_;
    channel_.pop(now);
    open_at_ = now + 1;
    if (longest_ > 0 && random_.below(8) < often_) open_at_ += static_cast<Cycle>(random_.below(longest_));
    return open_at_;
  }
  void reset_state() override { open_at_ = 0; }

  Channel<T>& channel_;
  Random random_;
  int often_, longest_;
  Cycle open_at_ = 0;
};

}  // namespace collisionchip::testing_support

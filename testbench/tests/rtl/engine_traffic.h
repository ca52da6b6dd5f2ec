// The Stack Engine, as any of its models, between neighbours of many moods: one unit plays Memory Controller, DOP Unit,
// Triangle Unit and host. Each of them takes and gives only when a coin says so. The coin is a function of the cycle and
// the seed, so two engines with equal behaviour meet equal neighbours.
#pragma once

#include <deque>

#include "collisionchip/testbench/host/simulation_scope.h"
#include "collisionchip/testbench/tests/rtl/unit_parity.h"
#include "collisionchip/testbench/tests/tlm/engine_channels.h"
#include "collisionchip/testbench/tests/tlm/fake_trees.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine.h"
#include "collisionchip/tlm/units/stack_sram/stack_sram.h"

namespace collisionchip::testing_support {

struct EngineMoods {
  static constexpr Cycle kStart = 9;

  explicit EngineMoods(std::uint64_t s) : seed(s) {
    Random random(s);
    static constexpr int kPercent[] = {100, 100, 90, 50, 20, 4};
    const auto any = [&] { return kPercent[random.below(6)]; };
    takes_request = any();
    takes_command = any();
    takes_message = any();
    memory = 1 + random.below(random.below(2) == 0 ? 8 : 80);
    compare = random.below(60) - 10;  // negative: flags before the words they belong to
    between_flags = 1 + random.below(6);
    requests_room = 1 + static_cast<std::size_t>(random.below(4));
    leaf_room = 1 + static_cast<std::size_t>(random.below(4));
    sram_room = random.below(2) == 0 ? 1 + static_cast<std::size_t>(random.below(3)) : 16;
    first_witness = random.below(4) == 0;
    // Some come before the start.
    if (random.below(5) == 0) stop_at = static_cast<Cycle>(random.below(random.below(4) == 0 ? 20 : 4000));
    if (random.below(8) == 0)
      host_stop_at = static_cast<Cycle>(random.below(random.below(4) == 0 ? 20 : 4000));
    if (random.below(8) == 0) refused_request = random.below(60);
    tumbled_mask = random.below(4) == 0 ? 1u + static_cast<std::uint32_t>(random.below(2)) : 3;
    aligned_mask = random.below(4) == 0 ? 1u + static_cast<std::uint32_t>(random.below(2)) : 3;
  }

  bool coin(Cycle now, std::uint64_t what, int percent) const {
    return Random(seed ^ now * 0x9e37'79b9'7f4a'7c15u ^ what << 56).below(100) < percent;
  }

  std::uint64_t seed;
  int takes_request, takes_command, takes_message;  // percent of the cycles
  int memory, compare, between_flags;
  std::size_t requests_room, leaf_room, sram_room;
  bool first_witness;
  Cycle stop_at = kNever, host_stop_at = kNever;
  int refused_request = -1;
  std::uint32_t tumbled_mask, aligned_mask;
};

inline std::map<std::string, std::size_t> rooms_of(const EngineMoods& moods) {
  return {{"stack_engine.left_sram", moods.sram_room},
          {"stack_engine.right_sram", moods.sram_room},
          {"stack_engine.requests", moods.requests_room},
          {"stack_engine.leaf_tests", moods.leaf_room}};
}

class MoodyNeighbours : public Unit {
 public:
  MoodyNeighbours(const sc_core::sc_module_name& name, const ChipConfig& config, EngineChannels& channels,
                  const FakeTrees& trees, const EngineMoods& moods)
      : Unit(name, Clock(config.chip.clock_period_ps)), c_(channels), trees_(trees), moods_(moods) {
    c_.requests.bind_reader(*this);
    c_.list_commands.bind_reader(*this);
    c_.leaf_tests.bind_reader(*this);
    wake_at(0);
  }

  bool ended() const { return ended_; }
  bool refused() const { return refused_; }

 private:
  static constexpr Cycle kMost = 400'000, kAfterwards = 200;

  Cycle step(Cycle now) override {
    if (now == EngineMoods::kStart)
      c_.start.put(now, {{trees_.tumbled.root, moods_.tumbled_mask},
                         {trees_.aligned.root, moods_.aligned_mask},
                         moods_.first_witness});
    if (now == moods_.stop_at) c_.stop.put(now, {});
    if (now == moods_.host_stop_at) c_.host_stop.put(now, {});
    if (moods_.coin(now, 1, moods_.takes_command)) take_command(now);
    if (moods_.coin(now, 2, moods_.takes_request)) take_request(now);
    give_flags(now);
    if (moods_.coin(now, 3, moods_.takes_message)) take_message(now);
    return now < stop_at_ ? now + 1 : kNever;
  }

  void take_command(Cycle now) {
    const ListCommand* command = c_.list_commands.front(now);
    if (command == nullptr) return;
    commands_.push_back(*command);
    c_.list_commands.pop(now);
  }

  void take_request(Cycle now) {
    const ReadRequest* request = c_.requests.front(now);
    if (request == nullptr) return;
    const std::uint32_t address = request->address;
    const bool tumbled = request->kind == ReadKind::tumbled_pair;
    c_.requests.pop(now);
    if (refused_) return;
    const auto wait = static_cast<Cycle>(1 + Random(moods_.seed + now).below(moods_.memory));
    words_at_ = std::max(now + wait, words_at_ + 1);
    if (requests_taken_++ == moods_.refused_request) {
      PairAuxiliary refused;
      refused.error = {ReadError::Kind::refused, address};
      c_.tumbled_auxiliary.put(now, refused, words_at_ - now - 1);
      refused_ = true;
    } else if (tumbled) {
      tumbled_.push_back(address);
      c_.tumbled_auxiliary.put(now, trees_.tumbled.pairs.at(address), words_at_ - now - 1);
    } else {
      aligned_.push_back(address);
      const Cycle flags = words_at_ + static_cast<Cycle>(std::max(0, moods_.compare));
      flags_at_ = std::max(flags - std::min<Cycle>(flags, moods_.compare < 0 ? 10 : 0),
                           flags_at_ + static_cast<Cycle>(moods_.between_flags));
      flags_at_ = std::max(flags_at_, now + 1);
      due_.push_back(flags_at_);
      c_.aligned_auxiliary.put(now, trees_.aligned.pairs.at(address), words_at_ - now - 1);
    }
  }

  void give_flags(Cycle now) {
    if (due_.empty() || due_.front() > now || commands_.empty()) return;
    ListCommand& list = commands_.front();
    for (; list.discard > 0; --list.discard) tumbled_.pop_front();
    if (!list.keep) {
      own_ = tumbled_.front();
      tumbled_.pop_front();
      list.keep = true;  // for the flags to come
    }
    c_.flags.put(now, {trees_.flags(own_, aligned_.front())});
    aligned_.pop_front();
    due_.pop_front();
    if (--list.length == 0) commands_.pop_front();
  }

  void take_message(Cycle now) {
    const LeafTests* message = c_.leaf_tests.front(now);
    if (message == nullptr) return;
    if (message->kind == LeafTests::Kind::end) {
      ended_ = true;
      stop_at_ = now + kAfterwards;
    }
    c_.leaf_tests.pop(now);
  }

  void reset_state() override {}

  EngineChannels& c_;
  const FakeTrees& trees_;
  const EngineMoods moods_;
  std::deque<ListCommand> commands_;
  std::deque<std::uint32_t> tumbled_, aligned_;
  std::uint32_t own_ = 0;  // of the list at work
  std::deque<Cycle> due_;
  Cycle words_at_ = 0, flags_at_ = 0, stop_at_ = kMost;
  int requests_taken_ = 0;
  bool refused_ = false, ended_ = false;
};

inline std::string in_words(const Histogram& histogram) {
  std::string words;
  for (std::size_t i = 0; i < histogram.counts().size(); ++i)
    words += fmt::format(" {}", histogram.counts()[i]);
  return words;
}

inline std::vector<std::string> in_words(const StackEngine::Statistics& s) {
  return {fmt::format("lists {} aligned pairs {} triangle tests {} unfinished {} stops {} flags {}", s.lists,
                      s.aligned_pairs, s.triangle_tests, s.unfinished, s.stops, s.flags),
          fmt::format("prefetches {} used {} kept {} longest list {} high water {} {} deepest level {}",
                      s.prefetches, s.prefetches_used, s.lists_kept, s.longest_list, s.high_water[0],
                      s.high_water[1], s.deepest_level),
          "alpha" + in_words(s.alpha),
          "levels" + in_words(s.levels),
          "left lists" + in_words(s.length_of_side[0]),
          "right lists" + in_words(s.length_of_side[1])};
}

// What the runs of a test have met.
struct EngineMet {
  std::uint64_t unfinished = 0, stops = 0, discarded = 0, kept = 0, refused = 0, not_ended = 0;
};

// `change`: of the moods that the seed gives.
inline UnitRun run_engine(const ChipConfig& config, const UnitKinds& units, std::uint64_t seed,
                          EngineMet& met, const std::function<void(EngineMoods&)>& change = {}) {
  const SimulationScope scope;
  Random random(seed);
  FakeTrees trees(random, 2 + random.below(40), 2 + random.below(40), config.stack_engine.leaf_test);
  EngineMoods moods(random.bits());
  if (random.below(4) == 0) trees.often = 9;  // long lists
  if (change) change(moods);
  EngineChannels c(config, rooms_of(moods));
  const auto engine = made<StackEngine>(units, "stack_engine", config, c.set.ports_of("stack_engine"));
  StackSram left("left", params_of<StackSramParams>(config),
                 StackSram::Ports::of(c.set.ports_of("stack_sram_left")));
  StackSram right("right", params_of<StackSramParams>(config),
                  StackSram::Ports::of(c.set.ports_of("stack_sram_right")));
  MoodyNeighbours neighbours("neighbours", config, c, trees, moods);
  // As in the chip. A stack SRAM's taking of a write wakes no unit, so its time depends on the order of units in a cycle.
  Sequencer sequencer("sequencer", Clock(config.chip.clock_period_ps));
  for (Unit* unit : {static_cast<Unit*>(engine.get()), static_cast<Unit*>(&left), static_cast<Unit*>(&right),
                     static_cast<Unit*>(&neighbours)})
    sequencer.add(*unit);
  EventLog log;
  c.set.for_each([&log](auto& channel, const ChannelRow& row) { log.watch(channel, unit_of(row.reader)); });
  engine->begin_query(0);
  sc_core::sc_start();
  const StackEngine::Statistics& statistics = engine->statistics();
  met.unfinished += statistics.unfinished;
  met.stops += statistics.stops;
  met.discarded += statistics.prefetches - statistics.prefetches_used;
  met.kept += statistics.lists_kept;
  met.refused += neighbours.refused() ? 1 : 0;
  met.not_ended += neighbours.ended() ? 0 : 1;
  UnitRun run;
  run.events = log.take(0);
  run.cycles = last_cycle(run.events);
  run.accounts = in_words(statistics);
  run.accounts.push_back(in_words(engine->cycles(run.cycles)));
  run.transactions = statistics.lists;
  return run;
}

}  // namespace collisionchip::testing_support

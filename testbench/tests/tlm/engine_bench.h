// A Stack Engine alone, with real stack SRAMs and a scripted rest of the chip.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <utility>

#include "collisionchip/testbench/tests/tlm/engine_channels.h"
#include "collisionchip/testbench/tests/tlm/fake_trees.h"
#include "collisionchip/testbench/tests/tlm/unit_bench.h"
#include "collisionchip/tlm/machines/unit_params.h"
#include "collisionchip/tlm/units/stack_engine/ancestor_engine.h"
#include "collisionchip/tlm/units/stack_engine/pair_stack_engine.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine.h"
#include "collisionchip/tlm/units/stack_sram/stack_sram.h"

namespace collisionchip::testing_support {

// Memory Controller and DOP Unit in one: auxiliary words after `memory` cycles,
// flags `compare` cycles later, in order. Like the DOP Unit it knows only the
// order of the tumbled pairs and what the list commands say about them.
class RestOfChip : public Unit {
 public:
  RestOfChip(const sc_core::sc_module_name& name, const ChipConfig& config, EngineChannels& channels,
             const FakeTrees& trees, Cycle memory, Cycle compare)
      : Unit(name, Clock(config.chip.clock_period_ps)),
        c_(channels),
        trees_(trees),
        memory_(memory),
        compare_(compare),
        k_(config.dop.k) {
    c_.requests.bind_reader(*this);
    c_.list_commands.bind_reader(*this);
    listen(c_.requests);
    listen(c_.list_commands);
    if (c_.stack_commands == nullptr) return;
    c_.to_dop_unit->bind_reader(*this);
    c_.from_dop_unit->bind_writer(*this);
    listen(*c_.to_dop_unit);
  }

  std::vector<Cycle> requested_at, loaded_at;
  std::size_t most_outstanding = 0;
  std::uint64_t discarded = 0;
  bool prefetch_after_aligned = false;  // of the same list

 private:
  Cycle step(Cycle now) override {
    while (const ListCommand* command = c_.list_commands.front(now)) {
      commands_.push_back(*command);
      c_.list_commands.pop(now);
      stack_commands_.push_back(c_.stack_commands == nullptr ? StackCommand{}
                                                             : *c_.stack_commands->front(now));
      if (c_.stack_commands != nullptr) c_.stack_commands->pop(now);
    }
    while (const ReadRequest* request = c_.requests.front(now)) {
      requested_at.push_back(now);
      if (request->kind == ReadKind::tumbled_pair) {
        prefetch_after_aligned |= aligned_of_list_ > 0 && !commands_.empty();
        tumbled_.push_back(request->address);
        c_.tumbled_auxiliary.put(now, trees_.tumbled.pairs.at(request->address), memory_ - 1);
      } else if (request->kind == ReadKind::ancestor_pair) {
        c_.aligned_auxiliary.put(now, trees_.aligned.pairs.at(request->address), memory_ - 1);
      } else {
        ++aligned_of_list_;
        aligned_.push_back(request->address);
        due_.push_back(std::max(now + memory_ + compare_, due_.empty() ? 0 : due_.back() + 1));
        c_.aligned_auxiliary.put(now, trees_.aligned.pairs.at(request->address), memory_ - 1);
        most_outstanding = std::max(most_outstanding, due_.size());
      }
      c_.requests.pop(now);
    }
    while (!due_.empty() && due_.front() <= now) {
      if (!stack_commands_.front().load) {
        answer(now);
      } else if (!take_loaded(now)) {
        return kNever;
      }
    }
    return due_.empty() ? kNever : due_.front();
  }

  // The pair at hand comes from the stack: it is met `compare` cycles later.
  bool take_loaded(Cycle now) {
    const TransformedPair* pair = c_.to_dop_unit->front(now);
    if (pair == nullptr) return false;
    loaded_at.push_back(now);
    own_ = pair->words[0];
    EXPECT_EQ(pair->words, transform_of(own_).words);
    c_.to_dop_unit->pop(now);
    ListCommand& list = commands_.front();
    for (; list.discard > 0; --list.discard, ++discarded) tumbled_.pop_front();
    list.keep = true;
    stack_commands_.front().load = false;
    due_.front() = now + compare_;
    return true;
  }

  // What shows whose transform it is.
  TransformedPair transform_of(std::uint32_t pair) const {
    TransformedPair transform;
    for (std::uint32_t word = 0; word < 2 * k_; ++word) transform.words[word] = pair + word * 0x9e3779b1u;
    return transform;
  }

  void answer(Cycle now) {
    ListCommand& list = commands_.front();
    for (; list.discard > 0; --list.discard, ++discarded) tumbled_.pop_front();
    if (!list.keep) {
      own_ = tumbled_.front();
      tumbled_.pop_front();
      list.keep = true;  // for the flags to come
    }
    if (stack_commands_.front().store) {
      c_.from_dop_unit->put(now, transform_of(own_));
      stack_commands_.front().store = false;
    }
    c_.flags.put(now, {trees_.flags(own_, aligned_.front())});
    aligned_.pop_front();
    due_.pop_front();
    --aligned_of_list_;
    if (--list.length == 0) commands_.pop_front(), stack_commands_.pop_front();
  }

  void reset_state() override {}

  EngineChannels& c_;
  const FakeTrees& trees_;
  Cycle memory_, compare_;
  std::uint32_t k_;
  std::deque<ListCommand> commands_;
  std::deque<StackCommand> stack_commands_;  // of the same lists
  std::deque<std::uint32_t> tumbled_, aligned_;
  std::uint32_t own_ = 0;  // of the list at work
  std::deque<Cycle> due_;
  int aligned_of_list_ = 0;
};

struct EngineBench {
  SimulationScope scope;
  ChipConfig config;
  EngineChannels channels;
  const std::unique_ptr<PairEngine> made_engine;
  PairEngine& engine;
  StackSram left, right;
  RestOfChip rest;
  Source<StartCommand> start;
  Source<StopRequest> stop, host_stop;
  Sink<LeafTests> leaf_tests;

  EngineBench(const ChipConfig& c, const FakeTrees& trees, Cycle memory, Cycle compare,
              Cycle leaf_interval = 1, std::size_t leaf_room = 4, std::uint32_t tumbled_mask = 3,
              AabbParentKey parent = AabbParentKey::context)
      : config(c),
        channels(config, {{"stack_engine.leaf_tests", leaf_room}}),
        made_engine(engine_of(config, parent, PairEngine::Ports::of(channels.set.ports_of("stack_engine")))),
        engine(*made_engine),
        left("left", params_of<StackSramParams>(config),
             StackSram::Ports::of(channels.set.ports_of("stack_sram_left"))),
        right("right", params_of<StackSramParams>(config),
              StackSram::Ports::of(channels.set.ports_of("stack_sram_right"))),
        rest("rest", config, channels, trees, memory, compare),
        start("start", config, channels.start),
        stop("stop", config, channels.stop),
        host_stop("host_stop", config, channels.host_stop),
        leaf_tests("leaf_tests", config, channels.leaf_tests, leaf_interval) {
    engine.begin_query(0);
    start.add(9, {{trees.tumbled.root, tumbled_mask}, {trees.aligned.root, 3}, false});
  }

  // The trees' list words are addresses, as of DOPs, and an entry is one word, whatever it is an entry of.
  static std::unique_ptr<PairEngine> engine_of(const ChipConfig& config, AabbParentKey parent,
                                               const PairEngine::Ports& ports) {
    if (config.stack_engine.traversal == TraversalKey::pairs) parent = AabbParentKey::simultaneous;
    switch (parent) {
      case AabbParentKey::refetch:
        return std::make_unique<AncestorEngine>("engine", params_of<StackEngineParams>(config), ports);
      case AabbParentKey::simultaneous:
        return std::make_unique<PairStackEngine>("engine", params_of<PairStackEngineParams>(config), ports);
      default:
        return std::make_unique<StackEngine>("engine", params_of<StackEngineParams>(config), ports);
    }
  }

  FakeTrees::Tests tests() const {
    FakeTrees::Tests all;
    for (const auto& message : leaf_tests.taken()) {
      if (message.item.kind == LeafTests::Kind::tests) FakeTrees::collect(message.item, all);
    }
    return all;
  }
  bool ended() const {
    return !leaf_tests.taken().empty() && leaf_tests.taken().back().item.kind == LeafTests::Kind::end;
  }
};

// Calls what the test says for everything put into a channel.
template <typename T>
struct PutWatch : ChannelTap<T> {
  PutWatch(Channel<T>& channel, std::function<void(const T&)> action) : on_item(std::move(action)) {
    channel.add_tap(*this);
  }
  void on_put(Cycle, Cycle, const T& item) override { on_item(item); }
  void on_pop(Cycle, Cycle) override {}
  void on_reset() override {}
  std::function<void(const T&)> on_item;
};

}  // namespace collisionchip::testing_support

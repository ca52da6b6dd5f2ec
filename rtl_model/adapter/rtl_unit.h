// A unit of the chip whose inside is RTL: what all of them share. It keeps the TLM unit's ports, accounts
// and statistics; what happens in a cycle is the RTL's word.
//
// The channels that a unit binds are sampled onto the input pins in each cycle; the RTL evaluates; what the
// unit counts, it counts then; items are put and popped as the output pins say; the clock edge ends the
// cycle. `idle_o` set means that nothing changes until an input does: such cycles are skipped.
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "collisionchip/rtl_model/adapter/rtl_builds.h"
#include "collisionchip/rtl_model/adapter/rtl_pins.h"
#include "collisionchip/rtl_model/adapter/rtl_ports.h"
#include "collisionchip/tlm/kernel/unit.h"

namespace collisionchip {

template <typename TlmUnit>
class RtlUnit : public TlmUnit {
 protected:
  // `unit`: whose RTL. InputError if there is none for the configuration, or if it has not the unit's pins.
  template <typename... Arguments>
  RtlUnit(std::string unit, const ChipConfig& config, Arguments&&... arguments)
      : TlmUnit(std::forward<Arguments>(arguments)...),
        pins_(unit, build_for(unit, config).make()),
        unit_(std::move(unit)),
        idle_(pins_.output("idle_o", 1)) {}

  // In the order in which the channels are to be looked at. `port`: its name in tlm/machine/unit_ports.h.
  template <typename T>
  void bind(const std::string& port, Channel<T>& channel) {
    const UnitPort& described = port_of(unit_, port);
    if constexpr (std::is_same_v<T, MatrixWrite>) {
      auto matrix = std::make_unique<MatrixInput>(pins_, described, channel);
      matrix_ = matrix.get();
      rtl_ports_.push_back(std::move(matrix));
    } else if constexpr (std::is_same_v<T, SramRequest>) {
      rtl_ports_.push_back(std::make_unique<SramRequestOutput>(pins_, described, channel));
    } else if constexpr (std::is_same_v<T, SramResponse>) {
      rtl_ports_.push_back(std::make_unique<SramWordsInput>(pins_, described, channel));
    } else if (described.writes) {
      rtl_ports_.push_back(std::make_unique<MessageOutput<T>>(pins_, described, channel));
    } else {
      rtl_ports_.push_back(std::make_unique<MessageInput<T>>(pins_, described, channel));
    }
  }
  // Two kinds of pairs on one bus.
  void bind_pairs(const std::string& tumbled, Channel<NodePairData>& tumbled_data, const std::string& aligned,
                  Channel<NodePairData>& aligned_data) {
    rtl_ports_.push_back(std::make_unique<PairInput>(pins_, port_of(unit_, tumbled), tumbled_data,
                                                     port_of(unit_, aligned), aligned_data));
  }
  // An item of which the pins do not say all.
  template <typename T>
  void bind_output(const std::string& port, Channel<T>& channel, void (*finish)(T&)) {
    rtl_ports_.push_back(std::make_unique<MessageOutput<T>>(pins_, port_of(unit_, port), channel, finish));
  }

  // A pin that no port has, of this width; or an output for counters, of this width at most.
  Pin input(const std::string& name, unsigned bits) const { return pins_.input(name, bits); }
  Pin output(const std::string& name, unsigned bits) const { return pins_.output(name, bits); }
  Pin counter(const std::string& name, unsigned bits = 32) const { return pins_.narrow_output(name, bits); }

  RtlPins& pins() { return pins_; }
  const UnitPort& port(const std::string& name) const { return port_of(unit_, name); }

  void sample_channels(Cycle now) {
    for (const auto& port : rtl_ports_) port->sample(now);
  }
  // No item is to be seen on the input pins.
  void silence() {
    for (const auto& port : rtl_ports_) port->silence();
  }

  // Cycles that were skipped since the last one, if the RTL has to be told.
  virtual void catch_up(Cycle) {}
  // Input pins that are no channel's; behind the channels.
  virtual void sample(Cycle) {}
  // The RTL has evaluated: what its counters mean, and outputs that are no channel's. Items are still
  // where they were.
  virtual void count(Cycle now) = 0;
  // All items of the cycle have moved.
  virtual void moved(Cycle) {}

  virtual void reset_rtl() { pins_.reset(); }
  void reset_state() override {
    TlmUnit::reset_state();
    reset_rtl();
    for (const auto& port : rtl_ports_) port->reset();
    write_matrix();  // a reset keeps what the unit has taken
  }

 private:
  Cycle step(Cycle now) final {
    catch_up(now);
    if (matrix_ != nullptr && matrix_->collect(now)) write_matrix();
    sample_channels(now);
    sample(now);
    pins_.evaluate();
    count(now);
    for (const auto& port : rtl_ports_) port->act(now);
    moved(now);
    const bool idle = static_cast<bool>(idle_);
    pins_.clock();
    return idle ? kNever : now + 1;
  }

  // The edges of a matrix message's words are no chip cycles. While anything moves in the unit there is no
  // such edge: then a word goes with that of each cycle.
  void write_matrix() {
    if (matrix_ == nullptr) return;
    silence();
    pins_.evaluate();
    if (!idle_) return;
    while (matrix_->write_word()) {
      pins_.evaluate();
      pins_.clock();
    }
  }

  RtlPins pins_;
  std::string unit_;
  Pin idle_;
  std::vector<std::unique_ptr<RtlPort>> rtl_ports_;
  MatrixInput* matrix_ = nullptr;
};

}  // namespace collisionchip

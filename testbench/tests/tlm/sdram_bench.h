// An SDRAM with its checkers and a scripted AT initiator, for the tests of the memory. METHOD-only.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <tlm>

#include "collisionchip/reference/arithmetic/split_mix64.h"
#include "collisionchip/testbench/host/simulation_scope.h"
#include "collisionchip/tlm/checkers/base_protocol_checker.h"
#include "collisionchip/tlm/checkers/sdram_command_checker.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/memory/sdram.h"

namespace collisionchip {

constexpr Cycle kBurstEnd = kNever;

struct TrafficItem {
  std::uint64_t address = 0;
  std::uint32_t length = 256;
  Cycle not_before = 0;      // call of BEGIN_REQ
  Cycle request_delay = 0;   // annotated
  Cycle hold = kBurstEnd;    // cycles from the first beat to X, when the next first beat may come
  bool end_by_call = false;  // END_RESP by a call of its own, `end_delay` cycles before X; else TLM_COMPLETED
  Cycle end_delay = 0;
  tlm::tlm_command command = tlm::TLM_READ_COMMAND;
};

struct TrafficResult {
  Cycle requested = kNever;
  Cycle accepted = kNever;   // END_REQ
  Cycle announced = kNever;  // call of BEGIN_RESP
  Cycle first_beat = kNever;
  Cycle released = kNever;  // X
  tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;
  std::vector<unsigned char> data;
};

class TrafficInitiator : public sc_core::sc_module, public tlm::tlm_mm_interface {
 public:
  tlm_utils::simple_initiator_socket<TrafficInitiator> socket;

  TrafficInitiator(const sc_core::sc_module_name& name, const ChipConfig& config)
      : sc_module(name),
        socket("socket"),
        period_(config.chip.clock_period_ps),
        bus_bytes_(config.sdram.bus_bytes) {
    socket.register_nb_transport_bw(this, &TrafficInitiator::nb_transport_bw);
    SC_HAS_PROCESS(TrafficInitiator);
    SC_METHOD(send);
    sensitive << send_event_;
    SC_METHOD(end_response);
    sensitive << end_event_;
    dont_initialize();
  }
  ~TrafficInitiator() override {
    for (tlm::tlm_generic_payload* payload : free_) delete payload;
  }

  void add(const TrafficItem& item) {
    items_.push_back(item);
    results_.emplace_back();
    send_event_.notify(sc_core::SC_ZERO_TIME);
  }
  const std::vector<TrafficResult>& results() const { return results_; }
  bool keep_data = true;

  void free(tlm::tlm_generic_payload* payload) override { free_.push_back(payload); }
  // Forgets what is under way, after a reset of the SDRAM.
  void drop() {
    for (tlm::tlm_generic_payload* payload : live_) payload->release();
    live_.clear();
    send_event_.cancel();
    end_event_.cancel();
    ending_ = nullptr;
    request_open_ = false;
    next_ = responses_ = items_.size();
  }

 private:
  Cycle now() const { return sc_core::sc_time_stamp().value() / period_; }
  sc_core::sc_time span(Cycle cycles) const { return sc_core::sc_time::from_value(cycles * period_); }

  void send() {
    while (next_ < items_.size() && !request_open_) {
      if (items_[next_].not_before > now()) {
        send_event_.notify(span(items_[next_].not_before - now()));
        return;
      }
      begin_request(next_++);
    }
  }

  void begin_request(std::size_t index) {
    const TrafficItem& item = items_[index];
    tlm::tlm_generic_payload& payload = allocate(item);
    results_[index].requested = now();
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = span(item.request_delay);
    request_open_ = true;
    const tlm::tlm_sync_enum result = socket->nb_transport_fw(payload, phase, delay);
    if (result == tlm::TLM_UPDATED && phase == tlm::END_REQ) accepted(delay);
    if (result == tlm::TLM_COMPLETED) {
      results_[index].status = payload.get_response_status();
      request_open_ = false;
      live_.pop_back();
      errors_.push_back(index);
      payload.release();
    }
  }

  tlm::tlm_generic_payload& allocate(const TrafficItem& item) {
    if (free_.empty()) free_.push_back(new tlm::tlm_generic_payload(this));
    tlm::tlm_generic_payload* const payload = free_.back();
    free_.pop_back();
    payload->acquire();
    payload->set_command(item.command);
    payload->set_address(item.address);
    payload->set_data_ptr(buffer_);
    payload->set_data_length(item.length);
    payload->set_streaming_width(item.length);
    payload->set_byte_enable_ptr(nullptr);
    payload->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    live_.push_back(payload);
    return *payload;
  }

  void accepted(const sc_core::sc_time& delay) {
    results_[next_ - 1].accepted = now() + delay.value() / period_;
    request_open_ = false;
  }

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (phase == tlm::END_REQ) {
      accepted(delay);
      send_event_.notify(sc_core::SC_ZERO_TIME);
      return tlm::TLM_ACCEPTED;
    }
    while (!errors_.empty() && errors_.front() == responses_) {
      errors_.erase(errors_.begin());
      ++responses_;
    }
    const TrafficItem& item = items_[responses_];
    TrafficResult& result = results_[responses_++];
    EXPECT_EQ(payload.get_address(), item.address) << "responses come in order";
    result.announced = now();
    result.first_beat = now() + delay.value() / period_;
    result.status = payload.get_response_status();
    if (keep_data) result.data.assign(buffer_, buffer_ + item.length);
    result.released = result.first_beat + (item.hold == kBurstEnd ? item.length / bus_bytes_ : item.hold);
    if (item.end_by_call) {
      ending_ = &payload;
      end_delay_ = item.end_delay;
      end_event_.notify(span(result.released - now() - item.end_delay));
      return tlm::TLM_ACCEPTED;
    }
    delay = span(result.released - now());
    retire(payload);
    return tlm::TLM_COMPLETED;
  }

  void end_response() {
    if (ending_ == nullptr) return;  // dropped in the very cycle
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = span(end_delay_);
    socket->nb_transport_fw(*ending_, phase, delay);
    retire(*ending_);
  }

  void retire(tlm::tlm_generic_payload& payload) {
    live_.erase(std::find(live_.begin(), live_.end(), &payload));
    payload.release();
  }

  const sc_dt::uint64 period_;
  const std::uint32_t bus_bytes_;
  sc_core::sc_event send_event_;
  sc_core::sc_event end_event_;
  std::vector<TrafficItem> items_;
  std::vector<TrafficResult> results_;
  std::vector<std::size_t> errors_;  // completed early
  std::vector<tlm::tlm_generic_payload*> free_;
  std::vector<tlm::tlm_generic_payload*> live_;
  std::size_t next_ = 0;
  std::size_t responses_ = 0;
  bool request_open_ = false;
  tlm::tlm_generic_payload* ending_ = nullptr;
  Cycle end_delay_ = 0;
  unsigned char buffer_[1024] = {};
};

struct CommandRecorder : tlm::tlm_analysis_if<SdramCommand> {
  void write(const SdramCommand& command) override { commands.push_back(command); }
  std::vector<SdramCommand> commands;
};

// "ACT 0 b1 r2" and so on: readable in a failed comparison.
inline std::string text(const SdramCommand& c) {
  static const char* const kNames[] = {"ACT", "READ", "PRE", "REF"};
  std::string line = kNames[static_cast<int>(c.kind)] + std::string(" ") + std::to_string(c.cycle);
  if (c.kind == SdramCommandKind::refresh) return line;
  line += c.all_banks ? " all" : " b" + std::to_string(c.bank);
  if (c.kind == SdramCommandKind::activate || c.kind == SdramCommandKind::read)
    line += " r" + std::to_string(c.row);
  if (c.kind == SdramCommandKind::read)
    line += " c" + std::to_string(c.column) + (c.auto_precharge ? " AP" : "");
  return line;
}

inline std::vector<std::string> texts(const std::vector<SdramCommand>& commands) {
  std::vector<std::string> lines;
  for (const SdramCommand& command : commands) lines.push_back(text(command));
  return lines;
}

// Builds one simulation; finish() or the destructor asserts that neither checker has anything to say.
class SdramBench {
 public:
  enum class Order { sdram_first, initiator_first };

  explicit SdramBench(const ChipConfig& config, Order order = Order::sdram_first)
      : command_checker(config.memory_side()) {
    if (order == Order::initiator_first) initiator = std::make_unique<TrafficInitiator>("initiator", config);
    if (order == Order::initiator_first) protocol = std::make_unique<BaseProtocolChecker>("protocol");
    sdram = std::make_unique<Sdram>("sdram", config);
    if (!protocol) protocol = std::make_unique<BaseProtocolChecker>("protocol");
    if (!initiator) initiator = std::make_unique<TrafficInitiator>("initiator", config);
    initiator->socket.bind(protocol->target_socket);
    protocol->initiator_socket.bind(sdram->socket);
    sdram->commands.bind(command_checker);
    sdram->commands.bind(recorder);
  }
  ~SdramBench() { finish(); }

  void run() { sc_core::sc_start(); }
  void run_for(Cycle cycles) {
    sc_core::sc_start(sc_core::sc_time::from_value(cycles * 3750), sc_core::SC_RUN_TO_TIME);
  }
  const std::vector<TrafficResult>& run(const std::vector<TrafficItem>& items) {
    for (const TrafficItem& item : items) initiator->add(item);
    run();
    return initiator->results();
  }
  void finish() {
    command_checker.finish();
    EXPECT_EQ(command_checker.violations(), std::vector<std::string>{});
    EXPECT_EQ(protocol->violations(), std::vector<std::string>{});
    EXPECT_EQ(protocol->alive(), 0u);
  }
  // Uploads and reads back without time.
  tlm::tlm_response_status transport(tlm::tlm_command command, std::uint64_t address,
                                     std::vector<unsigned char>& data) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    payload.set_streaming_width(static_cast<unsigned>(data.size()));
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    initiator->socket->b_transport(payload, delay);
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    return payload.get_response_status();
  }

 private:
  SimulationScope scope_;  // before the modules: destroyed after them

 public:
  SdramCommandChecker command_checker;
  CommandRecorder recorder;
  std::unique_ptr<Sdram> sdram;
  std::unique_ptr<BaseProtocolChecker> protocol;
  std::unique_ptr<TrafficInitiator> initiator;
};

class Random : private SplitMix64 {
 public:
  using SplitMix64::SplitMix64;
  std::uint64_t operator()(std::uint64_t below) { return bits() % below; }
};

}  // namespace collisionchip

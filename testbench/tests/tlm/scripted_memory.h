// A stranger's memory: an AT target that knows nothing of the chip but the base protocol. Fixed or random
// latency, three ways to accept a request, two ways to refuse one. METHOD-only.
#pragma once

#include <cstring>
#include <deque>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/clock.h"

namespace collisionchip::testing_support {

// An initiator socket without a module behind it: a test plays the host.
struct HostPort : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<HostPort> socket;

  explicit HostPort(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {}
};

struct ScriptedMemoryOptions {
  enum class Accept { at_once, later, with_response } accept = Accept::at_once;
  enum class Refuse { at_once, in_response } refuse = Refuse::at_once;
  Cycle latency = 20;      // request to first beat
  Cycle jitter = 0;        // up to so many cycles more, at random
  Cycle accept_after = 3;  // accept = later
  double stray_ns = 0;     // added to each response: not a whole number of cycles
  std::uint64_t seed = 1;
  bool forgets_status = false;  // broken: responds without saying how it went
  std::size_t bytes = 1 << 20;
};

class ScriptedMemory : public sc_core::sc_module {
 public:
  using Options = ScriptedMemoryOptions;
  struct Read {
    Cycle called;   // BEGIN_REQ
    Cycle arrival;  // with its annotated delay
    std::uint64_t address;
    unsigned bytes;
    Cycle first_beat;  // kNever before the response
  };

  tlm_utils::simple_target_socket<ScriptedMemory> socket;
  std::vector<unsigned char> storage;
  std::vector<Read> reads;

  ScriptedMemory(const sc_core::sc_module_name& name, const ChipConfig& config, const Options& options = {})
      : sc_module(name),
        socket("socket"),
        storage(options.bytes),
        options_(options),
        clock_(config.chip.clock_period_ps),
        random_(options.seed) {
    socket.register_nb_transport_fw(this, &ScriptedMemory::nb_transport_fw);
    socket.register_b_transport(this, &ScriptedMemory::b_transport);
    socket.register_transport_dbg(this, &ScriptedMemory::transport_dbg);
    SC_HAS_PROCESS(ScriptedMemory);
    SC_METHOD(respond);
    sensitive << respond_;
    dont_initialize();
    SC_METHOD(accept);
    sensitive << accept_;
    dont_initialize();
  }

  // As the board's reset: drops its transactions.
  void reset() {
    respond_.cancel();
    accept_.cancel();
    for (const Pending& pending : queue_) pending.payload->release();
    queue_.clear();
    unaccepted_ = nullptr;
    responding_ = false;
    random_ = Random(options_.seed);
    reads.clear();
    free_at_ = sc_core::sc_time_stamp();
  }

 private:
  struct Pending {
    tlm::tlm_generic_payload* payload;
    sc_core::sc_time due;
    std::size_t read;
  };

  bool valid(const tlm::tlm_generic_payload& payload) const {
    return payload.get_address() < storage.size() &&
           payload.get_data_length() <= storage.size() - payload.get_address();
  }

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    if (phase == tlm::END_RESP) {
      end_response(now + delay);
      return tlm::TLM_COMPLETED;
    }
    const Cycle arrival = clock_.now() + clock_.cycles(delay);
    reads.push_back({clock_.now(), arrival, payload.get_address(), payload.get_data_length(), kNever});
    if (!valid(payload) && options_.refuse == Options::Refuse::at_once) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return tlm::TLM_COMPLETED;
    }
    payload.acquire();
    const auto jitter =
        static_cast<Cycle>(options_.jitter == 0 ? 0 : random_.below(static_cast<int>(options_.jitter)));
    const sc_core::sc_time due = now + delay + clock_.duration(options_.latency + jitter) +
                                 sc_core::sc_time(options_.stray_ns, sc_core::SC_NS);
    queue_.push_back({&payload, due, reads.size() - 1});
    wake();
    if (options_.accept == Options::Accept::at_once) {
      phase = tlm::END_REQ;
      return tlm::TLM_UPDATED;
    }
    unaccepted_ = &payload;
    if (options_.accept == Options::Accept::later) {
      accept_.notify(delay + clock_.duration(options_.accept_after));
    }
    return tlm::TLM_ACCEPTED;
  }

  void accept() {
    if (unaccepted_ == nullptr) return;  // its response was faster
    tlm::tlm_generic_payload& payload = *unaccepted_;
    unaccepted_ = nullptr;
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay;
    socket->nb_transport_bw(payload, phase, delay);
  }

  void wake() {
    if (responding_ || queue_.empty()) return;
    const sc_core::sc_time at = std::max(queue_.front().due, free_at_), now = sc_core::sc_time_stamp();
    respond_.notify(at > now ? at - now : sc_core::SC_ZERO_TIME);
  }

  void respond() {
    if (responding_ || queue_.empty()) return;
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    if (std::max(queue_.front().due, free_at_) > now) return wake();
    const Pending pending = queue_.front();
    queue_.pop_front();
    tlm::tlm_generic_payload& payload = *pending.payload;
    if (options_.forgets_status) {
      // a broken memory
    } else if (valid(payload)) {
      std::memcpy(payload.get_data_ptr(), storage.data() + payload.get_address(), payload.get_data_length());
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
    } else {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }
    reads[pending.read].first_beat = clock_.cycles(now);
    if (unaccepted_ == &payload) {  // BEGIN_RESP implies END_REQ
      unaccepted_ = nullptr;
      accept_.cancel();
    }
    responding_ = true;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay;
    const tlm::tlm_sync_enum result = socket->nb_transport_bw(payload, phase, delay);
    payload.release();
    if (result != tlm::TLM_ACCEPTED) end_response(now + delay);
  }

  void end_response(const sc_core::sc_time& at) {
    responding_ = false;
    free_at_ = at;
    wake();
  }

  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    payload.set_response_status(transport_dbg(payload) == payload.get_data_length()
                                    ? tlm::TLM_OK_RESPONSE
                                    : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }

  unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
    if (!valid(payload)) return 0;
    unsigned char* const at = storage.data() + payload.get_address();
    if (payload.is_write()) std::memcpy(at, payload.get_data_ptr(), payload.get_data_length());
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), at, payload.get_data_length());
    return payload.get_data_length();
  }

  const Options options_;
  Clock clock_;
  Random random_;
  sc_core::sc_event respond_, accept_;
  std::deque<Pending> queue_;
  tlm::tlm_generic_payload* unaccepted_ = nullptr;
  bool responding_ = false;
  sc_core::sc_time free_at_;
};

}  // namespace collisionchip::testing_support

// An in-line checker of the TLM-2.0 base protocol (IEEE 1666-2011, clause 15): put it between an initiator
// and a target; it passes every call through unchanged, in both directions, and takes no time.
//
// Times are effective times, call + annotated delay. Rules, by the name that each violation begins with:
//   phase       order of phases, who may send which, what each call may return
//   request     exclusion, also in time: no BEGIN_REQ before END_REQ (or what implies it) of the one before
//   response    exclusion, also in time: no BEGIN_RESP before the end of the response before
//   reuse       BEGIN_REQ with a transaction that is still alive
//   memory      AT transaction without memory manager, or no reference held by its initiator
//   status      response status not INCOMPLETE at the start, or still INCOMPLETE with the response
//   attributes  changed between start and response; or invalid at the start (length 0, no data pointer)
//   time        a phase earlier than the one before, or a returned delay shorter than the one given
//   accepted    phase or delay changed by a callee that returned TLM_ACCEPTED
// Phases outside of the base protocol are passed on unchecked.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

namespace collisionchip {

class BaseProtocolChecker : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<BaseProtocolChecker> target_socket;        // bind the initiator here
  tlm_utils::simple_initiator_socket<BaseProtocolChecker> initiator_socket;  // and this to the target

  explicit BaseProtocolChecker(const sc_core::sc_module_name& name);

  // One line each: rule, time, address, what was found.
  const std::vector<std::string>& violations() const { return violations_; }
  std::size_t alive() const { return live_.size(); }            // AT transactions under way
  std::uint64_t transactions() const { return transactions_; }  // AT transactions begun

  // Both sides have dropped their transactions (hard reset). Violations are kept.
  void reset();

 private:
  using Payload = tlm::tlm_generic_payload;
  enum class State { request, accepted, response };
  struct Attributes {
    explicit Attributes(const Payload& payload);
    bool operator==(const Attributes& other) const;
    tlm::tlm_command command;
    sc_dt::uint64 address;
    const unsigned char* data;
    unsigned int length;
    const unsigned char* byte_enable;
    unsigned int byte_enable_length;
    unsigned int streaming_width;
  };
  struct Transaction {
    State state;
    sc_core::sc_time effective;  // of its latest phase
    Attributes attributes;
  };

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void b_transport(Payload& payload, sc_core::sc_time& delay);
  unsigned int transport_dbg(Payload& payload);
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi);
  void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end);

  void on_forward(const Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& at);
  void on_backward(const Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& at);
  void on_return(const Payload& payload, tlm::tlm_sync_enum result, const tlm::tlm_phase& sent,
                 const tlm::tlm_phase& phase, const sc_core::sc_time& given, const sc_core::sc_time& delay);
  void on_completed(const Payload& payload, const tlm::tlm_phase& sent, const sc_core::sc_time& at);
  void begin_request(const Payload& payload, const sc_core::sc_time& at);
  void end_request(const Payload& payload, Transaction& transaction, const sc_core::sc_time& at);
  void begin_response(const Payload& payload, Transaction& transaction, const sc_core::sc_time& at);
  void end_response(const Payload& payload, const sc_core::sc_time& at);
  void check_start(const Payload& payload);
  void check_answer(const Payload& payload, const Attributes& before);
  void advance(const Payload& payload, Transaction& transaction, const sc_core::sc_time& at);
  Transaction* find(const Payload& payload);
  void report(const char* rule, const Payload& payload, const std::string& what);

  // Looked up only, never iterated: the order of addresses cannot show.
  std::unordered_map<const Payload*, Transaction> live_;
  const Payload* requesting_ = nullptr;
  const Payload* responding_ = nullptr;
  sc_core::sc_time request_end_;
  sc_core::sc_time response_end_;
  std::uint64_t transactions_ = 0;
  std::vector<std::string> violations_;
};

}  // namespace collisionchip

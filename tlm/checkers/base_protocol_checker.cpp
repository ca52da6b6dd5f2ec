#include "collisionchip/tlm/checkers/base_protocol_checker.h"

namespace collisionchip {
namespace {

bool is_base_phase(const tlm::tlm_phase& phase) {
  return phase == tlm::BEGIN_REQ || phase == tlm::END_REQ || phase == tlm::BEGIN_RESP ||
         phase == tlm::END_RESP;
}

}  // namespace

BaseProtocolChecker::Attributes::Attributes(const Payload& payload)
    : command(payload.get_command()),
      address(payload.get_address()),
      data(payload.get_data_ptr()),
      length(payload.get_data_length()),
      byte_enable(payload.get_byte_enable_ptr()),
      byte_enable_length(payload.get_byte_enable_length()),
      streaming_width(payload.get_streaming_width()) {}

bool BaseProtocolChecker::Attributes::operator==(const Attributes& other) const {
  return command == other.command && address == other.address && data == other.data &&
         length == other.length && byte_enable == other.byte_enable &&
         byte_enable_length == other.byte_enable_length && streaming_width == other.streaming_width;
}

BaseProtocolChecker::BaseProtocolChecker(const sc_core::sc_module_name& name)
    : sc_module(name), target_socket("target_socket"), initiator_socket("initiator_socket") {
  target_socket.register_nb_transport_fw(this, &BaseProtocolChecker::nb_transport_fw);
  target_socket.register_b_transport(this, &BaseProtocolChecker::b_transport);
  target_socket.register_transport_dbg(this, &BaseProtocolChecker::transport_dbg);
  target_socket.register_get_direct_mem_ptr(this, &BaseProtocolChecker::get_direct_mem_ptr);
  initiator_socket.register_nb_transport_bw(this, &BaseProtocolChecker::nb_transport_bw);
  initiator_socket.register_invalidate_direct_mem_ptr(this, &BaseProtocolChecker::invalidate_direct_mem_ptr);
}

void BaseProtocolChecker::reset() {
  live_.clear();
  requesting_ = responding_ = nullptr;
  request_end_ = response_end_ = sc_core::SC_ZERO_TIME;
}

tlm::tlm_sync_enum BaseProtocolChecker::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                                        sc_core::sc_time& delay) {
  const tlm::tlm_phase sent = phase;
  const sc_core::sc_time given = delay;
  on_forward(payload, phase, sc_core::sc_time_stamp() + delay);
  const tlm::tlm_sync_enum result = initiator_socket->nb_transport_fw(payload, phase, delay);
  on_return(payload, result, sent, phase, given, delay);
  return result;
}

tlm::tlm_sync_enum BaseProtocolChecker::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                                        sc_core::sc_time& delay) {
  const tlm::tlm_phase sent = phase;
  const sc_core::sc_time given = delay;
  on_backward(payload, phase, sc_core::sc_time_stamp() + delay);
  const tlm::tlm_sync_enum result = target_socket->nb_transport_bw(payload, phase, delay);
  on_return(payload, result, sent, phase, given, delay);
  return result;
}

void BaseProtocolChecker::on_forward(const Payload& payload, const tlm::tlm_phase& phase,
                                     const sc_core::sc_time& at) {
  if (phase == tlm::BEGIN_REQ) {
    begin_request(payload, at);
  } else if (phase == tlm::END_RESP) {
    end_response(payload, at);
  } else if (is_base_phase(phase)) {
    report("phase", payload, "the initiator sent a phase of the target");
  }
}

void BaseProtocolChecker::on_backward(const Payload& payload, const tlm::tlm_phase& phase,
                                      const sc_core::sc_time& at) {
  if (!is_base_phase(phase)) return;
  Transaction* const transaction = find(payload);
  if (phase == tlm::BEGIN_REQ || phase == tlm::END_RESP) {
    report("phase", payload, "the target sent a phase of the initiator");
  } else if (transaction == nullptr) {
    report("phase", payload, "the target sent a phase of a transaction that is not alive");
  } else if (phase == tlm::END_REQ) {
    end_request(payload, *transaction, at);
  } else {
    begin_response(payload, *transaction, at);
  }
}

// What the callee made of the call: the return path carries the next phase, or the end.
void BaseProtocolChecker::on_return(const Payload& payload, tlm::tlm_sync_enum result,
                                    const tlm::tlm_phase& sent, const tlm::tlm_phase& phase,
                                    const sc_core::sc_time& given, const sc_core::sc_time& delay) {
  if (!is_base_phase(sent)) return;
  if (result == tlm::TLM_ACCEPTED) {
    if (phase != sent || delay != given)
      report("accepted", payload, "phase or delay changed with TLM_ACCEPTED");
    return;
  }
  const sc_core::sc_time at = sc_core::sc_time_stamp() + delay;
  if (delay < given) report("time", payload, "the returned delay is shorter than the one given");
  if (result == tlm::TLM_COMPLETED) {
    on_completed(payload, sent, at);
    return;
  }
  Transaction* const transaction = find(payload);
  const bool request_answered = sent == tlm::BEGIN_REQ && (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP);
  const bool response_answered = sent == tlm::BEGIN_RESP && phase == tlm::END_RESP;
  if (transaction == nullptr || !(request_answered || response_answered)) {
    report("phase", payload, "TLM_UPDATED with a phase that may not follow");
  } else if (phase == tlm::END_REQ) {
    end_request(payload, *transaction, at);
  } else if (phase == tlm::BEGIN_RESP) {
    begin_response(payload, *transaction, at);
  } else {
    end_response(payload, at);
  }
}

void BaseProtocolChecker::on_completed(const Payload& payload, const tlm::tlm_phase& sent,
                                       const sc_core::sc_time& at) {
  if (sent == tlm::END_RESP) return;
  Transaction* const transaction = find(payload);
  if (sent == tlm::END_REQ || transaction == nullptr) {
    report("phase", payload, "TLM_COMPLETED where the transaction cannot end");
    return;
  }
  if (sent == tlm::BEGIN_RESP) {
    end_response(payload, at);
    return;
  }
  // Early completion: request and response end at once,
  // with no response phase for the exclusion rule to guard.
  check_answer(payload, transaction->attributes);
  end_request(payload, *transaction, at);
  live_.erase(&payload);
}

void BaseProtocolChecker::begin_request(const Payload& payload, const sc_core::sc_time& at) {
  ++transactions_;
  if (find(payload) != nullptr) report("reuse", payload, "BEGIN_REQ of a transaction that is still alive");
  if (requesting_ != nullptr) {
    report("request", payload, "BEGIN_REQ while another request waits for its END_REQ");
  } else if (at < request_end_) {
    report("request", payload, "BEGIN_REQ earlier than the last END_REQ, " + request_end_.to_string());
  }
  check_start(payload);
  requesting_ = &payload;
  live_.insert_or_assign(&payload, Transaction{State::request, at, Attributes(payload)});
}

void BaseProtocolChecker::check_start(const Payload& payload) {
  if (!payload.has_mm()) {
    report("memory", payload, "no memory manager");
  } else if (payload.get_ref_count() < 1) {
    report("memory", payload, "the initiator holds no reference");
  }
  if (payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE) {
    report("status", payload, "not TLM_INCOMPLETE_RESPONSE at BEGIN_REQ");
  }
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return;
  if (payload.get_data_ptr() == nullptr || payload.get_data_length() == 0) {
    report("attributes", payload, "no data pointer or length 0 at BEGIN_REQ");
  }
}

void BaseProtocolChecker::end_request(const Payload& payload, Transaction& transaction,
                                      const sc_core::sc_time& at) {
  if (transaction.state != State::request) report("phase", payload, "END_REQ twice or after the response");
  if (transaction.state == State::request) transaction.state = State::accepted;
  advance(payload, transaction, at);
  if (requesting_ != &payload) return;
  requesting_ = nullptr;
  request_end_ = at;
}

void BaseProtocolChecker::begin_response(const Payload& payload, Transaction& transaction,
                                         const sc_core::sc_time& at) {
  if (transaction.state == State::response) report("phase", payload, "BEGIN_RESP twice");
  if (transaction.state == State::request) end_request(payload, transaction, at);  // implied
  transaction.state = State::response;
  advance(payload, transaction, at);
  if (responding_ != nullptr && responding_ != &payload) {
    report("response", payload, "BEGIN_RESP while another response has not ended");
  } else if (at < response_end_) {
    report("response", payload,
           "BEGIN_RESP earlier than the end of the last response, " + response_end_.to_string());
  }
  if (payload.has_mm() && payload.get_ref_count() < 1)
    report("memory", payload, "no reference left at BEGIN_RESP");
  check_answer(payload, transaction.attributes);
  responding_ = &payload;
}

void BaseProtocolChecker::end_response(const Payload& payload, const sc_core::sc_time& at) {
  Transaction* const transaction = find(payload);
  if (transaction == nullptr || transaction->state != State::response) {
    report("phase", payload, "END_RESP without a response");
    return;
  }
  advance(payload, *transaction, at);
  if (responding_ == &payload) {
    responding_ = nullptr;
    response_end_ = at;
  }
  live_.erase(&payload);
}

void BaseProtocolChecker::check_answer(const Payload& payload, const Attributes& before) {
  if (payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE) {
    report("status", payload, "TLM_INCOMPLETE_RESPONSE with the response");
  }
  if (!(Attributes(payload) == before)) report("attributes", payload, "changed by the target");
}

void BaseProtocolChecker::advance(const Payload& payload, Transaction& transaction,
                                  const sc_core::sc_time& at) {
  if (at < transaction.effective) report("time", payload, "earlier than the phase before");
  transaction.effective = at;
}

BaseProtocolChecker::Transaction* BaseProtocolChecker::find(const Payload& payload) {
  const auto found = live_.find(&payload);
  return found == live_.end() ? nullptr : &found->second;
}

void BaseProtocolChecker::b_transport(Payload& payload, sc_core::sc_time& delay) {
  const sc_core::sc_time given = delay;
  const Attributes before(payload);
  if (payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE) {
    report("status", payload, "not TLM_INCOMPLETE_RESPONSE at b_transport");
  }
  const sc_core::sc_time called = sc_core::sc_time_stamp();
  initiator_socket->b_transport(payload, delay);
  check_answer(payload, before);
  if (sc_core::sc_time_stamp() + delay < called + given)
    report("time", payload, "b_transport went back in time");
}

unsigned int BaseProtocolChecker::transport_dbg(Payload& payload) {
  return initiator_socket->transport_dbg(payload);
}

bool BaseProtocolChecker::get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) {
  return initiator_socket->get_direct_mem_ptr(payload, dmi);
}

void BaseProtocolChecker::invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) {
  target_socket->invalidate_direct_mem_ptr(start, end);
}

void BaseProtocolChecker::report(const char* rule, const Payload& payload, const std::string& what) {
  violations_.push_back(std::string(rule) + ": " + sc_core::sc_time_stamp().to_string() + ", address " +
                        std::to_string(payload.get_address()) + ": " + what);
}

}  // namespace collisionchip

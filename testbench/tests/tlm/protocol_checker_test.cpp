// The base protocol checker must itself be checked: each rule is broken by a deliberately faulty initiator or
// target, and a faultless pair passes, with its calls unchanged.
#include "collisionchip/tlm/checkers/base_protocol_checker.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "collisionchip/testbench/host/simulation_scope.h"

namespace collisionchip {
namespace {

using Payload = tlm::tlm_generic_payload;
using tlm::tlm_phase;

sc_core::sc_time ns(double value) {
  return sc_core::sc_time(value, sc_core::SC_NS);
}

class PlainPayload : public Payload, public tlm::tlm_mm_interface {
 public:
  explicit PlainPayload(std::uint64_t address) {
    set_mm(this);
    acquire();
    set_read();
    set_address(address);
    set_data_ptr(data_);
    set_data_length(sizeof data_);
    set_streaming_width(sizeof data_);
  }
  void free(Payload*) override {}

 private:
  unsigned char data_[32] = {};
};

// Runs one action of the test at each of the given times; the test plays both initiator and target.
class Script : public sc_core::sc_module {
 public:
  explicit Script(const sc_core::sc_module_name& name) : sc_module(name) {
    SC_HAS_PROCESS(Script);
    SC_METHOD(step);
    sensitive << event_;
    dont_initialize();
  }
  void at(double time_ns, std::function<void()> action) {
    steps_.push_back({ns(time_ns), std::move(action)});
    if (steps_.size() == 1) event_.notify(ns(time_ns));
  }

 private:
  struct Step {
    sc_core::sc_time time;
    std::function<void()> action;
  };
  void step() {
    while (next_ < steps_.size() && steps_[next_].time <= sc_core::sc_time_stamp()) steps_[next_++].action();
    if (next_ < steps_.size()) event_.notify(steps_[next_].time - sc_core::sc_time_stamp());
  }
  sc_core::sc_event event_;
  std::vector<Step> steps_;
  std::size_t next_ = 0;
};

class ProtocolChecker : public ::testing::Test {
 protected:
  struct Ends : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<Ends> initiator;
    tlm_utils::simple_target_socket<Ends> target;
    std::function<tlm::tlm_sync_enum(Payload&, tlm_phase&, sc_core::sc_time&)> on_fw = ignore;
    std::function<tlm::tlm_sync_enum(Payload&, tlm_phase&, sc_core::sc_time&)> on_bw = ignore;
    std::function<void(Payload&, sc_core::sc_time&)> on_b = [](Payload&, sc_core::sc_time&) {};

    explicit Ends(const sc_core::sc_module_name& name)
        : sc_module(name), initiator("initiator"), target("target") {
      initiator.register_nb_transport_bw(this, &Ends::bw);
      target.register_nb_transport_fw(this, &Ends::fw);
      target.register_b_transport(this, &Ends::b);
    }
    static tlm::tlm_sync_enum ignore(Payload&, tlm_phase&, sc_core::sc_time&) { return tlm::TLM_ACCEPTED; }
    tlm::tlm_sync_enum fw(Payload& p, tlm_phase& ph, sc_core::sc_time& t) { return on_fw(p, ph, t); }
    tlm::tlm_sync_enum bw(Payload& p, tlm_phase& ph, sc_core::sc_time& t) { return on_bw(p, ph, t); }
    void b(Payload& p, sc_core::sc_time& t) { on_b(p, t); }
  };

  ProtocolChecker() : script("script"), ends("ends"), checker("checker") {
    ends.initiator.bind(checker.target_socket);
    checker.initiator_socket.bind(ends.target);
  }

  tlm::tlm_sync_enum fw(Payload& payload, tlm_phase phase, double delay_ns = 0) {
    sc_core::sc_time delay = ns(delay_ns);
    return ends.initiator->nb_transport_fw(payload, phase, delay);
  }
  tlm::tlm_sync_enum bw(Payload& payload, tlm_phase phase, double delay_ns = 0) {
    sc_core::sc_time delay = ns(delay_ns);
    if (phase == tlm::BEGIN_RESP && answer_ok) payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return ends.target->nb_transport_bw(payload, phase, delay);
  }
  // A step of the script at the next nanosecond.
  void then(std::function<void()> action) { script.at(time += 10, std::move(action)); }
  void begin(Payload& payload) {
    then([this, &payload] { fw(payload, tlm::BEGIN_REQ); });
    then([this, &payload] { bw(payload, tlm::END_REQ); });
  }
  // Runs the script; the rules broken, in order.
  std::vector<std::string> broken() {
    sc_core::sc_start();
    std::vector<std::string> rules;
    for (const std::string& line : checker.violations()) rules.push_back(line.substr(0, line.find(':')));
    return rules;
  }
  using Rules = std::vector<std::string>;

  SimulationScope scope;
  Script script;
  Ends ends;
  BaseProtocolChecker checker;
  PlainPayload a{0};
  PlainPayload b{64};
  bool answer_ok = true;
  double time = 0;
};

TEST_F(ProtocolChecker, AcceptsFourPhasesPipelined) {
  begin(a);
  begin(b);
  then([this] { bw(a, tlm::BEGIN_RESP, 5); });
  then([this] { fw(a, tlm::END_RESP, 3); });
  then([this] { bw(b, tlm::BEGIN_RESP); });
  then([this] { fw(b, tlm::END_RESP); });
  EXPECT_EQ(broken(), Rules{});
  EXPECT_EQ(checker.alive(), 0u);
  EXPECT_EQ(checker.transactions(), 2u);
}

TEST_F(ProtocolChecker, PassesCallsAndReturnsUnchanged) {
  ends.on_fw = [](Payload& p, tlm_phase& phase, sc_core::sc_time& delay) {
    EXPECT_EQ(delay, ns(7));
    EXPECT_EQ(p.get_address(), 0u);
    phase = tlm::BEGIN_RESP;  // END_REQ is implied
    delay = ns(9);
    p.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_UPDATED;
  };
  then([this] {
    tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = ns(7);
    EXPECT_EQ(ends.initiator->nb_transport_fw(a, phase, delay), tlm::TLM_UPDATED);
    EXPECT_EQ(phase, tlm_phase(tlm::BEGIN_RESP));
    EXPECT_EQ(delay, ns(9));
    EXPECT_EQ(sc_core::sc_time_stamp(), ns(10));
    ends.on_fw = Ends::ignore;
    fw(a, tlm::END_RESP, 9);
  });
  EXPECT_EQ(broken(), Rules{});
}

TEST_F(ProtocolChecker, AcceptsEarlyCompletion) {
  ends.on_fw = [](Payload& p, tlm_phase&, sc_core::sc_time&) {
    p.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  };
  then([this] { fw(a, tlm::BEGIN_REQ); });
  then([this] { fw(b, tlm::BEGIN_REQ); });
  EXPECT_EQ(broken(), Rules{});
  EXPECT_EQ(checker.alive(), 0u);
}

TEST_F(ProtocolChecker, IgnoresForeignPhases) {
  then([this] {
    tlm_phase foreign(77u);
    fw(a, foreign);
  });
  EXPECT_EQ(broken(), Rules{});
}

TEST_F(ProtocolChecker, SeesTwoRequestsAtOnce) {
  then([this] { fw(a, tlm::BEGIN_REQ); });
  then([this] { fw(b, tlm::BEGIN_REQ); });
  EXPECT_EQ(broken(), Rules{"request"});
}

TEST_F(ProtocolChecker, SeesARequestBeforeTheAnnotatedEndOfTheLast) {
  then([this] { fw(a, tlm::BEGIN_REQ); });
  then([this] { bw(a, tlm::END_REQ, 30); });
  then([this] { fw(b, tlm::BEGIN_REQ, 19); });  // 49 ns, 50 is legal
  EXPECT_EQ(broken(), Rules{"request"});
}

TEST_F(ProtocolChecker, SeesTwoResponsesAtOnce) {
  begin(a);
  begin(b);
  then([this] { bw(a, tlm::BEGIN_RESP); });
  then([this] { bw(b, tlm::BEGIN_RESP); });
  EXPECT_EQ(broken(), Rules{"response"});
}

TEST_F(ProtocolChecker, SeesAResponseBeforeTheAnnotatedEndOfTheLast) {
  ends.on_bw = [](Payload&, tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
    delay += ns(30);
    return tlm::TLM_COMPLETED;
  };
  begin(a);
  begin(b);
  then([this] { bw(a, tlm::BEGIN_RESP); });      // ends at 80
  then([this] { bw(b, tlm::BEGIN_RESP, 19); });  // 79
  EXPECT_EQ(broken(), Rules{"response"});
}

TEST_F(ProtocolChecker, AcceptsExactlyTheAnnotatedEnds) {
  then([this] { fw(a, tlm::BEGIN_REQ); });
  then([this] { bw(a, tlm::END_REQ, 30); });
  then([this] { fw(b, tlm::BEGIN_REQ, 20); });
  then([this] { bw(b, tlm::END_REQ, 10); });
  then([this] { bw(a, tlm::BEGIN_RESP); });
  then([this] { fw(a, tlm::END_RESP, 30); });
  then([this] { bw(b, tlm::BEGIN_RESP, 20); });
  then([this] { fw(b, tlm::END_RESP, 10); });
  EXPECT_EQ(broken(), Rules{});
}

TEST_F(ProtocolChecker, SeesReuseOfALiveTransaction) {
  begin(a);
  then([this] { fw(a, tlm::BEGIN_REQ); });
  EXPECT_EQ(broken(), Rules{"reuse"});
}

TEST_F(ProtocolChecker, SeesMissingMemoryManagementAndStatus) {
  PlainPayload unheld(128);
  unheld.release();
  Payload plain;
  unsigned char data[4];
  plain.set_read();
  plain.set_data_ptr(data);
  plain.set_data_length(4);
  b.set_response_status(tlm::TLM_OK_RESPONSE);
  begin(plain);
  begin(unheld);
  begin(b);
  EXPECT_EQ(broken(), (Rules{"memory", "memory", "status"}));
}

TEST_F(ProtocolChecker, SeesALostReference) {
  begin(a);
  then([this] { a.release(); });
  then([this] { bw(a, tlm::BEGIN_RESP); });
  EXPECT_EQ(broken(), Rules{"memory"});
}

TEST_F(ProtocolChecker, SeesInvalidAttributes) {
  a.set_data_length(0);
  b.set_data_ptr(nullptr);
  begin(a);
  begin(b);
  EXPECT_EQ(broken(), (Rules{"attributes", "attributes"}));
}

TEST_F(ProtocolChecker, SeesAttributesChangedByTheTarget) {
  unsigned char other[32];
  const std::function<void(Payload&)> changes[] = {
      [](Payload& p) { p.set_address(4); },
      [](Payload& p) { p.set_data_length(16); },
      [](Payload& p) { p.set_streaming_width(16); },
      [](Payload& p) { p.set_write(); },
      [&](Payload& p) { p.set_data_ptr(other); },
      [&](Payload& p) { p.set_byte_enable_ptr(other); },
      [](Payload& p) { p.set_byte_enable_length(3); },
  };
  std::vector<std::unique_ptr<PlainPayload>> payloads;
  for (const auto& change : changes) {
    payloads.push_back(std::make_unique<PlainPayload>(0));
    Payload& payload = *payloads.back();
    begin(payload);
    then([this, &payload, &change] {
      change(payload);
      bw(payload, tlm::BEGIN_RESP);
    });
    then([this, &payload] { fw(payload, tlm::END_RESP); });
  }
  EXPECT_EQ(broken(), Rules(std::size(changes), "attributes"));
}

TEST_F(ProtocolChecker, SeesAnIncompleteResponse) {
  answer_ok = false;
  begin(a);
  then([this] { bw(a, tlm::BEGIN_RESP); });
  EXPECT_EQ(broken(), Rules{"status"});
}

TEST_F(ProtocolChecker, SeesPhasesOutOfOrder) {
  begin(a);
  then([this] { bw(a, tlm::END_REQ); });     // twice
  then([this] { fw(a, tlm::END_RESP); });    // before the response
  then([this] { bw(b, tlm::BEGIN_RESP); });  // never begun
  then([this] { fw(a, tlm::END_REQ); });     // from the wrong side
  then([this] { bw(a, tlm::END_RESP); });    // from the wrong side
  then([this] { bw(a, tlm::BEGIN_RESP); });
  then([this] { bw(a, tlm::BEGIN_RESP); });  // twice
  EXPECT_EQ(broken(), Rules(6, "phase"));
}

TEST_F(ProtocolChecker, SeesReturnsThatMayNotBe) {
  ends.on_fw = [](Payload&, tlm_phase& phase, sc_core::sc_time&) {
    phase = tlm::END_RESP;
    return tlm::TLM_UPDATED;
  };
  ends.on_bw = [](Payload&, tlm_phase&, sc_core::sc_time&) { return tlm::TLM_COMPLETED; };
  begin(a);  // UPDATED to END_RESP; END_REQ answered with COMPLETED
  EXPECT_EQ(broken(), (Rules{"phase", "phase"}));
}

TEST_F(ProtocolChecker, SeesTimeGoingBack) {
  then([this] { fw(a, tlm::BEGIN_REQ, 50); });
  then([this] { bw(a, tlm::END_REQ, 10); });  // 30, 60 was the request
  EXPECT_EQ(broken(), Rules{"time"});
}

TEST_F(ProtocolChecker, SeesAShorterReturnedDelay) {
  ends.on_bw = [](Payload&, tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
    delay = ns(4);
    return tlm::TLM_COMPLETED;
  };
  begin(a);
  then([this] { bw(a, tlm::BEGIN_RESP, 5); });
  EXPECT_EQ(broken(), (Rules{"time", "time"})) << "as a return, and as a phase";
}

TEST_F(ProtocolChecker, SeesChangesWithAccepted) {
  ends.on_fw = [](Payload&, tlm_phase& phase, sc_core::sc_time&) {
    phase = tlm::END_REQ;
    return tlm::TLM_ACCEPTED;
  };
  ends.on_bw = [](Payload&, tlm_phase&, sc_core::sc_time& delay) {
    delay += ns(1);
    return tlm::TLM_ACCEPTED;
  };
  begin(a);
  EXPECT_EQ(broken(), (Rules{"accepted", "accepted"}));
}

TEST_F(ProtocolChecker, WatchesBlockingTransportToo) {
  const auto call = [this](Payload& payload) {
    sc_core::sc_time delay = ns(5);
    ends.initiator->b_transport(payload, delay);
  };
  then([&] {
    call(a);  // answered without a status
    ends.on_b = [](Payload& p, sc_core::sc_time& delay) {
      p.set_response_status(tlm::TLM_OK_RESPONSE);
      p.set_address(1);
      delay = ns(1);
    };
    call(b);
    call(b);  // its status was not reset
  });
  EXPECT_EQ(broken(), (Rules{"status", "attributes", "time", "status", "time"}));
}

}  // namespace
}  // namespace collisionchip

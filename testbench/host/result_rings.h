// The rings in the host's memory into which the Result Unit writes (host.results = memory), and what the host reads of them.
//
// A TLM-2.0 LT target that takes writes. What is written can be read when the annotated delay of the write is over.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/machine/result_burst.h"

namespace collisionchip {

class ResultRings : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<ResultRings> socket;

  // `base`: where the rings begin in the host's memory.
  ResultRings(const sc_core::sc_module_name& name, const ChipConfig& config, std::uint64_t base);

  std::uint64_t base() const { return base_; }
  std::uint32_t slots() const { return slots_; }  // of each ring
  // All slots are empty again, as before the first burst: to be called before a reset of the chip, which numbers bursts from 1.
  void clear();
  // The burst that came first of those that are not taken yet. Its slot is the chip's again when the chip is told of it.
  // ChipError if it does not have the number that follows in its ring, or says more entries than a slot has.
  struct Next {
    std::size_t ring;
    ResultBurst burst;
  };
  std::optional<Next> next();
  std::uint32_t taken(std::size_t ring) const { return taken_[ring]; }  // bursts since clear()

  // A burst is on its way: may change its words, and says how often it comes. For faults.
  std::function<unsigned(std::vector<std::uint32_t>& words)> on_burst = [](auto&) { return 1u; };
  // A burst has come.
  const sc_core::sc_event& arrived() const { return arrived_; }
  std::function<void()> on_arrival = [] {};
  std::uint64_t bytes() const { return bytes_; }  // written so far

 private:
  struct Write {
    sc_core::sc_time at;
    std::uint64_t offset;
    std::vector<std::uint32_t> words;
  };

  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  void arrive();

  const std::uint64_t base_;
  const std::uint32_t slots_, slot_words_;
  std::vector<std::uint32_t> words_;  // of all rings
  std::vector<std::uint32_t> taken_;  // by ring
  std::vector<std::uint32_t> came_;   // by ring: the number of the last burst
  std::deque<Write> under_way_;
  std::deque<std::size_t> arrivals_;  // rings whose bursts have come and are not taken
  std::uint64_t bytes_ = 0;
  sc_core::sc_event due_, arrived_;
};

}  // namespace collisionchip

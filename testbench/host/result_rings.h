// The rings in the host's memory into which the Result Unit writes (host.results = memory), and the functions with which the host reads
// them.
//
// It is a TLM-2.0 LT target for writes. Written words can be read after the write's annotated delay.
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

  // `base`: the address of the rings in the host's memory.
  ResultRings(const sc_core::sc_module_name& name, const ChipConfig& config, std::uint64_t base);

  std::uint64_t base() const { return base_; }
  std::uint32_t slots() const { return slots_; }  // slots of each ring
  // Empties all slots, as before the first burst. Called before a reset of the chip, because the chip then numbers bursts from 1.
  void clear();
  // The oldest burst that is not taken yet. The chip may use its slot again after the driver has told the chip. ChipError if the burst has
  // not the next number of its ring, or has more entries than a slot.
  struct Next {
    std::size_t ring;
    ResultBurst burst;
  };
  std::optional<Next> next();
  std::uint32_t taken(std::size_t ring) const { return taken_[ring]; }  // bursts taken since clear()

  // For faults: called with each burst on its way. It may change the words, and returns how many times the burst arrives.
  std::function<unsigned(std::vector<std::uint32_t>& words)> on_burst = [](auto&) { return 1u; };
  // Notified when a burst has come.
  const sc_core::sc_event& arrived() const { return arrived_; }
  std::function<void()> on_arrival = [] {};
  std::uint64_t bytes() const { return bytes_; }  // bytes written so far

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
  std::vector<std::uint32_t> words_;  // words of all rings
  std::vector<std::uint32_t> taken_;  // by ring: the number of bursts taken
  std::vector<std::uint32_t> came_;   // by ring: the number of the last burst
  std::deque<Write> under_way_;
  std::deque<std::size_t> arrivals_;  // the rings of bursts that have come and are not taken
  std::uint64_t bytes_ = 0;
  sc_core::sc_event due_, arrived_;
};

}  // namespace collisionchip

// The multi-bank SDRAM of the chip: storage and timing behind
// one TLM-2.0 target socket (base protocol). §4.5, §5.2.
//
// LT (b_transport, transport_dbg): reads and writes of any
// alignment, no time of their own: the caller accounts it.
//
// AT (nb_transport_fw): reads and writes of 1 to 256/bus_bytes beats, aligned to the bus and
// within one 256-byte block, served in order. Every later request sees the data of a write. A refused request is completed
// at once (TLM_COMPLETED) with a TLM error response and takes no time; no call throws after construction.
// - BEGIN_REQ(delay): the first command may go out at cycle now + delay. Accepted at once (TLM_UPDATED with
//   END_REQ) while fewer than queue_depth accepted requests have their first beat ahead; otherwise END_REQ
//   comes in the cycle in which room appears (with a delay only if the request's own delay reaches further).
//   A memory with its own clock takes the request in its first cycle that begins then or later.
// - BEGIN_RESP(delay) comes as soon as the cycle of the first beat is known; that cycle is now + delay. The
//   data are in the payload. The burst takes one cycle per beat.
// - END_RESP or TLM_COMPLETED, effective at cycle X = call + delay, says that the next response may have its
//   first beat at X or later. The READ goes out in the first slot from the call on that satisfies this; PRE and ACT do not
//   wait for the call. The call may come before the burst's end if the receiver has room: bursts never overlap.
//
// Check bits: a transaction of whole 64-bit words with the extension of check_bits.h stores or fetches one more byte
// for each word; the memory does not interpret it. Without the extension the check bits stay as they are. Memory that was
// never written has zeros.
//
// Two clocks: the socket counts cycles of the chip's clock. Commands and statistics count cycles of the memory's clock
// (clock_crossing.h). Data are handed over at bus_bytes per chip cycle, as soon as every beat is sure to come in time. Two
// bursts never overlap on the chip's data bus.
//
// Order independence: response k is decided by the calls BEGIN_REQ(k) and END_RESP(k-1) alone (see
// SdramTiming), in the cycle of the later of the two. No other call of that cycle can change it. So units may be
// constructed in any order, and calls within a cycle may come in any order. Acceptance depends only on the cycle and on
// earlier requests.
//
// Pins: a controller can take over the command pins (sdram_pins.h). Then it makes all commands, and the AT protocol only
// tells when each read comes.
//
// Speed: the module runs after a call that can be acted upon, in the same cycle, and for an END_REQ that had to wait.
#pragma once

#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include "collisionchip/tlm/kernel/sequencer.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/memory/clock_crossing.h"
#include "collisionchip/tlm/memory/sdram_command.h"
#include "collisionchip/tlm/memory/sdram_keys.h"
#include "collisionchip/tlm/memory/sdram_pins.h"
#include "collisionchip/tlm/memory/sdram_timing.h"

namespace collisionchip {

class Sdram : public Sequenced, public SdramPins {
 public:
  tlm_utils::simple_target_socket<Sdram> socket;
  // Every command, once, in cycles of the memory's clock. Announced when the request's READ is decided: mostly ahead of its cycle, under
  // back-pressure also after it; see SdramTiming::issued() for the order.
  tlm::tlm_analysis_port<SdramCommand> commands;

  // std::invalid_argument as SdramTiming. Several channels share one store with the first channel: the chip's address says
  // where a byte is, and the host reaches all bytes through any channel.
  Sdram(const sc_core::sc_module_name& name, const SdramSettings& settings, std::uint32_t channel = 0,
        const Sdram* first = nullptr);
  // For a machine that has sdram_settings(): a ChipConfig, which this room does not know.
  template <typename Machine, typename = decltype(std::declval<const Machine&>().sdram_settings())>
  Sdram(const sc_core::sc_module_name& name, const Machine& machine, std::uint32_t channel = 0,
        const Sdram* first = nullptr)
      : Sdram(name, machine.sdram_settings(), channel, first) {}

  void take_over() override { driven_ = true; }
  void drive(const SdramCommand& command) override;

  const ClockCrossing& clocks() const { return clocks_; }

  // A request counts when its READ is decided, so statistics may run ahead of the simulated time.
  const SdramStatistics& statistics() const { return timing_.statistics(); }
  static std::vector<DeclaredStatistic<Sdram>> statistic_rows();

  // Issues the refreshes due before `now` that no request has asked for yet. No effect while requests wait.
  void settle(Cycle now);

  // Hard reset at cycle `now`: drops all transactions (and releases them), closes the banks, restarts slots,
  // refresh and statistics as if the simulation began at `now`. Keeps the stored bytes.
  void reset(Cycle now);

  // These bytes, from address 0, replace all that was written: shared, not copied, until the next write.
  // `check_bits` has one byte per 64-bit word; it is empty if sdram.ecc is off.
  void preload(std::shared_ptr<const std::vector<unsigned char>> bytes,
               std::vector<unsigned char> check_bits = {});

  std::uint64_t capacity_bytes() const { return capacity_; }
  std::uint64_t stored_bytes() const { return stored().size(); }

  // Fault injection: inverts one stored bit of the 64-bit word at `address`, a multiple of 8 below the
  // capacity. Bits 64..71 are its check bits.
  void invert_bit(std::uint64_t address, unsigned bit);

 private:
  struct Pending {
    tlm::tlm_generic_payload* payload = nullptr;
    Cycle arrival = 0;
  };

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned int transport_dbg(tlm::tlm_generic_payload& payload);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);

  tlm::tlm_sync_enum begin_request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                   const sc_core::sc_time& delay);
  tlm::tlm_response_status refusal(const tlm::tlm_generic_payload& payload) const;
  bool has_room(Cycle now);
  bool can_respond() const { return responding_ == nullptr && !queue_.empty() && !driven_; }
  Cycle step(Cycle now) override;
  bool admit(Cycle now);
  Cycle decide(const Pending& pending);
  Cycle hand_over_floor(Cycle from, std::uint32_t beats, std::uint32_t words) const;
  void respond(Cycle now);
  void respond(Cycle now, const Pending& pending, Cycle first_beat);
  void end_response(Cycle now, const sc_core::sc_time& delay);
  void announce();
  Cycle time_of_room() const;

  Cycle cycle_at(const sc_core::sc_time& delay) const;
  struct Store {
    std::shared_ptr<const std::vector<unsigned char>> preloaded;  // until it is written to
    std::vector<unsigned char> bytes;  // up to the highest written address; beyond it zeros
    std::vector<unsigned char> check;  // one byte per 64-bit word, up to the same address
  };
  const std::vector<unsigned char>& stored() const {
    return store_->preloaded ? *store_->preloaded : store_->bytes;
  }
  std::vector<unsigned char>& owned();
  void prefetch(std::uint64_t address, std::size_t length) const;
  void read(std::uint64_t address, tlm::tlm_generic_payload& payload, std::size_t length) const;
  void write(std::uint64_t address, const tlm::tlm_generic_payload& payload, std::size_t length);

  const std::uint64_t capacity_;  // of all channels
  const ChannelMap map_;
  const std::uint32_t channel_;
  const std::uint32_t bus_bytes_, word_bytes_;  // per cycle of the chip, and of the memory
  const std::uint32_t queue_depth_;
  ClockCrossing clocks_;
  SdramTiming timing_;
  bool driven_ = false;  // the commands come from outside
  std::shared_ptr<Store> store_;
  std::deque<Pending> queue_;                       // accepted, response not begun
  std::deque<Cycle> beats_ahead_;                   // first beats that were ahead when last looked at
  Pending waiting_;                                 // BEGIN_REQ without END_REQ
  tlm::tlm_generic_payload* responding_ = nullptr;  // BEGIN_RESP without END_RESP
  Cycle response_known_ = 0;                        // when the end of the last response was told
  Cycle response_end_ = 0;                          // and from when on the next first beat may come
  Cycle bus_free_ = 0;                              // of the chip's side
};

}  // namespace collisionchip

// When each command of the multi-bank SDRAM goes out. §4.5 (2-2-2 access, four internal banks, 4-KB page)
// and §5.2 (closed page). Plain C++: no SystemC, no clock; all times are absolute chip cycles.
//
// Requests are served in order, each as the sequence [PRE] [ACT] READ, or WRITE:
// - READ(k) follows READ(k-1). Only READ(k) itself waits for the receiver (`first_beat_floor`).
// - PRE(k) and ACT(k) look ahead of n = prepare_ahead requests: they follow READ(k-1-n), may go out before the
//   READs between, and leave those their slots. They do not depend on when READ(k) may go out.
// - A refresh that falls due goes before every command that is not out yet. All banks are precharged first; a refresh of
//   one bank precharges only that bank. A request caught between ACT and READ is activated again.
// - A row that has been open for tRAS(max) is closed in the last slot before that time ends; no other command takes
//   that slot. A read whose burst would end later waits until the row is open again.
// Thus serve() is a pure function of the sequence of its arguments: it does not matter when it is called.
//
// With a burst length in the mode register, a request has the data bus for whole bursts; one READ stands for
// the back-to-back READs of one request. Without, a burst is as long as its request. With a distance between
// READs (t_ccd_l) there is a READ for each burst; bursts begin at multiples of their length.
//
// A WRITE follows all rules of a READ, with three differences. Its data follow it by tCWL. Its bank is precharged tWR after
// the last data at the earliest. A READ goes out tWTR after the data at the earliest. Data that turn the bus around leave
// kTurnaround cycles free.
//
// Banks of one group are those whose numbers are equal modulo bank_groups.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "collisionchip/reference/image/node_format.h"
#include "collisionchip/tlm/kernel/divisor.h"
#include "collisionchip/tlm/kernel/histogram.h"
#include "collisionchip/tlm/memory/sdram_command.h"
#include "collisionchip/tlm/memory/sdram_keys.h"

namespace collisionchip {

struct SdramLocation {
  std::uint32_t bank = 0;
  std::uint32_t row = 0;
  std::uint32_t column = 0;  // in words of the data bus
};

struct SdramAccess {
  Cycle arrival = 0;           // first cycle in which a command may go out for it
  Cycle read_floor = 0;        // first cycle in which its READ or WRITE may go out
  Cycle first_beat_floor = 0;  // first cycle in which its data may be on the bus
  std::uint64_t address = 0;   // bytes
  std::uint32_t beats = 0;     // >= 1
  bool write = false;
};

struct SdramStatistics {
  std::uint64_t reads = 0, writes = 0;
  std::uint64_t activates = 0;
  std::uint64_t precharges = 0;  // commands; auto precharges are not counted
  std::uint64_t refreshes = 0;
  // Reads and writes:
  std::uint64_t row_hits = 0;                                            // that found their row open
  std::uint64_t row_empty = 0;                                           // that found their bank precharged
  std::uint64_t row_conflicts = 0;                                       // that found another row open
  Histogram row_hits_of_bank, row_empty_of_bank, row_conflicts_of_bank;  // the same, by bank
  std::uint64_t bytes = 0;
  std::uint64_t data_cycles = 0;   // cycles with data on the bus that were asked for
  std::uint64_t burst_cycles = 0;  // cycles of bursts, asked for or not
  Cycle last_data_cycle = 0;       // cycle of the last beat so far, 0 if none; may lie ahead
};

class SdramTiming {
 public:
  // std::invalid_argument if a size is zero or does not divide, or if refreshes leave no time for a read.
  explicit SdramTiming(const SdramKeys& config);

  // As freshly built, with cycle `origin` in the place of
  // cycle 0: command slots and refreshes count from there.
  void reset(Cycle origin);

  // Bank, row and column of a byte address below the capacity.
  SdramLocation locate(std::uint64_t address) const;

  // Serves the next request in order; returns the cycle of its first beat. Each cycle brings one beat: where its
  // bursts leave gaps between them, the beats are handed over so that the last one waits for nothing.
  Cycle serve(const SdramAccess& request);

  // Issues the refreshes that are due before `now`. Only while no request waits to be served.
  void refresh_until(Cycle now);

  // A command that was made elsewhere, instead of serve(): counted and issued with the READ it belongs to.
  void count(const SdramCommand& command);
  // True if a READ of this address looks like `command`.
  bool locates(std::uint64_t address, const SdramCommand& command) const;
  Cycle read_latency() const { return config_.t_cl; }
  // Cycles without data between a read's and a write's: the bus changes its driver.
  static constexpr Cycle kTurnaround = 2;

  // The commands of the latest serve(), count() or refresh_until(), in the order of their decision, not of
  // their cycles: a PRE or ACT may be earlier than the READ announced before it. At most 2048 commands of a
  // sorted stream are out of place.
  const std::vector<SdramCommand>& issued() const { return issued_; }
  const SdramStatistics& statistics() const { return statistics_; }

 private:
  struct Bank {
    bool open = false;
    std::uint32_t row = 0;
    Cycle activate_ready = 0;        // tRC, tRP and tRFC have passed; meaningless while open
    Cycle activate_after_cycle = 0;  // tRC alone
    Cycle read_ready = 0;            // tRCD has passed
    Cycle precharge_ready = 0;       // tRAS has passed and the burst is out
    Cycle close_by = kNever;         // tRAS(max): its last slot for a precharge, while open
  };
  struct Plan {
    SdramLocation at;
    bool write = false;
    Cycle precharge = kNever;  // kNever: not needed
    Cycle activate = kNever;
    Cycle read = kNever, last_read = kNever;
    std::uint32_t bursts = 1;  // each with a READ
  };
  struct Group {
    Cycle activate_ready = 0;  // tRRD_L
    Cycle read_ready = 0;      // tCCD_L
  };

  Cycle refresh_due(std::uint64_t n) const;
  Cycle slot(Cycle earliest) const;
  Cycle preparation_slot(Cycle earliest) const;
  Plan plan(const SdramAccess& request, const SdramLocation& at) const;
  Cycle activate_ready(std::uint32_t bank) const;
  Cycle next_read(Cycle read) const;
  Cycle data_latency(bool write) const { return write ? config_.t_cwl : config_.t_cl; }
  Cycle bus_free(bool write) const { return bus_free_ + (write != wrote_ ? kTurnaround : 0); }
  Cycle precharge_distance(bool write, std::uint32_t beats) const;
  bool ends_in_time(const Plan& plan, std::uint32_t beats) const;
  bool commit_preparation(const Plan& plan, Cycle before);
  void note_activate(const SdramCommand& activate);
  Cycle commit_read(const Plan& plan, std::uint32_t beats);
  void note_reads(const Plan& plan);
  Group& group_of(std::uint32_t bank) { return groups_[bank % config_.bank_groups]; }
  bool has_a_read_per_burst() const { return config_.t_ccd_l != 0; }
  Cycle first_closing() const;
  Cycle closing_slot(Cycle activate) const;
  void close_row(Cycle at);
  void close_or_refresh();
  void refresh();
  void refresh_bank();
  Cycle precharge_all(Cycle earliest);
  Cycle serve_constant(const SdramAccess& request);
  void count_access(bool write, std::uint32_t bank, bool activated, bool precharged);
  void count_burst(Cycle first_beat, std::uint32_t beats, Cycle bus_free);
  void issue(const SdramCommand& command);

  SdramKeys config_;
  Divisor by_bank_, by_page_, by_word_;  // bytes
  Divisor by_banks_, by_blocks_;         // banks; blocks of a page
  Divisor by_slot_;                      // cycles
  std::vector<Bank> banks_;
  std::vector<Group> groups_;
  std::vector<SdramCommand> issued_;
  SdramStatistics statistics_;
  Cycle origin_ = 0;
  Cycle bus_free_ = 0;                 // first cycle after the last burst
  bool wrote_ = false;                 // the last burst was a write's
  Cycle read_after_write_ = 0;         // tWTR has passed
  Cycle next_activate_ = 0;            // tRRD, and tRREFD
  std::deque<Cycle> four_activates_;   // ready for the next one by tFAW, each
  Cycle next_command_ = 0;             // after every command so far
  Cycle next_preparation_ = 0;         // after the last PRE, ACT or refresh and after READ(k-1-n)
  std::deque<Cycle> reads_;            // slots of READ(k-n) to READ(k-1)
  std::deque<std::size_t> reads_of_;   // how many each of these requests has
  Cycle last_read_ = kNever;           // READ(k-1)
  Cycle next_refresh_ = kNever;        // when the next refresh falls due
  Cycle bank_refresh_ready_ = 0;       // when the next bank's may follow the one before
  std::uint64_t refreshes_ = 0;        // since the origin
  std::vector<SdramCommand> counted_;  // made elsewhere, and their READ is not out yet
  // What prepared the request that is being served, as far as it went out.
  bool activated_ = false, precharged_ = false;
  std::uint32_t serving_ = 0;  // its bank
  Cycle constant_ready_ = 0;   // model=constant: first beat of the next request at the earliest
};

}  // namespace collisionchip

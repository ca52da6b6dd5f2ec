// Checks a stream of SDRAM commands against the data sheet's rules, independently of the model that issued
// them: it shares the command struct and the parameters with SdramTiming, and no code. §4.5.
//
// Rules, by the name that each violation begins with:
//   slot     commands on multiples of command_cycles (from the origin), one per slot
//   state    ACT on a precharged bank; READ on an open bank with the right row; refresh with all precharged
//   tRP tRCD tRAS tRC tRRD tRFC   least distances; tRP and tRC hold for ACT and refresh alike
//   tRRD_L tFAW   likewise of ACTs: in one group of banks; of each fifth one to the first
//   tCCD_S tCCD_L   of READs, in different groups and in one, if t_ccd_s or t_ccd_l is not 0
//   tRTP     READ to precharge
//   tWR      last data of a WRITE to precharge; tWTR: to the next READ
//   tRFCpb tRREFD   after the refresh of one bank: any command to it and the next such refresh; ACTs of others
//   tRASmax  a row is precharged no later than so long after its ACT; seen at the next command
//   burst    a precharge may not cut off a burst: of whole mode register bursts, if there is such a length
//   bus      bursts (READ + CL, WRITE + CWL, one cycle per beat) may not overlap; two cycles lie between a READ's and a WRITE's
//   refresh  refresh n (from 1) no later than origin + (n + 1) * refresh_interval: at most an interval late; of
//            one bank the same for each bank, with its number as many parts of the interval later
//   order    announced so late that it could not be checked (see below)
//
// Commands may be announced ahead of their cycle, after it, and out of order. They are buffered and sorted by
// cycle; all but the last 2048 of a full buffer are checked, the rest by finish(). A command older than one
// already checked is itself reported, so no check is ever lost silently.
#pragma once

#include <string>
#include <vector>

#include <systemc>
#include <tlm>

#include "collisionchip/tlm/memory/sdram_command.h"
#include "collisionchip/tlm/memory/sdram_keys.h"

namespace collisionchip {

class SdramCommandChecker : public tlm::tlm_analysis_if<SdramCommand> {
 public:
  explicit SdramCommandChecker(const SdramKeys& config);

  void write(const SdramCommand& command) override;

  // Checks what is still buffered. No command older than the newest so far may follow.
  void finish();

  // The SDRAM is reset at cycle `origin`: checks what was issued before it, forgets later commands and all
  // state. Violations are kept.
  void reset(Cycle origin);

  // Call finish() first. One line each: rule, cycle, bank, what was found and what is legal.
  const std::vector<std::string>& violations() const { return violations_; }
  std::uint64_t checked() const { return checked_; }

 private:
  struct BankState {
    bool active = false;
    std::uint32_t row = 0;
    Cycle activated = kNever;       // last ACT
    Cycle precharged = kNever;      // start of the last precharge
    Cycle burst_end = kNever;       // of the last READ, as seen by a precharge: READ + beats
    Cycle auto_precharge = kNever;  // start of an auto precharge to come
    Cycle last_read = kNever;       // since the last ACT
    Cycle written = kNever;         // the end of the last WRITE's data since then
    Cycle refreshed = kNever;       // by itself
    std::uint64_t refreshes = 0;
    bool overdue = false;  // open for too long, and reported
  };

  void drain(std::size_t keep);
  void check(const SdramCommand& command);
  void check_slot(const SdramCommand& command);
  void check_activate(const SdramCommand& command);
  void check_access(const SdramCommand& command);
  void check_bus(const SdramCommand& command);
  void check_precharge(const SdramCommand& command);
  void check_refresh(const SdramCommand& command);
  void check_bank_refresh(const SdramCommand& command);
  void check_refresh_due(Cycle now);
  void check_bank_refreshes_due(Cycle now);
  bool by_banks() const { return config_.refresh == RefreshKey::per_bank; }
  bool same_group(std::uint32_t a, std::uint32_t b) const {
    return a % config_.bank_groups == b % config_.bank_groups;
  }
  void close_if_due(BankState& bank, Cycle now);
  void check_open_time(const SdramCommand& command);
  Cycle length_of(const SdramCommand& read) const;
  void precharge_bank(const SdramCommand& command, std::uint32_t index);
  void at_least(const char* rule, const SdramCommand& command, std::uint32_t bank, Cycle since,
                Cycle distance);
  void report(const char* rule, const SdramCommand& command, std::uint32_t bank, const std::string& what);

  SdramKeys config_;
  std::vector<SdramCommand> buffer_;
  std::vector<BankState> banks_;
  std::vector<std::string> violations_;
  std::uint64_t checked_ = 0;
  Cycle origin_ = 0;
  Cycle last_command_ = kNever;
  Cycle last_activate_ = kNever;
  Cycle last_refresh_ = kNever;
  Cycle last_read_ = kNever;
  std::vector<Cycle> group_reads_;  // the last of each group
  std::vector<Cycle> activates_;    // the last four
  Cycle data_end_ = 0;
  bool wrote_ = false;      // the last burst
  Cycle written_ = kNever;  // the end of the last WRITE's data
  std::uint64_t refreshes_ = 0;
};

}  // namespace collisionchip

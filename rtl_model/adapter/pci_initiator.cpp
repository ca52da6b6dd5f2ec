#include "collisionchip/rtl_model/adapter/pci_initiator.h"

namespace collisionchip {

namespace {

constexpr int kLatestClaim = 5;    // clock of the transaction
constexpr int kLongestPhase = 64;  // PCI has 16 clocks, in addition to the initiator's waits

bool odd(std::uint32_t word) {
  return __builtin_parity(word) != 0;
}

}  // namespace

// PAR speaks of the clock before, on either side.
void PciInitiator::next_clock() {
  drive_.par_driven = last_driven_;
  drive_.par = last_parity_;
  sample_ = bus_clock(drive_);
  last_driven_ = drive_.ad_driven;
  last_parity_ = odd(drive_.ad) != odd(drive_.cbe);
  if (word_read_ && sample_.par != word_parity_) ++read_parity_errors;
  word_read_ = !drive_.ad_driven && drive_.irdy && sample_.trdy;
  word_parity_ = odd(sample_.ad) != odd(drive_.cbe);
  ++clocks_;
}

void PciInitiator::idle(int clocks) {
  drive_.frame = drive_.irdy = drive_.ad_driven = drive_.idsel = false;
  for (int i = 0; i < clocks; ++i) next_clock();
}

// True if the target has ended the data phase; false if no target answers, or if the target never ends.
bool PciInitiator::data_phase(bool writes, bool last) {
  drive_.ad_driven = writes;
  drive_.cbe = static_cast<std::uint8_t>(~enables() & 0xfu);
  drive_.irdy = false;
  for (int left = waits(), phase = 1;; ++phase) {
    if (left-- <= 0) {
      drive_.irdy = true;
      drive_.frame = !last;
    }
    next_clock();
    claimed_ = claimed_ || sample_.devsel;
    if ((!claimed_ && clocks_ > kLatestClaim) || phase > kLongestPhase) return false;
    if (drive_.irdy && (sample_.trdy || sample_.stop)) return true;
  }
}

PciTransfer PciInitiator::transact(PciCommand command, std::uint32_t address,
                                   const std::vector<std::uint32_t>& words, bool idsel) {
  const bool writes = (static_cast<unsigned>(command) & 1u) != 0;
  PciTransfer transfer;
  clocks_ = 0;
  claimed_ = false;
  left_ = words.size();
  drive_.frame = drive_.ad_driven = true;
  drive_.irdy = false;
  drive_.ad = address;
  drive_.cbe = static_cast<std::uint8_t>(command);
  drive_.idsel = idsel;
  next_clock();
  drive_.idsel = false;
  for (const std::uint32_t word : words) {
    const bool last = left_ == 1;
    drive_.ad = writes ? word : 0;
    if (!data_phase(writes, last)) {
      transfer.end = PciEnd::initiator_abort;
      break;
    }
    const bool first = transfer.words.empty();
    if (sample_.trdy) {
      transfer.words.push_back(writes ? word : sample_.ad);
      --left_;
    }
    if (sample_.stop && (!sample_.trdy || !last)) {
      transfer.end = !sample_.devsel          ? PciEnd::target_abort
                     : !sample_.trdy && first ? PciEnd::retry
                                              : PciEnd::disconnect;
      break;
    }
  }
  if (drive_.frame) {  // stopped before the last word, or without an answer
    drive_.frame = false;
    drive_.irdy = true;
    next_clock();
  }
  idle(idle_clocks);
  transfer.clocks = clocks_;
  return transfer;
}

PciTransfer PciInitiator::insist(PciCommand command, std::uint32_t address,
                                 const std::vector<std::uint32_t>& words) {
  PciTransfer all;
  for (int retries = 0; all.words.size() < words.size() && retries <= most_retries; ++retries) {
    const auto done_so_far = static_cast<std::uint32_t>(all.words.size());
    const PciTransfer part =
        transact(command, address + 4 * done_so_far, {words.begin() + done_so_far, words.end()});
    all.words.insert(all.words.end(), part.words.begin(), part.words.end());
    all.clocks += part.clocks;
    all.end = part.end;
    if (part.end == PciEnd::target_abort || part.end == PciEnd::initiator_abort) break;
    if (!part.words.empty()) retries = -1;
  }
  return all;
}

void PciInitiator::configure(std::uint32_t registers, std::uint32_t window_base) {
  transact(PciCommand::configuration_write, 0x10, {registers}, true);
  transact(PciCommand::configuration_write, 0x14, {window_base}, true);
  transact(PciCommand::configuration_write, 0x04, {0x142}, true);
}

}  // namespace collisionchip

// An initiator on a PCI bus, clock by clock: single words and bursts, IRDY# with any delay, parity, and a bridge's reaction
// to a retry or a disconnect. A derived class has the bus and its target.
#pragma once

#include <cstdint>
#include <vector>

namespace collisionchip {

enum class PciCommand : std::uint8_t {
  io_read = 2,
  memory_read = 6,
  memory_write = 7,
  configuration_read = 10,
  configuration_write = 11,
  memory_read_line = 14,
};

enum class PciEnd { completed, retry, disconnect, target_abort, initiator_abort };

struct PciTransfer {
  PciEnd end = PciEnd::completed;
  std::vector<std::uint32_t> words;  // that were transferred
  int clocks = 0;                    // with the idle ones behind
};

// What the initiator drives in a clock. FRAME#, IRDY# and IDSEL: true says yes; C/BE# is as on the pins.
struct PciDrive {
  std::uint32_t ad = 0;
  std::uint8_t cbe = 0xf;
  bool ad_driven = false, par = false, par_driven = false;
  bool frame = false, irdy = false, idsel = false;
};

// What is on the bus at the end of the clock.
struct PciSample {
  std::uint32_t ad = 0;
  bool par = false, devsel = false, trdy = false, stop = false;
};

class PciInitiator {
 public:
  virtual ~PciInitiator() = default;

  int idle_clocks = 1;         // behind a transaction; none only between writes
  int most_retries = 10000;    // in a row, then it gives up
  int read_parity_errors = 0;  // in words that the target has handed over

  PciTransfer write(std::uint32_t address, const std::vector<std::uint32_t>& words) {
    return transact(PciCommand::memory_write, address, words);
  }
  PciTransfer read(std::uint32_t address, std::size_t count) {
    return transact(PciCommand::memory_read, address, std::vector<std::uint32_t>(count));
  }
  // `words`: to be written, or as many as are to be read.
  PciTransfer transact(PciCommand command, std::uint32_t address, const std::vector<std::uint32_t>& words,
                       bool idsel = false);
  // Repeats what is to be retried and goes on behind a
  // disconnect, as a bridge does. Ends as the last transaction.
  PciTransfer insist(PciCommand command, std::uint32_t address, const std::vector<std::uint32_t>& words);
  void idle(int clocks);
  // BAR 0 at `registers`, BAR 1 at `window`, memory space, parity and SERR# on.
  void configure(std::uint32_t registers, std::uint32_t window_base);

 protected:
  // One clock of the bus.
  virtual PciSample bus_clock(const PciDrive& drive) = 0;
  // Asked for each word: clocks before IRDY#, and which bytes are enabled (high).
  virtual int waits() { return 0; }
  virtual unsigned enables() { return 0xf; }

  int clocks() const { return clocks_; }  // of the transaction, before this one
  std::size_t words_left() const {
    return left_;
  }  // of transact()'s or insist()'s, the present one among them

 private:
  void next_clock();
  bool data_phase(bool writes, bool last);

  PciDrive drive_;
  PciSample sample_;
  int clocks_ = 0;
  std::size_t left_ = 0;
  bool claimed_ = false;
  bool last_driven_ = false, last_parity_ = false;  // AD and C/BE# in the clock before
  bool word_read_ = false, word_parity_ = false;    // the same for a word that was handed over
};

}  // namespace collisionchip

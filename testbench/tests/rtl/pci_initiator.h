// An initiator on the PCI bus of pci_bench.sv, and what stands behind the PCI Interface: the SDRAM's window,
// the Pointer FIFO, the readers of matrices and commands. A bus clock is kRatio chip cycles.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "Vpci_bench.h"
#include "rtl_model/verilated_top.h"
#include "testbench/random_numbers.h"

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
  int clocks = 0;                    // with the idle one behind
};

class PciInitiator {
 public:
  static constexpr int kRatio = 4;

  // How the initiator behaves.
  int most_waits = 0;           // clocks before IRDY#, drawn for each word
  unsigned byte_enables = 0xf;  // of every word, high: enabled
  int bad_parity_at = -1;       // clock of the transaction whose parity is wrong: 0 is the address
  int idle_clocks = 1;          // behind a transaction; none only between writes
  // And what is behind the interface.
  int window_latency = 5;  // chip cycles
  bool window_ready = true, matrix_ready = true;
  std::map<std::uint32_t, std::uint32_t> window;  // words by address
  std::deque<std::pair<std::uint32_t, std::uint32_t>> entries;
  bool done = false;
  // What it has done.
  struct MatrixWord {
    bool frames;
    std::uint32_t number, word;
  };
  std::vector<MatrixWord> matrix_words;
  std::vector<std::string> commands;
  int parity_errors = 0, system_errors = 0;         // clocks in which PERR#, SERR# was low
  std::function<void(const Vpci_bench&)> on_cycle;  // pins as they are evaluated, before each edge

  // `recording`: gets the pins of every chip cycle, inputs before outputs.
  explicit PciInitiator(std::uint64_t seed, std::ostream* recording = nullptr)
      : random_(seed), recording_(recording) {
    idle(2);
  }

  PciTransfer write(std::uint32_t address, const std::vector<std::uint32_t>& words) {
    return transact(PciCommand::memory_write, address, words);
  }
  PciTransfer read(std::uint32_t address, std::size_t count) {
    return transact(PciCommand::memory_read, address, std::vector<std::uint32_t>(count));
  }
  // `words`: to be written, or as many as are to be read.
  PciTransfer transact(PciCommand command, std::uint32_t address, const std::vector<std::uint32_t>& words,
                       bool idsel = false);
  // Repeats what is to be retried and goes on behind a disconnect, as a bridge does.
  PciTransfer insist(PciCommand command, std::uint32_t address, const std::vector<std::uint32_t>& words);
  void idle(int clocks);
  // BAR 0 at `registers`, BAR 1 at `window`, memory space, parity and SERR# on.
  void configure(std::uint32_t registers, std::uint32_t window_base);

  unsigned broken_rules() const { return (*top_).broken_o; }
  bool interrupted() const { return !(*top_).inta_no; }

 private:
  void clock();
  void chip_cycle(bool bus_edge);
  void serve_window();
  void record() const;

  mutable VerilatedTop<Vpci_bench> holder_;
  Vpci_bench* const top_ = &*holder_;
  RandomNumbers random_;
  std::ostream* const recording_;
  int clocks_ = 0;  // of the transaction
  std::uint32_t last_ad_ = 0, last_cbe_ = 0;
  bool last_oe_ = false;
  // Sampled at the last edge.
  bool devsel_ = false, trdy_ = false, stop_ = false;
  std::uint32_t ad_ = 0;
  std::deque<std::pair<int, std::uint32_t>> window_answers_;  // chip cycles left, word
};

inline void PciInitiator::serve_window() {
  top_->window_valid_i = 0;
  if (!window_answers_.empty() && --window_answers_.front().first <= 0) {
    top_->window_valid_i = 1;
    top_->window_data_i = window_answers_.front().second;
    window_answers_.pop_front();
  }
}

// Words of hexadecimal digits, in the order of pci_pins_tb.sv.
inline void PciInitiator::record() const {
  const auto bits = [](std::initializer_list<bool> pins) {
    std::uint32_t word = 0;
    for (const bool pin : pins) word = word << 1 | pin;
    return word;
  };
  const Vpci_bench& p = *top_;
  const std::uint32_t inputs = bits({p.bus_edge_i != 0, p.ad_oe_i != 0, p.par_i != 0, p.par_oe_i != 0,
                                     p.frame_ni != 0, p.irdy_ni != 0, p.idsel_i != 0, p.window_ready_i != 0,
                                     p.window_valid_i != 0, p.done_valid_i != 0, p.matrix_ready_i != 0});
  const std::uint32_t outputs = bits(
      {p.par_o != 0, p.devsel_no != 0, p.trdy_no != 0, p.stop_no != 0, p.perr_no != 0, p.serr_no != 0,
       p.inta_no != 0, p.window_read_o != 0, p.window_write_o != 0, p.entries_pop_o != 0, p.done_pop_o != 0,
       p.start_put_o != 0, p.stop_put_o != 0, p.mmm_put_o != 0, p.frames_put_o != 0, p.reset_o != 0});
  for (const std::uint32_t word :
       {inputs, static_cast<std::uint32_t>(p.cbe_ni), p.ad_i, p.window_data_i,
        static_cast<std::uint32_t>(p.entries_level_i), p.entries_tumbled_i, p.entries_aligned_i, outputs,
        p.ad_o, p.window_address_o, p.matrix_words_o[0]})
    *recording_ << fmt::format("{:08x} ", word);
  *recording_ << '\n';
}

inline void PciInitiator::chip_cycle(bool bus_edge) {
  top_->bus_edge_i = bus_edge;
  top_->window_ready_i = window_ready;
  top_->matrix_ready_i = matrix_ready;
  top_->entries_level_i = static_cast<std::uint16_t>(entries.size());
  top_->entries_tumbled_i = entries.empty() ? 0 : entries.front().first;
  top_->entries_aligned_i = entries.empty() ? 0 : entries.front().second;
  top_->done_valid_i = done;
  serve_window();
  holder_.evaluate();
  if (recording_ != nullptr) record();
  if (on_cycle) on_cycle(*top_);
  if (top_->window_read_o) {
    for (std::uint32_t i = 0; i < 8; ++i)
      window_answers_.emplace_back(i == 0 ? window_latency : 1, window[top_->window_address_o + 4 * i]);
  }
  if (top_->window_write_o) {
    std::uint32_t& word = window[top_->window_address_o];
    for (unsigned byte = 0; byte < 4; ++byte) {
      const std::uint32_t mask = 0xffu << 8 * byte;
      if (top_->window_bytes_o >> byte & 1u) word = (word & ~mask) | (top_->window_data_o & mask);
    }
  }
  if (top_->mmm_put_o || top_->frames_put_o)
    matrix_words.push_back({top_->frames_put_o != 0, top_->matrix_first_word_o, top_->matrix_words_o[0]});
  if (top_->start_put_o) commands.push_back(top_->start_first_witness_o ? "start, first witness" : "start");
  if (top_->stop_put_o) commands.push_back("stop");
  if (top_->reset_o) commands.push_back("reset");
  const bool popped = top_->entries_pop_o, finished = top_->done_pop_o;
  devsel_ = !top_->devsel_no;
  trdy_ = !top_->trdy_no;
  stop_ = !top_->stop_no;
  ad_ = top_->ad_o;
  if (bus_edge) {
    parity_errors += !top_->perr_no;
    system_errors += !top_->serr_no;
  }
  holder_.clock();
  if (popped) entries.pop_front();
  if (finished) done = false;
}

// The pins are as they are to be in this clock; PAR speaks of the one before.
inline void PciInitiator::clock() {
  const auto odd = [](std::uint32_t word) { return __builtin_parity(word) != 0; };
  top_->par_oe_i = last_oe_;
  top_->par_i = odd(last_ad_) ^ odd(last_cbe_) ^ (bad_parity_at >= 0 && clocks_ - 1 == bad_parity_at);
  last_ad_ = top_->ad_i;
  last_cbe_ = top_->cbe_ni;
  last_oe_ = top_->ad_oe_i;
  for (int i = 1; i <= kRatio; ++i) chip_cycle(i == kRatio);
  ++clocks_;
}

inline void PciInitiator::idle(int clocks) {
  top_->frame_ni = top_->irdy_ni = 1;
  top_->ad_oe_i = 0;
  top_->idsel_i = 0;
  for (int i = 0; i < clocks; ++i) clock();
}

inline PciTransfer PciInitiator::transact(PciCommand command, std::uint32_t address,
                                          const std::vector<std::uint32_t>& words, bool idsel) {
  const bool writes = (static_cast<unsigned>(command) & 1u) != 0;
  PciTransfer transfer;
  clocks_ = 0;
  top_->frame_ni = 0;
  top_->irdy_ni = 1;
  top_->ad_i = address;
  top_->ad_oe_i = 1;
  top_->cbe_ni = static_cast<std::uint8_t>(command);
  top_->idsel_i = idsel;
  clock();
  top_->idsel_i = 0;
  bool claimed = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    top_->ad_i = writes ? words[i] : 0;
    top_->ad_oe_i = writes;
    top_->cbe_ni = static_cast<std::uint8_t>(~byte_enables & 0xfu);
    int waits =
        most_waits > 0 ? static_cast<int>(random_.below(static_cast<std::uint64_t>(most_waits) + 1)) : 0;
    bool ended = false;
    while (!ended) {
      if (waits-- <= 0) {
        top_->irdy_ni = 0;
        top_->frame_ni = i + 1 == words.size();
      }
      clock();
      claimed = claimed || devsel_;
      if (!claimed && clocks_ > 5) {
        transfer.end = PciEnd::initiator_abort;
        break;
      }
      ended = !top_->irdy_ni && (trdy_ || stop_);
    }
    if (ended && trdy_) transfer.words.push_back(writes ? words[i] : ad_);
    const bool more = i + 1 < words.size();
    if (ended && stop_ && (!trdy_ || more))
      transfer.end = !devsel_ ? PciEnd::target_abort : !trdy_ && i == 0 ? PciEnd::retry : PciEnd::disconnect;
    if (transfer.end != PciEnd::completed) break;
    top_->irdy_ni = 1;
  }
  if (!top_->frame_ni) {  // stopped before the last word, or nobody answers
    top_->frame_ni = 1;
    top_->irdy_ni = 0;
    top_->ad_oe_i = writes;
    clock();
  }
  idle(idle_clocks);
  transfer.clocks = clocks_;
  return transfer;
}

inline PciTransfer PciInitiator::insist(PciCommand command, std::uint32_t address,
                                        const std::vector<std::uint32_t>& words) {
  PciTransfer all;
  while (all.words.size() < words.size()) {
    const auto done_so_far = static_cast<std::uint32_t>(all.words.size());
    const PciTransfer part =
        transact(command, address + 4 * done_so_far, {words.begin() + done_so_far, words.end()});
    all.words.insert(all.words.end(), part.words.begin(), part.words.end());
    all.clocks += part.clocks;
    all.end = part.end;
    if (part.end == PciEnd::target_abort || part.end == PciEnd::initiator_abort || all.clocks > 100000) break;
  }
  return all;
}

inline void PciInitiator::configure(std::uint32_t registers, std::uint32_t window_base) {
  transact(PciCommand::configuration_write, 0x10, {registers}, true);
  transact(PciCommand::configuration_write, 0x14, {window_base}, true);
  transact(PciCommand::configuration_write, 0x04, {0x142}, true);
}

}  // namespace collisionchip

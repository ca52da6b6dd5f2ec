// An initiator on the PCI bus of pci_bench.sv that waits and errs as it is told. Also the units behind the PCI Interface:
// the SDRAM's window, the Pointer FIFO, the readers of matrices and commands. A bus clock is kRatio chip cycles.
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
#include "collisionchip/rtl_model/adapter/pci_initiator.h"
#include "collisionchip/rtl_model/adapter/verilated_top.h"
#include "collisionchip/testbench/judge/random_numbers.h"

namespace collisionchip {

class PciTestBus final : public PciInitiator {
 public:
  static constexpr int kRatio = 4;

  // How the initiator behaves.
  int most_waits = 0;                               // clocks before IRDY#, drawn for each word
  unsigned byte_enables = 0xf;                      // of every word, high: enabled
  std::function<unsigned(std::size_t)> enables_of;  // or by the number of words that are left
  int bad_parity_at = -1;  // clock of the transaction whose parity is wrong: 0 is the address
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
  std::vector<unsigned> message_sizes;
  std::vector<std::string> commands;
  int parity_errors = 0, system_errors = 0;         // clocks in which PERR#, SERR# was low
  std::function<void(const Vpci_bench&)> on_cycle;  // pins as they are evaluated, before each edge

  // `recording`: gets the pins of every chip cycle, inputs before outputs.
  explicit PciTestBus(std::uint64_t seed, std::ostream* recording = nullptr)
      : random_(seed), recording_(recording) {
    idle(2);
  }

  unsigned broken_rules() const { return (*top_).broken_o; }
  bool interrupted() const { return !(*top_).inta_no; }

 private:
  PciSample bus_clock(const PciDrive& drive) override;
  int waits() override {
    return most_waits > 0 ? static_cast<int>(random_.below(static_cast<std::uint64_t>(most_waits) + 1)) : 0;
  }
  unsigned enables() override { return enables_of ? enables_of(words_left()) : byte_enables; }
  void chip_cycle(bool bus_edge);
  void serve_window();
  void record() const;

  mutable VerilatedTop<Vpci_bench> holder_;
  Vpci_bench* const top_ = &*holder_;
  RandomNumbers random_;
  std::ostream* const recording_;
  PciSample sample_;
  std::deque<std::pair<int, std::uint32_t>> window_answers_;  // chip cycles left, word
};

inline void PciTestBus::serve_window() {
  top_->window_valid_i = 0;
  if (!window_answers_.empty() && --window_answers_.front().first <= 0) {
    top_->window_valid_i = 1;
    top_->window_data_i = window_answers_.front().second;
    window_answers_.pop_front();
  }
}

// Words of hexadecimal digits, in the order of pci_pins_tb.sv.
inline void PciTestBus::record() const {
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

inline void PciTestBus::chip_cycle(bool bus_edge) {
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
  if (top_->mmm_put_o || top_->frames_put_o) {
    message_sizes.push_back(top_->matrix_count_o);
    for (std::uint32_t i = 0; i < top_->matrix_count_o; ++i)
      matrix_words.push_back(
          {top_->frames_put_o != 0, top_->matrix_first_word_o + i, top_->matrix_words_o[i]});
  }
  if (top_->start_put_o) commands.push_back(top_->start_first_witness_o ? "start, first witness" : "start");
  if (top_->stop_put_o) commands.push_back("stop");
  if (top_->reset_o) commands.push_back("reset");
  const bool popped = top_->entries_pop_o, finished = top_->done_pop_o;
  sample_ = {top_->ad_o, top_->par_o != 0, !top_->devsel_no, !top_->trdy_no, !top_->stop_no};
  if (bus_edge) {
    parity_errors += !top_->perr_no;
    system_errors += !top_->serr_no;
  }
  holder_.clock();
  if (popped) entries.pop_front();
  if (finished) done = false;
}

inline PciSample PciTestBus::bus_clock(const PciDrive& drive) {
  top_->ad_i = drive.ad;
  top_->ad_oe_i = drive.ad_driven;
  top_->cbe_ni = drive.cbe;
  top_->par_i = drive.par != (bad_parity_at >= 0 && clocks() - 1 == bad_parity_at);
  top_->par_oe_i = drive.par_driven;
  top_->frame_ni = !drive.frame;
  top_->irdy_ni = !drive.irdy;
  top_->idsel_i = drive.idsel;
  for (int i = 1; i <= kRatio; ++i) chip_cycle(i == kRatio);
  return sample_;
}

}  // namespace collisionchip

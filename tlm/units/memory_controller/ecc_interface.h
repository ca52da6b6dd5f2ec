// The check bits at the Memory Controller's side of the SDRAM: made when the host writes, checked when anyone
// reads (sdram.ecc = secded). No time of its own: the controller adds sdram.ecc_cycles to every read.
//
// Host accesses of any alignment: a word that is written in part is read, corrected and written again. A
// read, or such a write, of an uncorrectable word is answered by TLM_GENERIC_ERROR_RESPONSE and changes
// nothing. What is read is corrected on its way; the memory keeps its wrong bit until the word is written.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <tlm>

#include "collisionchip/reference/image/secded.h"
#include "collisionchip/tlm/memory/payload_pool.h"

namespace collisionchip {

class EccInterface {
 public:
  struct Statistics {
    std::uint64_t corrected_words = 0, uncorrectable_words = 0;  // read by the chip, each time again
  };

  // Corrects what a read of the chip brought; the address of the first word beyond repair, if any.
  std::optional<std::uint64_t> check(PayloadPool::Payload& read);

  // Makes the check bits of what the chip is about to write.
  static void protect(PayloadPool::Payload& write);

  // Moves a host access to the memory through `transfer`, which is given whole words and says how it went.
  using Transfer = std::function<tlm::tlm_response_status(tlm::tlm_generic_payload&)>;
  static tlm::tlm_response_status access(const tlm::tlm_generic_payload& host, const Transfer& transfer);

  void begin_query() { statistics_ = {}; }
  const Statistics& statistics() const { return statistics_; }

 private:
  Statistics statistics_;
};

}  // namespace collisionchip

// What the status register says of a query that has ended (docs/host_port.md).
#pragma once

#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/machine/register_map.h"

namespace collisionchip {

inline std::uint32_t status_of(const QueryDone& done) {
  using namespace registers;
  std::uint32_t status = kDone;
  if (done.error) status |= kError;
  if (done.unfinished) status |= kUnfinished;
  if (done.error.kind == ReadError::Kind::uncorrectable) status |= kUncorrectable;
  if (done.error.kind == ReadError::Kind::list_word) status |= kListWord;
  return status;
}

}  // namespace collisionchip

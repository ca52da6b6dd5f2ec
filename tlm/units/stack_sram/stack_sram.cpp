#include "collisionchip/tlm/units/stack_sram/stack_sram.h"

#include <algorithm>

#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

namespace {
constexpr int kResponseFull = CycleAccount::kFirstCause;
}

StackSram::Ports StackSram::Ports::of(const UnitPorts& ports) {
  return {ports.at<SramRequest>("requests"), ports.at<SramResponse>("words")};
}

StackSram::StackSram(const sc_core::sc_module_name& name, const StackSramParams& params, const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      words_(params.list_entries),
      account_(std::string(name), account_meanings()[0]) {
  ports_.requests.bind_reader(*this);
  ports_.responses.bind_writer(*this);
  listen(ports_.requests);
  keep(account_);
}

void StackSram::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  words_read_ = words_written_ = 0;
}

void StackSram::reset_state() {
  port_free_ = 0;
}

// Writes do not wake the unit: they are done with the next read, as if they had been taken when they came.
Cycle StackSram::step(Cycle now) {
  while (SramRequest* request = ports_.requests.front(now)) {
    const Cycle arrival = ports_.requests.front_visible();
    const Cycle start = std::max(request->write ? arrival : now, port_free_);
    if (request->write) {
      std::copy_n(request->words.begin(), request->count, words_.begin() + request->address);
      words_written_ += request->count * params_.entry_words;
    } else {
      if (!ports_.responses.ready(now)) return kNever;
      SramResponse response;
      response.count = request->count;
      std::copy_n(words_.begin() + request->address, request->count, response.words.begin());
      words_read_ += request->count * params_.entry_words;
      // An entry of several words can be used when its last word is here.
      ports_.responses.put(now, response, start + params_.read_latency + params_.entry_words - 2 - now);
    }
    account_.spend(arrival, CycleAccount::kIdle);
    account_.spend(start, kResponseFull);
    port_free_ = start + Cycle{request->count} * params_.entry_words;
    account_.spend(port_free_, CycleAccount::kBusy);
    ports_.requests.pop(now);
  }
  return kNever;
}

}  // namespace collisionchip

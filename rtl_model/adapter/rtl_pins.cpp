#include "collisionchip/rtl_model/adapter/rtl_pins.h"

#include <algorithm>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

const char* direction(bool output) {
  return output ? "output" : "input";
}

std::string bits(unsigned least, unsigned most) {
  const std::string up_to = least < most ? "at most " : "";
  return up_to + std::to_string(most) + (most == 1 ? " bit" : " bits");
}

}  // namespace

RtlPins::RtlPins(std::string unit, std::unique_ptr<VerilatedModule> module)
    : unit_(std::move(unit)), module_(std::move(module)), ports_(module_->ports()) {}

Pin RtlPins::find(const std::string& name, bool output, unsigned least, unsigned most) const {
  const auto port = std::find_if(ports_.begin(), ports_.end(),
                                 [&](const VerilatedPort& candidate) { return candidate.name == name; });
  if (port == ports_.end())
    throw InputError(unit_ + ": the RTL has no pin " + name + " (" + direction(output) + ", " +
                     bits(least, most) + ")");
  if (port->output == output && port->bits >= least && port->bits <= most) return Pin(*port);
  throw InputError(unit_ + ": the RTL's pin " + name + " is an " + direction(port->output) + " of " +
                   bits(port->bits, port->bits) + ", expected an " + direction(output) + " of " +
                   bits(least, most));
}

}  // namespace collisionchip

// Events in words, for exporters and differences.
#pragma once

#include <string>

#include "collisionchip/traces/file/trace_events.h"

namespace collisionchip {

std::string describe(const TraceChannel& channel, const TraceTransfer& transfer);
std::string describe(const TraceUnit& unit, const TracePhase& phase);
std::string describe(const TraceCommand& command);
std::string describe(const TraceRead& read);
std::string describe(const TraceList& list);

// Name of an item: its kind if it has one, else the type of what the channel carries.
const std::string& name_of(const TraceChannel& channel, const TraceTransfer& transfer);

}  // namespace collisionchip

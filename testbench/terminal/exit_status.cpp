#include "collisionchip/testbench/terminal/exit_status.h"

#include <new>

namespace collisionchip {

int exit_status_of(const std::exception& error) {
  if (const auto* failure = dynamic_cast<const WorkerFailure*>(&error)) return failure->status;
  if (dynamic_cast<const WrongWord*>(&error) != nullptr) return kExitUsage;
  if (dynamic_cast<const Disagreement*>(&error) != nullptr) return kExitDisagree;
  const bool is_input = dynamic_cast<const InputError*>(&error) != nullptr ||
                        dynamic_cast<const NoAnswer*>(&error) != nullptr ||
                        dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
  return is_input ? kExitBadInput : kExitFault;
}

std::string complaint_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr)
    return "expected enough memory for these objects, got none";
  const bool is_fault = exit_status_of(error) == kExitFault;
  return (is_fault ? "a fault of this program, please report it: " : "") + std::string(error.what());
}

}  // namespace collisionchip

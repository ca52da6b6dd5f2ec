#include "collisionchip/testbench/api/error.h"

#include <utility>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/api/throw_errors.h"
#include "collisionchip/testbench/terminal/exit_status.h"

namespace collisionchip::api {

Error::Error(Kind kind, const std::string& what, std::string file, std::string place, std::string expectation)
    : std::runtime_error(what),
      kind_(kind),
      file_(std::move(file)),
      place_(std::move(place)),
      expectation_(std::move(expectation)) {}

Error error_of(const std::exception& thrown) {
  const int status = exit_status_of(thrown);
  const auto kind = status == kExitUsage ? Error::Kind::input : static_cast<Error::Kind>(status);
  const auto* const input = dynamic_cast<const InputError*>(&thrown);
  if (input == nullptr) return {kind, complaint_of(thrown)};
  return {kind, input->what(), input->place().file, input->place().name, input->expectation()};
}

}  // namespace collisionchip::api

// What the rooms below throw, as the library's one exception. Private to the library.
#pragma once

#include <exception>
#include <string>

#include "collisionchip/testbench/api/error.h"
#include "collisionchip/testbench/terminal/exit_status.h"

namespace collisionchip::api {

// The result of `work`; `file` is what it reads, if anything.
template <typename Work>
decltype(auto) with_errors(const Work& work, const std::string& file = "") {
  try {
    return work();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    const int status = exit_status_of(error);
    throw Error(status == kExitUsage ? Error::Kind::input : static_cast<Error::Kind>(status),
                complaint_of(error), file);
  }
}

}  // namespace collisionchip::api

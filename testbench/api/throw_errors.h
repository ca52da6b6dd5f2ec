// Turns the exceptions of the other rooms into the library's one exception. Private to the library.
#pragma once

#include <exception>

#include "collisionchip/testbench/api/error.h"

namespace collisionchip::api {

Error error_of(const std::exception& thrown);

// The result of `work`. Its exceptions are thrown as Error.
template <typename Work>
decltype(auto) with_errors(const Work& work) {
  try {
    return work();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& thrown) {
    throw error_of(thrown);
  }
}

}  // namespace collisionchip::api

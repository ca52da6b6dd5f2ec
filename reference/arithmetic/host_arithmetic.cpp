#include "collisionchip/reference/arithmetic/host_arithmetic.h"

#include <string>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

namespace {

// Volatile: calculated by this thread, not by the compiler. A thread that reads subnormal numbers as zero compares them as zero, too.
template <typename Float>
bool keeps_subnormals() {
  const volatile Float normal = std::numeric_limits<Float>::min(), half = 0.5;
  const volatile Float subnormal = normal * half;
  return subnormal != 0;
}

// Empty: to nearest.
template <typename Float>
std::string other_rounding() {
  const volatile Float one = 1, little = std::numeric_limits<Float>::epsilon() / 8;
  const volatile Float above = one + little, below = one - little, negative = -one - little;
  if (above != 1) return "upward";
  if (negative != -1) return "downward";
  return below != 1 ? "toward zero" : "";
}

// The register that decides, where there is one: to ask it takes less than a query's part of the time, to calculate with subnormal
// numbers takes a tenth of a microsecond.
bool has_the_mode_of_a_new_thread() {
#ifdef __SSE2__
  constexpr unsigned kRounding = 0x6000, kFlushedResults = 0x8000, kFlushedOperands = 0x0040;
  return (__builtin_ia32_stmxcsr() & (kRounding | kFlushedResults | kFlushedOperands)) == 0;
#else
  return false;
#endif
}

[[noreturn]] void refuse(const std::string& expected_and_got) {
  throw InputError("arithmetic of this thread", expected_and_got);
}

}  // namespace

void require_exact_arithmetic() {
  if (has_the_mode_of_a_new_thread()) return;
  if (!keeps_subnormals<float>() || !keeps_subnormals<double>())
    refuse(
        "subnormal numbers to be kept, got them flushed to zero, as in a program that is linked with -Ofast "
        "or -ffast-math");
  for (const std::string& rounding : {other_rounding<float>(), other_rounding<double>()}) {
    if (!rounding.empty()) refuse("rounding to nearest, got rounding " + rounding);
  }
}

}  // namespace collisionchip

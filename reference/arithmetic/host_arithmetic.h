// What all of this needs of a compiler and of the thread that runs it: IEEE 754 without excess precision or rearranged sums,
// rounding to nearest even, subnormal numbers.
#pragma once

#include <cfloat>
#include <limits>

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    defined(__NO_SIGNED_ZEROS__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error \
    "expected IEEE 754 arithmetic, got -Ofast, -ffast-math or one of its options: -fno-fast-math behind that takes it back, which the package's CMake targets and pkg-config say"
#endif

namespace collisionchip {

static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<float>::is_iec559 &&
                  FLT_EVAL_METHOD == 0,
              "expected IEEE 754 float and double without excess precision");

// InputError if this thread flushes subnormal numbers to zero or does not round to nearest. Asked where a mesh is read, a pose is
// rounded, a tree is built, a query starts and a chip is made; it takes nanoseconds.
void require_exact_arithmetic();

}  // namespace collisionchip

// Division by a number that is known beforehand. Most sizes are powers of two, and a 64-bit division takes
// longer than all else that is done with its result.
#pragma once

#include <cstdint>

namespace collisionchip {

class Divisor {
 public:
  // `divisor` must not be zero.
  explicit Divisor(std::uint64_t divisor)
      : divisor_(divisor),
        shift_((divisor & (divisor - 1)) == 0 ? __builtin_ctzll(divisor) : kNoPowerOfTwo) {}

  std::uint64_t quotient(std::uint64_t number) const {
    return shift_ != kNoPowerOfTwo ? number >> shift_ : number / divisor_;
  }
  std::uint64_t remainder(std::uint64_t number) const {
    return shift_ != kNoPowerOfTwo ? number & (divisor_ - 1) : number % divisor_;
  }

 private:
  static constexpr int kNoPowerOfTwo = -1;

  std::uint64_t divisor_;
  int shift_;
};

}  // namespace collisionchip

// A float32 that counts its operations. Changing the sign and taking the magnitude are not counted, because they only set a bit.
#pragma once

#include <cmath>
#include <cstdint>

namespace collisionchip {

struct OperationCounts {
  std::uint64_t multiplies = 0, adds = 0, divides = 0, compares = 0;  // subtractions count as adds

  friend OperationCounts operator-(const OperationCounts& a, const OperationCounts& b) {
    return {a.multiplies - b.multiplies, a.adds - b.adds, a.divides - b.divides, a.compares - b.compares};
  }
};

class CountedFloat {
 public:
  CountedFloat() = default;
  explicit CountedFloat(float value) : value_(value) {}

  float value() const { return value_; }
  // The operations of all numbers of this thread, since the thread began.
  static const OperationCounts& counted() { return counts_; }

  friend CountedFloat operator*(CountedFloat a, CountedFloat b) {
    ++counts_.multiplies;
    return CountedFloat(a.value_ * b.value_);
  }
  friend CountedFloat operator+(CountedFloat a, CountedFloat b) {
    ++counts_.adds;
    return CountedFloat(a.value_ + b.value_);
  }
  friend CountedFloat operator-(CountedFloat a, CountedFloat b) {
    ++counts_.adds;
    return CountedFloat(a.value_ - b.value_);
  }
  friend CountedFloat operator/(CountedFloat a, CountedFloat b) {
    ++counts_.divides;
    return CountedFloat(a.value_ / b.value_);
  }
  // Rounded once; counts as a multiplication and an addition.
  friend CountedFloat multiply_add(CountedFloat a, CountedFloat b, CountedFloat c) {
    ++counts_.multiplies;
    ++counts_.adds;
    return CountedFloat(std::fma(a.value_, b.value_, c.value_));
  }
  friend CountedFloat operator-(CountedFloat a) { return CountedFloat(-a.value_); }
  friend CountedFloat magnitude_of(CountedFloat a) { return CountedFloat(std::fabs(a.value_)); }
  friend bool operator<(CountedFloat a, CountedFloat b) { return compared(a.value_ < b.value_); }
  friend bool operator>(CountedFloat a, CountedFloat b) { return compared(a.value_ > b.value_); }
  friend bool operator<=(CountedFloat a, CountedFloat b) { return compared(a.value_ <= b.value_); }
  friend bool operator>=(CountedFloat a, CountedFloat b) { return compared(a.value_ >= b.value_); }
  friend bool operator!=(CountedFloat a, CountedFloat b) { return compared(a.value_ != b.value_); }

 private:
  static bool compared(bool result) {
    ++counts_.compares;
    return result;
  }

  float value_ = 0;
  static inline thread_local OperationCounts counts_;
};

inline float magnitude_of(float value) {
  return std::fabs(value);
}

}  // namespace collisionchip

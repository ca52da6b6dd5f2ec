// A Verilated module, whichever it is, with the pins that it has: without Verilator's headers, which do not
// go together with SystemC's. The build writes a function that makes each (rtl_model/CMakeLists.txt).
#pragma once

#include <vector>

namespace collisionchip {

struct VerilatedPort {
  const char* name;
  bool output;
  unsigned bits;
  unsigned bytes;  // that Verilator keeps it in: 1, 2, 4, 8 or more words of 4
  void* data;
};

class VerilatedModule {
 public:
  VerilatedModule() = default;
  virtual ~VerilatedModule() = default;
  VerilatedModule(const VerilatedModule&) = delete;
  VerilatedModule& operator=(const VerilatedModule&) = delete;

  virtual std::vector<VerilatedPort> ports() = 0;
  virtual void evaluate() = 0;  // outputs from inputs and state
  virtual void clock() = 0;     // the edge that ends the cycle; pins as they were evaluated
  virtual void reset() = 0;     // asynchronous, of one cycle
};

}  // namespace collisionchip

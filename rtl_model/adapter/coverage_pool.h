// Verilated modules that count which of their lines and bits are reached, all into
// one context. A module registers each of its counters once and for ever, so one
// that is done with is kept and taken again. The counts are written when the program
// ends, to $COLLISIONCHIP_COVERAGE_FILE (testbench/coverage/rtl_coverage.py).
#pragma once

#include <cstdlib>
#include <memory>
#include <vector>

#include <verilated.h>
#include <verilated_cov.h>

namespace collisionchip {

inline VerilatedContext& coverage_context() {
  struct Context : VerilatedContext {
    ~Context() {
      if (const char* file = std::getenv("COLLISIONCHIP_COVERAGE_FILE")) coveragep()->write(file);
    }
  };
  static Context context;
  return context;
}

template <typename Top>
class CoveragePool {
 public:
  static std::unique_ptr<Top> take() {
    if (idle().empty()) return std::make_unique<Top>(&coverage_context());
    std::unique_ptr<Top> top = std::move(idle().back());
    idle().pop_back();
    return top;
  }
  static void give_back(std::unique_ptr<Top> top) { idle().push_back(std::move(top)); }

 private:
  // Never destroyed: their counters are read at the very end.
  static std::vector<std::unique_ptr<Top>>& idle() {
    static auto* tops = new std::vector<std::unique_ptr<Top>>();
    return *tops;
  }
};

}  // namespace collisionchip

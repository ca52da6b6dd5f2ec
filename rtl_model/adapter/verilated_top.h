// A Verilated module with its clock and reset. Only for the sources that know a unit's pins: no SystemC here.
#pragma once

#include <memory>

#include <verilated.h>

#ifdef COLLISIONCHIP_RTL_COVERAGE
#include "collisionchip/rtl_model/adapter/coverage_pool.h"
#endif

namespace collisionchip {

template <typename Top>
class VerilatedTop {
 public:
#ifdef COLLISIONCHIP_RTL_COVERAGE
  VerilatedTop() : top_(CoveragePool<Top>::take()) {
    reset();
  }
  ~VerilatedTop() {
    CoveragePool<Top>::give_back(std::move(top_));
  }
#else
  VerilatedTop() : context_(make_context()), top_(std::make_unique<Top>(context_.get())) {
    reset();
  }
  // A module's scopes leave the thread's context likewise.
  ~VerilatedTop() {
    Verilated::threadContextp(context_.get());
    top_->final();
    top_.reset();
  }
#endif
  VerilatedTop(const VerilatedTop&) = delete;
  VerilatedTop& operator=(const VerilatedTop&) = delete;

  Top& operator*() {
    return *top_;
  }
  Top* operator->() {
    return top_.get();
  }

  void evaluate() {
    // An assertion speaks through the thread's context: it must not be that of another module, gone already.
    Verilated::threadContextp(top_->contextp());
    top_->eval();
  }
  // The edge that ends the cycle; pins as they were evaluated.
  void clock() {
    top_->clk_i = 1;
    evaluate();
    top_->clk_i = 0;
  }
  // An asynchronous reset of one cycle.
  void reset() {
    top_->clk_i = 0;
    top_->rst_ni = 0;
    evaluate();
    clock();
    evaluate();
    top_->rst_ni = 1;
    evaluate();
  }

 private:
  // Whoever defines COLLISIONCHIP_RANDOM_RESET has verilated with --x-initial unique: every register that a
  // reset does not set begins with bits at random, others in every instance and the same in every run.
  static std::unique_ptr<VerilatedContext> make_context() {
    auto context = std::make_unique<VerilatedContext>();
#ifdef COLLISIONCHIP_RANDOM_RESET
    static int instances = 0;
    context->randReset(2);
    context->randSeed(++instances);
#endif
    return context;
  }

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Top> top_;
};

}  // namespace collisionchip

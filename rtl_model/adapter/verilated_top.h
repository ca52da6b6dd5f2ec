// A Verilated module with its clock and reset, for the sources that the build writes and for tests that name a module's
// pins themselves: no SystemC here.
#pragma once

#include <memory>
#include <utility>

#include <verilated.h>

#include "collisionchip/rtl_model/adapter/verilated_module.h"
#ifdef COLLISIONCHIP_RTL_COVERAGE
#include "collisionchip/rtl_model/adapter/coverage_pool.h"
#endif

namespace collisionchip {

template <typename Top>
class VerilatedTop final : public VerilatedModule {
 public:
  using Ports = std::vector<VerilatedPort> (*)(Top&);  // names the members of Top

#ifdef COLLISIONCHIP_RTL_COVERAGE
  explicit VerilatedTop(Ports listed = nullptr) : top_(CoveragePool<Top>::take()), ports_(listed) {
    VerilatedTop::reset();
  }
  ~VerilatedTop() override {
    CoveragePool<Top>::give_back(std::move(top_));
  }
#else
  explicit VerilatedTop(Ports listed = nullptr)
      : context_(make_context()), top_(std::make_unique<Top>(context_.get())), ports_(listed) {
    VerilatedTop::reset();
  }
  // A module's scopes leave the thread's context, so the thread's context is set to the module's own here too.
  ~VerilatedTop() override {
    Verilated::threadContextp(context_.get());
    top_->final();
    top_.reset();
  }
#endif

  Top& operator*() {
    return *top_;
  }
  Top* operator->() {
    return top_.get();
  }

  // Empty if the ports were not listed.
  std::vector<VerilatedPort> ports() override {
    return ports_ != nullptr ? ports_(*top_) : std::vector<VerilatedPort>{};
  }

  void evaluate() override {
    // An assertion speaks through the thread's context: it must not be that of another module, gone already.
    Verilated::threadContextp(top_->contextp());
    top_->eval();
  }

  void clock() override {
    top_->clk_i = 1;
    evaluate();
    top_->clk_i = 0;
  }

  void reset() override {
    top_->clk_i = 0;
    top_->rst_ni = 0;
    evaluate();
    clock();
    evaluate();
    top_->rst_ni = 1;
    evaluate();
  }

 private:
  // COLLISIONCHIP_RANDOM_RESET is defined together with Verilator's --x-initial unique. Then every register that a
  // reset does not set begins with random bits, which differ between instances and are the same in every run.
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
  Ports ports_;
};

}  // namespace collisionchip

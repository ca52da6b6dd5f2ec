// A Verilated module with its clock and reset. Only for the sources that know a unit's pins: no SystemC here.
#pragma once

#include <memory>

#include <verilated.h>

namespace collisionchip {

template <typename Top>
class VerilatedTop {
 public:
  VerilatedTop()
      : context_(std::make_unique<VerilatedContext>()), top_(std::make_unique<Top>(context_.get())) {
    reset();
  }
  // A module's scopes leave the thread's context, which may be another module's and gone already.
  ~VerilatedTop() {
    Verilated::threadContextp(context_.get());
    top_->final();
    top_.reset();
  }
  VerilatedTop(const VerilatedTop&) = delete;
  VerilatedTop& operator=(const VerilatedTop&) = delete;

  Top& operator*() { return *top_; }
  Top* operator->() { return top_.get(); }

  void evaluate() { top_->eval(); }
  // The edge that ends the cycle; pins as they were evaluated.
  void clock() {
    top_->clk_i = 1;
    top_->eval();
    top_->clk_i = 0;
  }
  // An asynchronous reset of one cycle.
  void reset() {
    top_->clk_i = 0;
    top_->rst_ni = 0;
    top_->eval();
    clock();
    top_->eval();
    top_->rst_ni = 1;
    top_->eval();
  }

 private:
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Top> top_;
};

}  // namespace collisionchip

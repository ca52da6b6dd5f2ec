// vectors_bench.sv, Verilated, with a clock. Verilator's $plusargs are the arguments.
#include <cstdio>
#include <memory>

#include <Vvectors_bench.h>
#include <verilated.h>

int main(int argc, char** argv) {
  const auto context = std::make_unique<VerilatedContext>();
  context->commandArgs(argc, argv);
  Vvectors_bench bench(context.get(), "bench");
  unsigned long long cycles = 0;
  const auto clock = [&bench] {
    bench.clk_i = 1;
    bench.eval();
    bench.clk_i = 0;
    bench.eval();
  };
  bench.rst_ni = 0;
  bench.clk_i = 0;
  bench.eval();
  clock();
  bench.rst_ni = 1;
  for (; !bench.over_o && !context->gotFinish(); ++cycles) clock();
  bench.final();
  std::printf("over %llu\n", cycles);
  return context->gotFinish() ? 1 : 0;
}

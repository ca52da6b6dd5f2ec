// vectors_bench with a clock, for simulators that play SystemVerilog alone.
module vectors_tb #(
  parameter int SDRAM_BEATS = 32768
);
  logic   clk = 1'b0;
  logic   rst_n = 1'b0;
  logic   over;
  longint cycles = 0;

  vectors_bench #(.SDRAM_BEATS(SDRAM_BEATS)) u_bench (.clk_i(clk), .rst_ni(rst_n), .over_o(over));

  initial begin
    #1 clk = 1'b1;
    #1 clk = 1'b0;
    #1 rst_n = 1'b1;
    while (!over) begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      cycles = cycles + 1;
    end
    $display("over %0d", cycles);
    $finish(0);
  end
endmodule

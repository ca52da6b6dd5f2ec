// A synchronous SRAM as it stands on the board, for simulation: the word whose address is on the pins in cycle t is on
// the data pins in t + LATENCY.
module sram_device #(
  parameter int ENTRIES = 65536,
  parameter int LATENCY = 2,
  parameter int ADDRESS_WIDTH = $clog2(ENTRIES)
) (
  input  logic                     clk_i,
  input  logic                     enable_i,
  input  logic                     write_i,
  input  logic [ADDRESS_WIDTH-1:0] address_i,
  input  logic [31:0]              data_i,
  output logic [31:0]              data_o
);

  logic [31:0]           words_q [ENTRIES];
  logic [32*LATENCY-1:0] pipeline_q;

  assign data_o = pipeline_q[32*LATENCY-1 -: 32];

  always_ff @(posedge clk_i) begin
    if (enable_i & write_i) words_q[address_i] <= data_i;
    pipeline_q <= (32 * LATENCY)'({pipeline_q, words_q[address_i]});
  end

endmodule

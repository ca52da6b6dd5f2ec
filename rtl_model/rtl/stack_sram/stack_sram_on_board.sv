// A stack SRAM with its device, as the Stack Engine sees it: what plays the traffic of a stack SRAM.
module stack_sram_on_board #(
  parameter int ENTRIES = 65536,
  parameter int LATENCY = 2,
  parameter int REQUESTS = 16,
  parameter int TOP_WIDTH = $clog2(ENTRIES + 1),
  parameter int ADDRESS_WIDTH = $clog2(ENTRIES)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  output logic                 requests_ready_o,
  output logic                 requests_ready_two_o,
  input  logic                 requests_write_put_i,
  input  logic [TOP_WIDTH-1:0] requests_write_address_i,
  input  logic [1:0]           requests_write_count_i,
  input  logic [31:0]          requests_write_word_0_i,
  input  logic [31:0]          requests_write_word_1_i,
  input  logic                 requests_read_put_i,
  input  logic [TOP_WIDTH-1:0] requests_read_address_i,
  input  logic [3:0]           requests_read_count_i,
  output logic                 words_put_o,
  output logic [31:0]          words_word_o,
  output logic                 busy_o
);

  logic                     enable, write;
  logic [ADDRESS_WIDTH-1:0] address;
  logic [31:0]              to_device, from_device;

  stack_sram #(.ENTRIES(ENTRIES), .LATENCY(LATENCY), .REQUESTS(REQUESTS)) u_stack_sram (
    .sram_enable_o(enable), .sram_write_o(write), .sram_address_o(address), .sram_data_o(to_device),
    .sram_data_i(from_device), .*
  );

  sram_device #(.ENTRIES(ENTRIES), .LATENCY(LATENCY)) u_device (
    .clk_i(clk_i), .enable_i(enable), .write_i(write), .address_i(address), .data_i(to_device), .data_o(from_device)
  );

endmodule

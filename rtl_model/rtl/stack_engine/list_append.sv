// Hands the entries for one side's list to its stack SRAM: in the cycle in which the flags lead to them, or as soon as
// the SRAM takes them.
module list_append #(
  parameter int TOP_WIDTH = 17
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  // What this cycle's flags lead to: up to two words from `address_i` on. Not while `late_o`.
  input  logic [1:0]           count_i,
  input  logic [TOP_WIDTH-1:0] address_i,
  input  logic [31:0]          word_0_i,
  input  logic [31:0]          word_1_i,

  input  logic                 ready_i,
  output logic                 write_o,
  output logic [TOP_WIDTH-1:0] write_address_o,
  output logic [1:0]           write_count_o,
  output logic [31:0]          write_word_0_o,
  output logic [31:0]          write_word_1_o,

  output logic                 late_o,  // words of an earlier cycle wait
  output logic                 gone_o   // none wait after this cycle
);

  logic [1:0]           count_d, count_q, count;
  logic [TOP_WIDTH-1:0] address_d, address_q;
  logic [31:0]          word_0_d, word_0_q, word_1_d, word_1_q;

  assign late_o = count_q != 2'd0;
  assign count = late_o ? count_q : count_i;
  assign address_d = late_o ? address_q : address_i;
  assign word_0_d = late_o ? word_0_q : word_0_i;
  assign word_1_d = late_o ? word_1_q : word_1_i;

  assign write_o = ready_i & (count != 2'd0);
  assign write_address_o = address_d;
  assign write_count_o = count;
  assign write_word_0_o = word_0_d;
  assign write_word_1_o = count == 2'd2 ? word_1_d : 32'd0;

  assign count_d = write_o ? 2'd0 : count;
  assign gone_o = count_d == 2'd0;

  always_ff @(posedge clk_i) begin
    address_q <= address_d;
    word_0_q <= word_0_d;
    word_1_q <= word_1_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= 2'd0;
    else count_q <= count_d;
  end

endmodule

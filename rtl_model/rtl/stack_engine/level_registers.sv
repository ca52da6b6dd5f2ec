// The level registers (§4.2): the lists that wait, as a stack. In one cycle up to two are pushed, `below` first, or the
// top is popped; or all are dropped.
module level_registers #(
  parameter int WIDTH = 78,
  parameter int LEVELS = 128,
  parameter int COUNT_WIDTH = $clog2(LEVELS + 1)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clear_i,
  input  logic                   push_below_i,
  input  logic [WIDTH-1:0]       below_i,
  input  logic                   push_i,
  input  logic [WIDTH-1:0]       list_i,
  input  logic                   pop_i,
  output logic [WIDTH-1:0]       top_o,
  output logic [COUNT_WIDTH-1:0] count_o
);

  localparam int INDEX_WIDTH = LEVELS > 1 ? $clog2(LEVELS) : 1;

  logic [WIDTH-1:0]       lists_q [LEVELS];
  logic [COUNT_WIDTH-1:0] after_below, after_both, below_top, count_d, count_q;

  assign after_below = count_q + COUNT_WIDTH'(push_below_i);
  assign after_both = after_below + COUNT_WIDTH'(push_i);
  assign below_top = count_q - COUNT_WIDTH'(1);
  assign top_o = lists_q[below_top[INDEX_WIDTH-1:0]];
  assign count_o = count_q;

  always_comb begin
    count_d = after_both;
    if (pop_i) count_d = below_top;
    if (clear_i) count_d = '0;
  end

  always_ff @(posedge clk_i) begin
    if (push_below_i) lists_q[count_q[INDEX_WIDTH-1:0]] <= below_i;
    if (push_i) lists_q[after_below[INDEX_WIDTH-1:0]] <= list_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else count_q <= count_d;
  end

endmodule

// A queue inside the Stack Engine: what is pushed in a cycle is at the front from the next one on at the earliest. The
// engine never pushes more than DEPTH and never pops from an empty queue.
module pointer_queue #(
  parameter int WIDTH = 26,
  parameter int DEPTH = 4,
  parameter int COUNT_WIDTH = $clog2(DEPTH + 1)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   clear_i,
  input  logic                   push_i,
  input  logic [WIDTH-1:0]       data_i,
  input  logic                   pop_i,
  output logic [WIDTH-1:0]       front_o,
  output logic [COUNT_WIDTH-1:0] count_o
);

  localparam int INDEX_WIDTH = DEPTH > 1 ? $clog2(DEPTH) : 1;
  localparam logic [INDEX_WIDTH-1:0] LAST = INDEX_WIDTH'(DEPTH - 1);

  logic [WIDTH-1:0]       slots_q [DEPTH];
  logic [INDEX_WIDTH-1:0] head_d, head_q, tail_d, tail_q;
  logic [COUNT_WIDTH-1:0] count_d, count_q;

  assign front_o = slots_q[head_q];
  assign count_o = count_q;

  always_comb begin
    head_d = head_q;
    tail_d = tail_q;
    count_d = count_q;
    if (push_i) tail_d = tail_q == LAST ? '0 : tail_q + INDEX_WIDTH'(1);
    if (pop_i) head_d = head_q == LAST ? '0 : head_q + INDEX_WIDTH'(1);
    if (push_i & ~pop_i) count_d = count_q + COUNT_WIDTH'(1);
    if (pop_i & ~push_i) count_d = count_q - COUNT_WIDTH'(1);
    if (clear_i) begin
      head_d = '0;
      tail_d = '0;
      count_d = '0;
    end
  end

  always_ff @(posedge clk_i) if (push_i) slots_q[tail_q] <= data_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q <= '0;
      tail_q <= '0;
      count_q <= '0;
    end else begin
      head_q <= head_d;
      tail_q <= tail_d;
      count_q <= count_d;
    end
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (rst_ni && !clear_i) begin
      assert (!(push_i && !pop_i && 32'(count_q) == DEPTH)) else $error("%m: push into a full queue");
      assert (!(pop_i && count_q == '0)) else $error("%m: pop from an empty queue");
    end
  end
`endif

endmodule

// A channel of the chip (tlm/kernel/channel.h) between two units: an item put in cycle t is at the reader from t + 1 on, a slot
// emptied in t is free for the writer from t + 1 on. All flags are registered, so neither end sees in a cycle what
// the other does in it.
module channel_fifo #(
  parameter int WIDTH = 32,
  parameter int CAPACITY = 2,
  // Bits of a count from 0 to CAPACITY.
  parameter int COUNT_WIDTH = $clog2(CAPACITY + 1)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  // Writer.
  output logic                   ready_o,  // a slot is free
  output logic [COUNT_WIDTH-1:0] free_o,   // so many are
  input  logic                   put_i,
  input  logic [WIDTH-1:0]       data_i,
  // Reader.
  output logic                   valid_o,
  output logic [WIDTH-1:0]       data_o,   // the oldest item
  input  logic                   pop_i
);

  localparam int INDEX_WIDTH = CAPACITY == 1 ? 1 : $clog2(CAPACITY);
  localparam int LAST_INDEX = CAPACITY - 1;
  localparam logic [INDEX_WIDTH-1:0] LAST = LAST_INDEX[INDEX_WIDTH-1:0];
  localparam logic [COUNT_WIDTH-1:0] FULL = CAPACITY[COUNT_WIDTH-1:0];

  logic [WIDTH-1:0]       slots_q [0:CAPACITY-1];
  logic [INDEX_WIDTH-1:0] head_q;
  logic [INDEX_WIDTH-1:0] tail_q;
  logic [COUNT_WIDTH-1:0] count_q;

  assign ready_o = count_q != FULL;
  assign free_o = FULL - count_q;
  assign valid_o = count_q != '0;
  assign data_o = slots_q[head_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q <= '0;
      tail_q <= '0;
      count_q <= '0;
    end else begin
      if (put_i) tail_q <= tail_q == LAST ? '0 : tail_q + 1'b1;
      if (pop_i) head_q <= head_q == LAST ? '0 : head_q + 1'b1;
      if (put_i && !pop_i) count_q <= count_q + 1'b1;
      if (pop_i && !put_i) count_q <= count_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i) if (put_i) slots_q[tail_q] <= data_i;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(put_i && !ready_o)) else $error("%m: put into a full channel");
      assert (!(pop_i && !valid_o)) else $error("%m: pop without an item");
    end
  end
`endif

endmodule

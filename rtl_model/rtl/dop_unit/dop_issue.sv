// Address Generator: issues the rows of the MMM, one per cycle, pair after pair in the order in which they were taken.
// A pair's first row waits until it is due, every row until its operands are valid: a bad order of rows costs
// cycles and never computes with wrong data.
module dop_issue #(
  parameter int K = 24,
  parameter int W = 9                 // of a number of cycles
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         start_i,       // a pair is taken into this set; its first row is due so many cycles from now
  input  logic         set_i,
  input  logic [W-1:0] wait_i,
  input  logic [W-1:0] end_i,         // by plan all its rows are issued so many cycles from now
  input  logic [1:0]   valid_i,       // of each set: the operands of row_o are valid
  output logic         issue_o,
  output logic         set_o,
  output logic [4:0]   row_o,
  output logic         idle_o
);

  localparam logic [4:0] LAST = K[4:0] - 5'd1;

  // Four pairs are never on their way: each set has at most one that issues and one that loads.
  logic [1:0]   head_q;
  logic [1:0]   tail_q;
  logic [2:0]   count_q;
  logic [3:0]   sets_q;
  logic [W-1:0] wait_q [0:3];
  logic [4:0]   row_q;
  logic         done;

  assign set_o = sets_q[head_q];
  assign row_o = row_q;
  assign issue_o = count_q != 3'd0 && wait_q[head_q] == '0 && valid_i[set_o];
  assign done = issue_o && row_q == LAST;
  assign idle_o = count_q == 3'd0 && !start_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q <= 2'd0;
      tail_q <= 2'd0;
      count_q <= 3'd0;
      sets_q <= 4'd0;
      row_q <= 5'd0;
      for (int i = 0; i < 4; i = i + 1) wait_q[i] <= '0;
    end else begin
      for (int i = 0; i < 4; i = i + 1) if (wait_q[i] != '0) wait_q[i] <= wait_q[i] - 1'b1;
      if (start_i) begin
        sets_q[tail_q] <= set_i;
        wait_q[tail_q] <= wait_i - 1'b1;
        tail_q <= tail_q + 2'd1;
      end
      if (issue_o) row_q <= done ? 5'd0 : row_q + 5'd1;
      if (done) head_q <= head_q + 2'd1;
      count_q <= count_q + {2'd0, start_i} - {2'd0, done};
    end
  end

`ifndef SYNTHESIS
  // The plan and the valid bits must agree.
  logic [W-1:0] end_q [0:3];
  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 4; i = i + 1) end_q[i] <= end_q[i] - 1'b1;
    if (start_i) end_q[tail_q] <= end_i - 1'b1;
  end
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(start_i && wait_i == '0)) else $error("%m: a row without coefficients");
      assert (!(start_i && count_q == 3'd4)) else $error("%m: too many pairs on their way");
      assert (!done || end_q[head_q] == 9'd1) else $error("%m: the last row is not issued when it was planned");
    end
  end
`else
  logic unused;
  assign unused = &{1'b0, end_i};
`endif

endmodule

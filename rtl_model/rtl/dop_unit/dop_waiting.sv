// The pairs of one kind that wait to be taken, oldest first: which half of the input register each is in. A pair can be
// taken in the cycle in which it arrives.
module dop_waiting (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic arrive_i,
  input  logic slot_i,
  input  logic take_i,
  output logic valid_o,
  output logic slot_o
);

  logic [1:0] count_q;
  logic       first_q;
  logic       second_q;

  assign valid_o = count_q != 2'd0 || arrive_i;
  assign slot_o = count_q != 2'd0 ? first_q : slot_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= 2'd0;
      first_q <= 1'b0;
      second_q <= 1'b0;
    end else begin
      count_q <= count_q + {1'b0, arrive_i} - {1'b0, take_i};
      if (take_i) begin
        first_q <= count_q == 2'd2 ? second_q : slot_i;
        second_q <= slot_i;
      end else if (arrive_i) begin
        if (count_q == 2'd0) first_q <= slot_i;
        else second_q <= slot_i;
      end
    end
  end

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(arrive_i && count_q == 2'd2)) else $error("%m: a pair without an input register");
      assert (!(take_i && !valid_o)) else $error("%m: no pair to take");
    end
  end
`endif

endmodule

// Watches the writing end of a channel: items go only into a free slot, and all their bits are known. Simulation alone
// sees it.
module put_check #(
  parameter int WIDTH = 1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             ready_i,  // a slot is free
  input logic             put_i,
  input logic [WIDTH-1:0] item_i
);

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (put_i === 1'b0 || put_i === 1'b1) else $error("%m: put or not is unknown");
      assert (put_i !== 1'b1 || ready_i === 1'b1) else $error("%m: put without a free slot");
      assert (put_i !== 1'b1 || (^item_i) === 1'b0 || (^item_i) === 1'b1)
        else $error("%m: bits of the item are unknown");
    end
  end
`endif

endmodule

// Watches the reading end of a channel: only an item that is visible is taken, and all its bits are known. Simulation
// alone sees it.
module take_check #(
  parameter int WIDTH = 1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             valid_i,  // an item is visible
  input logic             pop_i,
  input logic [WIDTH-1:0] item_i
);

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (pop_i === 1'b0 || pop_i === 1'b1) else $error("%m: pop or not is unknown");
      assert (pop_i !== 1'b1 || valid_i === 1'b1) else $error("%m: pop without an item");
      assert (pop_i !== 1'b1 || (^item_i) === 1'b0 || (^item_i) === 1'b1)
        else $error("%m: bits of the item are unknown");
    end
  end
`endif

endmodule

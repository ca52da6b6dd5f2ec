// Eq. 2 for two volumes of K coordinates in the same grid: minima in the lower half of the words, maxima in the upper
// one. The result is there a cycle later.
module group_compare #(
  parameter int K    = 24,
  parameter int BITS = 18
) (
  input  logic              clk_i,
  input  logic [K*BITS-1:0] x_i,
  input  logic [K*BITS-1:0] y_i,
  output logic              overlap_o
);

  logic [K/2-1:0] apart;

  genvar i;
  generate
    for (i = 0; i < K / 2; i = i + 1) begin : g_direction
      localparam int LOW  = BITS * i;
      localparam int HIGH = BITS * (i + K / 2);
      assign apart[i] = x_i[LOW+:BITS] > y_i[HIGH+:BITS] || y_i[LOW+:BITS] > x_i[HIGH+:BITS];
    end
  endgenerate

  always_ff @(posedge clk_i) overlap_o <= !(|apart);

endmodule

// The product of two vectors of 16-bit numbers, a cycle later.
module small_cross (
  input  logic         clk_i,
  input  logic [47:0]  a_i,     // three entries with sign
  input  logic [47:0]  b_i,
  output logic [101:0] cross_o  // three entries of 34 bits with sign
);

  logic signed [15:0] a0, a1, a2, b0, b1, b2;
  assign a0 = a_i[15:0];
  assign a1 = a_i[31:16];
  assign a2 = a_i[47:32];
  assign b0 = b_i[15:0];
  assign b1 = b_i[31:16];
  assign b2 = b_i[47:32];

  always_ff @(posedge clk_i) begin
    cross_o[33:0] <= a1 * b2 - a2 * b1;
    cross_o[67:34] <= a2 * b0 - a0 * b2;
    cross_o[101:68] <= a0 * b1 - a1 * b0;
  end

endmodule

// The determinant of three vectors of 16-bit numbers, two of which have been multiplied, a cycle later.
module small_triple (
  input  logic               clk_i,
  input  logic [47:0]        a_i,
  input  logic [101:0]       cross_i,
  output logic signed [50:0] determinant_o
);

  logic signed [15:0] a0, a1, a2;
  logic signed [33:0] c0, c1, c2;
  assign a0 = a_i[15:0];
  assign a1 = a_i[31:16];
  assign a2 = a_i[47:32];
  assign c0 = cross_i[33:0];
  assign c1 = cross_i[67:34];
  assign c2 = cross_i[101:68];

  always_ff @(posedge clk_i) determinant_o <= 51'(a0) * 51'(c0) + 51'(a1) * 51'(c1) + 51'(a2) * 51'(c2);

endmodule

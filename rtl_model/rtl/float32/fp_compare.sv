// a < b, a = b, or neither can be said of a NaN; combinational. -0 = +0.
module fp_compare (
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  output logic        less_o,
  output logic        equal_o,
  output logic        unordered_o
);

  assign less_o = fp32::less(a_i, b_i);
  assign equal_o = fp32::equal(a_i, b_i);
  assign unordered_o = fp32::is_nan(a_i[30:0]) | fp32::is_nan(b_i[30:0]);

endmodule
